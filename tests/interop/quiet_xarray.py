# SPDX-FileCopyrightText: The kapprox authors
# SPDX-License-Identifier: Apache-2.0
"""xarray as a notebook has it: every warning is an error, but for one that netCDF4 of Debian 12 gives
on import ("numpy.ndarray size changed", harmless)."""

import warnings

with warnings.catch_warnings():
    warnings.simplefilter("ignore")
    import netCDF4  # noqa: F401
    import h5netcdf  # noqa: F401
    import xarray as xr  # noqa: F401

warnings.simplefilter("error")

ENGINES = [None, "h5netcdf", "netcdf4"]  # None: what open_dataset(path) takes by itself
