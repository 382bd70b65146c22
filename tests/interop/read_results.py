#!/usr/bin/python3
# SPDX-FileCopyrightText: The kapprox authors
# SPDX-License-Identifier: Apache-2.0
"""Case S11 (h5py/h5py#2176, h5netcdf/h5netcdf#43, pydata/xarray#10049): read_results.py WRITE_SAMPLE

A file of write_file in plain h5py and in both engines of xarray, without options: text is str, no
dimension is nameless, coordinates hold values, missing is NaN, and what was read can be written.
"""

import pathlib
import subprocess
import sys
import tempfile

from quiet_xarray import ENGINES, xr
import h5py
import numpy as np

SCALE_ATTRIBUTES = {"CLASS", "NAME", "DIMENSION_LIST", "REFERENCE_LIST"}  # HDF5's own


def check_text_in_h5py(file):
    """Every text, attribute or value, is a variable-length UTF-8 str."""
    def check(name, thing):
        for key in thing.attrs:
            if key not in SCALE_ATTRIBUTES:
                value = thing.attrs[key]
                assert isinstance(value, (str, np.int64, np.float64)), (name, key, type(value))
        if isinstance(thing, h5py.Dataset) and thing.dtype == object:
            kind = h5py.check_string_dtype(thing.dtype)
            assert kind.encoding == "utf-8" and kind.length is None, (name, kind)
    check("/", file)
    file.visititems(check)
    assert file.attrs["title"] == "θ/π"
    assert file["angle"].attrs["long_name"] == "angle θ between query and key"
    assert list(file["method"].asstr()) == ["trig", "", "θ/π"]


def check_storage_in_h5py(file):
    """One checked chunk per array of numbers, no times, NaN where nothing was written."""
    for name in ("mean", "trials", "angle", "config"):
        dataset = file[name]
        assert dataset.chunks == dataset.shape, (name, dataset.chunks)
        assert dataset.fletcher32, name
    for name in ("method", "mean", "wall"):
        assert not file[name].id.get_create_plist().get_obj_track_times(), name
    assert np.isnan(file["mean"].fillvalue)
    assert file["mean"].dtype == np.dtype("<f8") and file["trials"].dtype == np.dtype("<i8")


def check_root(ds):
    assert dict(ds.dims) == {"config": 3, "case": 400}, ds.dims
    assert set(ds.coords) == {"config", "case"}
    assert [name for name in ds.variables if name not in ds.dims] == [
        "method", "angle", "mean", "trials", "overlap", "wall", "study"]
    assert list(ds["config"].values) == [0, 1, 2]
    assert ds["case"].values[-1] == 399
    assert ds.attrs["title"] == "θ/π" and ds.attrs["seed"] == 2**63 - 1
    assert all(isinstance(text, str) for text in ds["method"].values)
    assert ds["study"].item() == 'kind = "kernel"\n'
    assert ds["wall"].item() == 2.5 and ds["wall"].dtype == np.float64  # seconds stay a number
    index = np.arange(1200)
    expected = np.where(index % 7 == 0, np.nan, np.sin(index)).reshape(3, 400)
    np.testing.assert_allclose(ds["mean"].values, expected, rtol=1e-15, atol=0)
    one = ds.isel(config=ds["method"] == "θ/π").sel(case=17)
    assert one["mean"].shape == (1,) and one["trials"].item() == 1_000_000_007
    frame = ds[["mean", "trials"]].to_dataframe()
    assert len(frame) == 1200


def check_second(ds):
    assert dict(ds.dims) == {"entry": 0, "step": 4}, ds.dims
    assert list(ds["step"].values) == [10, 20, 30, 40]  # its own index, not 0 … 3
    assert ds["seconds"].sel(step=30).item() == 2.0
    assert ds["nothing"].shape == (0,) and ds["none"].shape == (0, 4)
    assert len(ds.attrs["long"]) == 100_000


def check_round_trip(ds, folder):
    """What a notebook read, it can save and read again, with either engine."""
    for engine in ("h5netcdf", "netcdf4"):
        copy = folder / f"copy_{engine}.nc"
        ds.to_netcdf(copy, engine=engine)
        with xr.open_dataset(copy, engine=engine) as again:
            assert ds.identical(again.load()), engine


def main():
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        path = folder / "results.h5"
        subprocess.run([sys.argv[1], path], check=True, timeout=60)
        with h5py.File(path) as file:
            check_text_in_h5py(file)
            check_storage_in_h5py(file)
        for engine in ENGINES:
            for group, check in ((None, check_root), ("provenance", check_second)):
                with xr.open_dataset(path, engine=engine, group=group) as ds:
                    assert not any(str(d).startswith("phony_dim") for d in ds.dims), ds.dims
                    check(ds.load())
                    check_round_trip(ds, folder)


main()
