#!/usr/bin/python3
# SPDX-FileCopyrightText: The kapprox authors
# SPDX-License-Identifier: Apache-2.0
"""look_at_series.py FOLDER: do the results files of the series studies say what the mathematics of the softmax
series says, and does the rendered page tell the same? Reads the files with h5py alone and shares no code with the
notebook."""

import base64
import math
import pathlib
import re
import sys

import h5py
import numpy

folder = pathlib.Path(sys.argv[1])
page = (folder / "series.html").read_text(encoding="utf-8")
words = " ".join(page.replace("&quot;", '"').replace("&lt;", "<").replace("&gt;", ">").split())


class Study:
    """Arrays of one results file by name, [config, case] where they have both."""

    def __init__(self, name):
        self.file = h5py.File(folder / "series" / f"{name}.h5")

    def __getitem__(self, name):
        values = self.file[name][()]
        return values.astype(str) if values.dtype == object else values

    def series(self, order, name="weight_error"):
        (config,) = numpy.flatnonzero((self["method"] == "series") & (self["order"] == order))
        return self[name][config]

    def taylor(self, name="weight_error"):
        (config,) = numpy.flatnonzero((self["method"] == "taylor_ratio") & (self["half_degree"] == 1))
        return self[name][config]


series, radius = Study("series"), Study("series_radius")
real = series["source"] == "file"
block, spread, n = series["block"], series["logit_spread"], series["n"]
once = (n > 1) & (series["centre"] != "keys")  # heads come again with their mean key subtracted


def says(sentence):
    assert sentence in words, f"the page does not say: {sentence}"


def the_page():
    images = [base64.b64decode(data) for data in re.findall(r'src="data:image/png;base64,([^"]+)"', page)]
    saved = sorted(folder.glob("*.png"))
    assert len(images) == 4, f"the page holds {len(images)} pictures"
    assert len(saved) == len(images), f"{len(saved)} PNG files for {len(images)} pictures"
    for image in images:
        assert image.startswith(b"\x89PNG") and len(image) > 10_000, "a picture is empty"
    assert "Traceback" not in page and "Warning" not in page and not re.search(r"\bnan\b", words[words.index("Median error of the weights"):])
    for study in (series, radius):
        assert study.file.attrs["content_digest"] in page, "the page does not name a digest"


def tanh_coefficients(highest):
    """t_0 … of tanh z = Σ t_k z^k, from tanh′ = 1 − tanh²."""
    t = numpy.zeros(highest + 1)
    for k in range(highest):
        t[k + 1] = ((k == 0) - numpy.dot(t[:k + 1], t[k::-1])) / (k + 1)
    return t


def two_points():
    """The weights are (1 ± tanh(g/2))/2; the series diverges beyond π, and the page measures that."""
    two = radius["source"] == "two_point"
    gap = radius["gap"][two]
    t = tanh_coefficients(40)
    for order in (0, 1, 2, 5, 11, 20, 40):
        cut = sum(t[k] * (gap / 2) ** k for k in range(order + 1))
        expected = abs(cut - numpy.tanh(gap / 2)) / 2
        # Sums of up to 20 terms that alternate, the largest some 1e11 at gap 6.
        assert numpy.allclose(radius.series(order)[two], expected, rtol=1e-9, atol=1e-14), f"order {order}"
    wide = gap > 2  # errors above rounding
    factor = (radius.series(39)[two][wide] / radius.series(29)[two][wide]) ** 0.1
    assert numpy.abs(factor / (gap[wide] / math.pi) - 1).max() < 1e-3, "errors do not grow by gap/π per order"
    crossing = float(re.search(r"the growth crosses 0 at ([0-9.]+)", words).group(1))
    assert abs(crossing - math.pi) < 2e-3, f"the page has the crossing at {crossing}"
    says(f"the error falls up to a gap of {gap[gap < math.pi].max():.3g} and grows from {gap[gap > math.pi].min():.3g} on")
    says("within 0.000")


def enough_and_not_needed():
    """Below π the last orders are better than the first ones in every row; some rows beyond π are so too, some not."""
    size, last, first = radius["logit_spread"], radius.series(40), radius.series(10)
    rounding = 1e-12
    safe = (size < math.pi) & (radius["n"] > 1)
    assert ((last < first) | (last < rounding))[safe].all(), "an error grows below π"
    says(f"the error falls in {safe.sum()} of {safe.sum()} such rows of all inputs")
    far = (size > math.pi) & (radius["source"] != "two_point")
    falls = (last < first)[far]
    assert 0.2 < falls.mean() < 0.9, f"{falls.mean():.2f} of the rows beyond π converge"
    assert (last > first)[(radius["source"] == "two_point") & (size > math.pi)].all()
    gaussian = radius["source"] == "gaussian"
    for count, found in re.findall(r"([0-9.]+) \(n = ([0-9]+); √\(log n\)", words):
        # Finite n and 8 replicates move the crossing by some tenths.
        assert abs(float(count) - math.sqrt(math.log(float(found)))) < 0.35, f"n = {found}: {count}"
    assert len(set(radius["n"][gaussian])) == len(re.findall(r"√\(log n\) = ", words)) == 3


def errors():
    """Jensen; sums; order 2 against order 1 on real heads; orders 0 and 1 are the baseline."""
    assert (series["uniform_log_sum_exp_error"] <= 1e-12).all()
    assert numpy.abs(series.series(1, "log_sum_exp_error") - series["uniform_log_sum_exp_error"]).max() < 1e-12
    assert numpy.abs(series.series(0) - series["uniform_error"]).max() < 1e-12
    says(f"within rounding in {once.sum()} of {once.sum()} rows")
    nearer = numpy.abs(series.series(2, "log_sum_exp_error")) < numpy.abs(series.series(1, "log_sum_exp_error"))
    share = [100 * nearer[once & real & (low <= spread) & (spread < high)].mean() for low, high in ((math.pi, 6), (6, numpy.inf))]
    says(f"{share[0]:.0f} % (π to 6), {share[1]:.0f} % (above 6)")
    assert (series["status"] == "diverging")[:, spread < math.pi].sum() == 0
    flagged = series.series(1, "status") == "diverging"
    assert flagged.any() and (series.series(1) > series["uniform_error"])[flagged].all(), "order 1 is flagged for its log-sum-exp, that of equal weights"


def signs():
    """Closed forms at two points; order 2 has none up to M₂ = 1."""
    one, two = (series.series(order, "negative_mass") for order in (1, 2))
    points = series["source"] == "two_point"
    gap = series["gap"][points]
    assert numpy.allclose(one[points], numpy.maximum(gap / 4 - 0.5, 0), atol=1e-14)
    square = series["logit_std"] ** 2
    low, high = once & (square <= 1), once & (square > 1)
    assert (two[low] == 0).all() and (two[high] > 0).any()
    says(f"negative in {(one[once] > 0).sum()} of {once.sum()} rows, first at a spread of {spread[once & (one > 0)].min():.3g}")
    says(f"negative in 0 of {low.sum()} rows with M₂ ≤ 1, and in {(two[high] > 0).sum()} of {high.sum()} with M₂ > 1")
    assert (series.taylor("negative_mass") == 0).all()


def against_taylor():
    """Paired rows: raw heads favour the series below π, centred ones do not, and the series does not see the difference."""
    better = series.series(2) < series.taylor()
    whole = real & (block == 0) & (series["mask"] == "none")
    raw, centred = whole & (series["centre"] == "none"), whole & (series["centre"] == "keys")
    says(f"takes the series from {better[raw].sum()} of {raw.sum()} rows to {better[centred].sum()} of {centred.sum()}")
    assert better[raw].mean() > 0.6 and better[centred].mean() < 0.5, "centring decides nothing"
    assert better[raw & (spread < math.pi)].all() and not better[centred & (spread > 6)].any()
    keys = ("file", "temperature", "query")
    place = {tuple(series[name][i] for name in keys): i for i in numpy.flatnonzero(centred)}
    pairs = [(i, place[tuple(series[name][i] for name in keys)]) for i in numpy.flatnonzero(raw)]
    before, after = numpy.array(pairs).T
    # Another shift rounds the logits differently; the errors are 1e-4 and more.
    assert numpy.abs(series.series(2)[before] / series.series(2)[after] - 1).max() < 1e-10
    mean = series["uniform_log_sum_exp_error"] + series["exact_log_sum_exp"] - numpy.log(n)
    # Sums of some 1000 logits of size 10.
    assert numpy.abs(mean[centred]).max() < 1e-12 < numpy.median(numpy.abs(mean[raw]))
    blocks = once & real & (block > 0) & (spread < math.pi)
    says(f"and {better[blocks].sum()} of {blocks.sum()} blocks; beyond in")
    wide = centred & (spread >= 6)
    gain = numpy.median(series.taylor()[wide] / series.series(2)[wide])
    says(f"{gain:.2f} (above 6) times that of the series in the median")
    assert gain < 0.8


for check in (the_page, two_points, enough_and_not_needed, errors, signs, against_taylor):
    check()
