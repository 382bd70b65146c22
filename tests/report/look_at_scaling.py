#!/usr/bin/python3
# SPDX-FileCopyrightText: The kapprox authors
# SPDX-License-Identifier: Apache-2.0
"""look_at_scaling.py FOLDER: does the results file of the scaling study say of its rounds what it must, does it open
as results.md says, and does the rendered page tell the same? How long anything took decides nothing. Shares no code
with the notebook."""

import base64
import html
import pathlib
import re
import sys

import numpy
import xarray

from scaling_file import ScalingFile, lower_middle, the_rounds, what_is_counted

folder = pathlib.Path(sys.argv[1])
path = folder / "scaling" / "scaling.h5"
page = (folder / "scaling.html").read_text(encoding="utf-8")
results = ScalingFile(path)
MASKS = {"none": "no mask", "causal": "causal mask"}
shortest, longest = results.n.min(), results.n.max()


def name_of(config):
    label = results.label[config]
    return f"{label} {results.m[config]:g}" if (results.label == label).sum() > 1 else label


def words(length):
    if length == 0:
        return f"under {shortest:g}"
    return f"over {longest:g}" if length == numpy.inf else f"{length:.0f}"


def the_page():
    images = [base64.b64decode(data) for data in re.findall(r'src="data:image/png;base64,([^"]+)"', page)]
    saved = sorted(folder.glob("*.png"))
    assert len(images) == 4, f"the page holds {len(images)} pictures"
    assert len(saved) == len(images), f"{len(saved)} PNG files for {len(images)} pictures"
    for image in images:
        assert image.startswith(b"\x89PNG") and len(image) > 10_000, "a picture is empty"
    assert "Traceback" not in page and "Warning" not in page and ">nan<" not in page
    assert results.file.attrs["content_digest"] in page, "the page does not name the digest"


def the_condition():
    """Processor, threads, precision and d stand where speed is spoken of; few rounds are called few."""
    provenance = results.file["provenance"].attrs
    condition = f"{provenance['cpu_model']}, 1 thread, double precision, d = {results.read('dim')[0]:g}"
    assert provenance["threads"] == 1
    assert page.count(html.escape(condition)) >= 2, f"the page does not say: {condition}"
    assert "Few rounds" in page and f"{results.seconds.shape[2]} rounds" in page


def one_file():
    """Both engines open root and timing with no options, as one data set, with dimensions that have names."""
    for engine in ("h5netcdf", "netcdf4"):
        root = xarray.open_dataset(path, engine=engine)
        timing = xarray.open_dataset(path, group="timing", engine=engine)
        both = xarray.merge([root, timing])
        assert not any("phony" in str(name) for name in (*root.sizes, *timing.sizes)), engine
        assert both["round_seconds"].dims == ("config", "case", "round") and both["multiply_adds"].dims == ("config", "case")
        assert set(root["case"].values) == set(timing["case"].values) == set(both["case"].values)
        numpy.testing.assert_array_equal(both["round_seconds"].values, results.seconds)
    xarray.merge([xarray.open_dataset(path), xarray.open_dataset(path, group="timing")])


def crossovers():
    """Every row of the table, from the seconds of the rounds."""
    for config in results.linear:
        cell = r"\s*<td>([^<]*)</td>"
        rows = re.findall(rf"<th>{name_of(config)}</th>\s*<td>{results.D[config, 0]:g}</td>{cell}{cell}", page)
        wanted = []
        for mask in MASKS:
            rounds = results.crossovers(mask, config)
            wanted.append((f"{words(lower_middle(rounds))} [{words(rounds[0])}, {words(rounds[-1])}]",
                           words(results.counted_crossover(mask, config))))
        assert rows == wanted, (rows, wanted)


def slope_of_exact():
    powers = []
    for mask, said in MASKS.items():
        cases = results.cases_of(mask)[-3:]
        x = numpy.log(results.n[cases]) - numpy.log(results.n[cases]).mean()
        power = lower_middle(x @ numpy.log(results.seconds[results.exact, cases]) / (x @ x))
        powers.append(f"{power:.2f} ({said})")
    assert f"exact attention grows as n to the power {' and '.join(powers)}" in page, powers


def pace():
    for mask, said in MASKS.items():
        last = results.cases_of(mask)[-1]
        (line,) = re.findall(rf"{said}</strong>, n = {longest:g}: ([^;]*) ns;", page)
        each = 1e9 * lower_middle(results.seconds[:, last]) / results.adds[:, last]
        assert line.split(", ") == [f"{name_of(c)} {each[c]:.3f}" for c in numpy.argsort(each)], line


the_rounds(results)
what_is_counted(results)
for check in (the_page, the_condition, one_file, crossovers, slope_of_exact, pace):
    check()
