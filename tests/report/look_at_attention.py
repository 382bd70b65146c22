#!/usr/bin/python3
# SPDX-FileCopyrightText: The kapprox authors
# SPDX-License-Identifier: Apache-2.0
"""look_at_attention.py FOLDER: do the results files of the attention studies say what the reference
mathematics says, and does the rendered page tell the same? Reads the files with h5py alone and shares no
code with the notebook. All must hold at the few trials of `figures.sh --quick`."""

import base64
import pathlib
import re
import sys

import h5py
import numpy

folder = pathlib.Path(sys.argv[1])
page = (folder / "attention.html").read_text(encoding="utf-8")


class Study:
    """Arrays of one results file by name, [config, case] where they have both."""

    def __init__(self, name):
        self.file = h5py.File(folder / "attention" / f"{name}.h5")

    def __getitem__(self, name):
        values = self.file[name][()]
        return values.astype(str) if values.dtype == object else values


NAMES = ("attention_budget", "attention", "attention_break_even", "attention_rows", "attention_entries", "bridge", "bridge_logits")
studies = {name: Study(name) for name in NAMES}


def the_page():
    images = [base64.b64decode(data) for data in re.findall(r'src="data:image/png;base64,([^"]+)"', page)]
    saved = sorted(folder.glob("*.png"))
    assert len(images) >= 6, f"the page holds {len(images)} pictures"
    assert len(saved) == len(images), f"{len(saved)} PNG files for {len(images)} pictures"
    for image in images:
        assert image.startswith(b"\x89PNG") and len(image) > 10_000, "a picture is empty"
    assert "Traceback" not in page and "Warning" not in page and ">nan<" not in page
    for name, study in studies.items():
        assert study.file.attrs["content_digest"] in page, f"the page does not name the digest of {name}"


def baselines():
    """exact is exact; averaging errs as the reference of its case says; elu1 comes no further than it."""
    for name in ("attention", "attention_budget"):
        study = studies[name]
        exact, average = (study["error"][study["method"] == method] for method in ("exact", "average"))
        # Rounding of online sums against sums of whole rows, n at most 320.
        assert exact.max() < 1e-12, f"{name}: exact errs {exact.max():.1e}"
        assert numpy.abs(average / study["average_error"] - 1).max() < 1e-9, f"{name}: averaging"
    study = studies["attention"]
    assert (study["status"][study["label"] == "elu1"] == "collapsed").all()


def signs():
    """Only features with signs give negative weights; those of trig leave every other normaliser negative."""
    study = studies["attention"]
    label, negative = study["label"], study["negative_mass"]
    for name in ("positive", "positive, centred", "hyperbolic", "elu1", "efficient", "local"):
        assert (negative[label == name] == 0).all(), f"{name} has negative weights"
    shares = study["negative_normalisers"][label == "trig"][:, study["temperature"] <= 1]
    # 128 rows and more a point; rows of one trial fall together.
    assert 0.4 < shares.mean() < 0.6, f"trig: {shares.mean():.2f} of the normalisers are negative"


def against_averaging():
    """At the models' own temperature; the page must count the same heads and masks."""
    study = studies["attention"]
    own = study["temperature"] == 1
    better = study["error"][:, own] < study["average_error"][own]
    label = study["label"]
    wins = {name: int(better[numpy.isin(label, labels)].any(axis=0).sum()) for name, labels in (
        ("random", ("positive", "positive, centred", "hyperbolic", "trig", "hybrid")), ("taylor", ("taylor",)), ("local", ("local",)))}
    assert wins["taylor"] == own.sum(), wins
    assert wins["random"] < wins["local"], wins
    sentence = (f"better than averaging on {wins['random']} of {own.sum()} heads and masks, Taylor features on {wins['taylor']}, "
                f"local attention on {wins['local']}.")
    assert sentence in " ".join(page.split()), f"the page does not say: {sentence}"


def break_even():
    """Errors fall faster than those of averaging as logits shrink; the page must give the last crossing of every head and mask."""
    study = studies["attention_break_even"]
    ratio, T = study["error"] / study["average_error"], study["temperature"]
    (config,) = numpy.flatnonzero((study["label"] == "positive") & (study["case_feature_dim"][:, 0] == 256))
    row = []

    def words(crossing):
        return f"{crossing:.1f}" if numpy.isfinite(crossing) else f"above {T.max():g}"

    for place in sorted(set(zip(study["file"], study["head"], study["mask"]))):
        here = numpy.flatnonzero((study["file"] == place[0]) & (study["head"] == place[1]) & (study["mask"] == place[2]))
        here = here[numpy.argsort(T[here])]
        cooled = ratio[config][here]
        assert cooled[0] > 1, f"{place}: {cooled}"
        last = numpy.flatnonzero(cooled >= 1)[-1]
        pair = slice(last, last + 2)
        crossing = numpy.inf
        if cooled[-1] < 1:
            crossing = numpy.exp(numpy.interp(0.0, -numpy.log(cooled[pair]), numpy.log(T[here[pair]])))
        row.append(crossing)
        assert f"<td>{words(crossing)}</td>" in page, f"{place}: the page does not have the break-even {crossing:.2f}"
    assert numpy.isfinite(row).any(), "nowhere better than averaging"
    sentence = f"break-even at T = {words(numpy.median(row))} in the median over {len(row)} heads and masks, from {words(min(row))} to {words(max(row))}."
    assert sentence in " ".join(page.split()), f"the page does not say: {sentence}"


def words_of_the_page():
    """Columns of section 5 by temperature; whether the bias was seen."""
    heads = [float(T) for T in re.findall(r"<th>negative mass, T = ([0-9.]+)</th>", page)]
    assert heads and heads == sorted(heads), heads
    rows = studies["attention_rows"]
    holds = rows["theory_normaliser_variance"] <= 0.02
    seen = (rows["bias_squared"] > 3 * rows["bias_squared_se"])[holds].sum()
    assert f"three standard errors above 0 at {seen} of these {holds.sum()} points" in " ".join(page.split())


def entries_and_rows():
    """methods.md 1: the variance of one positive entry is exp(|q+k|²) − 1. Section 11: the delta method where it is small."""
    study = studies["attention_entries"]
    phi = study["query_norm"] ** 2 + study["key_norm"] ** 2 + 2 * study["log_exact"]
    (positive,) = numpy.flatnonzero(study["method"] == "positive")
    difference = numpy.log1p(study["theory_relative_variance"][positive]) - phi
    # phi comes from norms and logits that were stored in double, up to some hundreds.
    assert numpy.abs(difference).max() < 1e-9, f"variance of entries: {numpy.abs(difference).max():.1e}"
    rows = studies["attention_rows"]
    theory = rows["theory_variance"]
    assert (theory > 0).all(), "theory is unknown somewhere"
    small = theory < 1e-3
    ratio = numpy.median(rows["variance"][small] / theory[small])
    assert small.sum() >= 6 and 0.5 < ratio < 1.6, f"{small.sum()} points, median ratio {ratio:.2f}"
    cold = rows["temperature"] == 1
    signed = rows["label"] == "trig"
    assert theory[~signed][:, cold].min() > theory[signed][:, cold].max(), "entries prefer trig"
    assert rows["error"][~signed][:, cold].max() < rows["error"][signed][:, cold].min(), "outputs do not"


def bridge():
    """Total variation to one-hot is 1 − p_max, at most (n − 1) exp(−gap/τ)."""
    flat, hard = studies["bridge_logits"], studies["bridge"]
    order = numpy.lexsort((flat["key"], flat["query"]))
    logits = flat["log_exact"][order].reshape(numpy.unique(flat["query"]).size, -1)
    logits = logits - logits.max(axis=1, keepdims=True)
    gap = -numpy.sort(logits, axis=1)[:, -2]
    (config,) = numpy.flatnonzero(hard["label"] == "hard")
    for tau, measured in zip(hard["temperature"], hard["total_variation"][config]):
        distance = (1 - 1 / numpy.exp(logits / tau).sum(axis=1)).mean()
        # Logits of two paths differ by rounding, which a small τ enlarges.
        assert abs(distance - measured) < 1e-9, f"τ = {tau}: {measured} measured, {distance} from the logits"
        bound = numpy.minimum((logits.shape[1] - 1) * numpy.exp(-gap / tau), 1).mean()
        assert measured <= bound + 1e-12, f"τ = {tau}: {measured} above {bound}"


for check in (the_page, baselines, signs, against_averaging, break_even, words_of_the_page, entries_and_rows, bridge):
    check()
