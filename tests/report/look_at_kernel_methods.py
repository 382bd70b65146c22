#!/usr/bin/python3
# SPDX-FileCopyrightText: The kapprox authors
# SPDX-License-Identifier: Apache-2.0
"""look_at_kernel_methods.py FOLDER: do the results files of the kernel studies say what the reference
mathematics says, and does the rendered page tell the same? Reads the files with h5py alone and shares no
code with the notebook. All pictures and statements must hold at the few trials of `figures.sh --quick`."""

import base64
import pathlib
import re
import sys

import h5py
import numpy

folder = pathlib.Path(sys.argv[1])
page = (folder / "kernel_methods.html").read_text(encoding="utf-8")


class Study:
    """Arrays of one results file by name, [config, case] where they have both."""

    def __init__(self, name):
        self.file = h5py.File(folder / "kernel_methods" / f"{name}.h5")

    def __getitem__(self, name):
        values = self.file[name][()]
        return values.astype(str) if values.dtype == object else values

    def config(self, **wanted):
        """Position of the one config with these parameters."""
        chosen = numpy.logical_and.reduce([self[name] == value for name, value in wanted.items()])
        (position,) = numpy.flatnonzero(chosen)
        return position


NAMES = ("equal_m", "equal_projections", "equal_features", "directions", "heads", "polynomials", "slope", "words",
         "digits")
studies = {name: Study(name) for name in NAMES}


def the_page():
    images = [base64.b64decode(data) for data in re.findall(r'src="data:image/png;base64,([^"]+)"', page)]
    saved = sorted(folder.glob("*.png"))
    assert len(images) >= 7, f"the page holds {len(images)} pictures"
    assert len(saved) == len(images), f"{len(saved)} PNG files for {len(images)} pictures"
    for image in images:
        assert image.startswith(b"\x89PNG") and len(image) > 10_000, "a picture is empty"
    assert "Traceback" not in page and ">nan<" not in page
    for name, study in studies.items():
        assert study.file.attrs["content_digest"] in page, f"the page does not name the digest of {name}"


def means_agree_with_theory():
    """|z| < 5 where one direction has a relative variance of 2 at most, so that means are nearly normal."""
    for name in NAMES[:-2]:
        study = studies[name]
        variance = study["theory_relative_variance"]
        phi = study["query_norm"] ** 2 + study["key_norm"] ** 2 + 2 * study["log_exact"]
        one = variance * numpy.where(numpy.isnan(study["m"]), 1, study["m"])[:, None]
        honest = (study["failed"] == 0) & (phi <= 2) & (one <= 2) & (variance > 1e-20)
        z = numpy.abs(study["z_mean"][honest])
        assert z.size > 100 and z.max() < 5, f"{name}: the largest of {z.size} |z| of means is {z.max():.1f}"


def worst_case():
    """methods.md 6.3: the ratios at equal D; where the angular hybrid wins and where it cannot."""
    study = studies["equal_features"]
    variance, radius, angle = study["theory_relative_variance"], study["query_norm"], study["angle"]
    trig, hyperbolic = (variance[study.config(label=name)] for name in ("trig", "hyperbolic"))
    for r, published in ((1.0, {1: 0.56, 2: 0.54, 4: 0.68, 8: 1.07, 16: 1.9}), (2.0, {1: 0.27, 2: 0.23, 4: 0.23, 8: 0.29, 16: 0.43})):
        for n, expected in published.items():
            hybrid = variance[study.config(label="angular", n=n)]
            ratio = hybrid[radius == r].max() / trig[radius == r].max()
            # Two printed digits, angles 3 degrees apart, and a D that is not divisible by every n.
            assert abs(ratio / expected - 1) < 0.03, f"r = {r:g}, n = {n}: {ratio:.3f}, but must be {expected}"
            if r == 1:
                assert f"{ratio:.2f} (n = {n})" in page, f"the page does not say {ratio:.2f} (n = {n})"
    inside = (angle > 1e-9) & (angle < numpy.pi - 1e-9)
    for n in (1, 2, 4, 8, 16):
        hybrid = variance[study.config(label="angular", n=n)]
        assert (hybrid >= numpy.minimum(trig, hyperbolic))[inside].all(), f"n = {n} beats both bases somewhere"
        for r in numpy.unique(radius):
            share = (hybrid < trig)[radius == r].mean()
            assert 0.14 < share < 0.27, f"n = {n}, r = {r:g} beats trig at {share:.0%} of the angles"
    oracle = studies["equal_m"]
    bound = oracle["theory_relative_variance"][oracle.config(method="oracle_hybrid")]
    for position in numpy.flatnonzero(oracle["method"] == "hybrid"):
        beaten = oracle["theory_relative_variance"][position] < bound * (1 - 1e-9)
        assert not beaten.any(), f"{oracle['label'][position]} beats the oracle"


def coupled_directions():
    """methods.md 3.3: simplex directions beat orthogonal ones for positive features only."""
    study = studies["directions"]
    for method, better in (("positive", True), ("hyperbolic", False), ("trig", False)):
        simplex, orthogonal = (study["theory_relative_variance"][study.config(method=method, m=16, directions=law)]
                               for law in ("simplex", "orthogonal"))
        known = numpy.maximum(simplex, orthogonal) > 1e-20  # at one end of the angles both are exact
        assert known.sum() >= 20 and ((simplex < orthogonal) == better)[known].all(), f"simplex under {method}"


def attention_heads():
    """methods.md 5: each step from plain to centred to one tilt to a tilt per direction pays."""
    study = studies["heads"]
    one = (study["antithetic"] == 0) | numpy.isnan(study["antithetic"])
    for file in numpy.unique(study["file"]):
        here = (study["file"] == file) & (study["temperature"] == 1)
        medians = [numpy.median(study["theory_relative_variance"][numpy.flatnonzero(
            (study["method"] == method) & (study["centre"] == centre) & one)[0]][here])
            for method, centre in (("positive", "none"), ("positive", "both"), ("oprf", "both"), ("sderf", "both"))]
        assert (numpy.diff(medians) < 0).all(), f"{file}: {medians}"


def polynomials():
    """methods.md 8: both layouts are one estimate; at norm 1 Taylor beats all that is random at its D."""
    study = studies["polynomials"]
    mse = study["theory_relative_variance"] + study["theory_relative_bias"] ** 2
    for degree in (1, 2, 3, 4):
        packed, full = (study.config(label=label, degree=degree) for label in ("taylor", "taylor full"))
        assert numpy.array_equal(mse[packed], mse[full]), f"the layouts of degree {degree} differ"
    taylor = study.config(label="taylor", degree=4)
    near = study["query_norm"] == 1.0
    random = numpy.isin(study["method"], ("taylor", "exp_limit"), invert=True)
    assert (mse[taylor][near].mean() < mse[random][:, near].mean(axis=1)).all()


def slope():
    """-1/2 within four standard errors of the mean slope over independent replicates, and on the page."""
    study = studies["slope"]
    replicates = numpy.unique(study["replicate"])
    for label in ("trig", "positive", "hyperbolic", "angular"):
        chosen = numpy.flatnonzero(study["label"] == label)
        x = numpy.log(study["m"][chosen])
        found = []
        for replicate in replicates:
            y = 0.5 * numpy.log(study["relative_mse"][chosen][:, study["replicate"] == replicate].mean(axis=1))
            found.append(numpy.polyfit(x, y, 1)[0])
        mean, error = numpy.mean(found), numpy.std(found, ddof=1) / numpy.sqrt(len(found))
        assert abs(mean + 0.5) < 4 * error, f"{label}: slope {mean:.4f} ± {error:.4f}"
        assert error < 0.01, f"{label}: the slope is only known to {error:.3f}"
        assert f"{label}: slope −{-mean:.4f}" in page, f"the page does not say {label}: slope −{-mean:.4f}"


def vocabulary():
    """Estimates that cannot be negative are not; signed ones are, fewer with more directions."""
    for name in ("words", "digits"):
        study = studies[name]
        share = {(label, m): numpy.mean(draws[numpy.isfinite(draws)] < 0)
                 for label, m, draws in zip(study["label"], study["m"], study["draws"])}
        for (label, m), negative in share.items():
            if label.startswith(("positive", "hyperbolic")):
                assert negative == 0, f"{name}: {label} with m = {m:g} has negative estimates"
        assert share["angular", 8] > share["angular", 64], f"{name}: {share}"
        assert share["angular", 8] > 0.01, f"{name}: {share}"


for check in (the_page, means_agree_with_theory, worst_case, coupled_directions, attention_heads, polynomials, slope,
              vocabulary):
    check()
