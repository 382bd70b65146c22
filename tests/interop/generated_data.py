#!/usr/bin/python3
# SPDX-FileCopyrightText: The kapprox authors
# SPDX-License-Identifier: Apache-2.0
"""generated_data.py DATA: running make_generated_gqa.py gives the arrays of the file that is shipped:
what was drawn bit for bit, what was computed to 1e-13 (another BLAS sums in another order)."""

import pathlib
import subprocess
import sys
import tempfile

import h5py
import numpy as np

data = pathlib.Path(sys.argv[1])
with tempfile.TemporaryDirectory() as folder:
    made = pathlib.Path(folder) / "made.h5"
    subprocess.run(["/usr/bin/python3", data / "make_generated_gqa.py", made], check=True, timeout=60)
    with h5py.File(made) as new, h5py.File(data / "generated_gqa_n64_d16.h5") as shipped:
        assert set(new) == set(shipped)
        assert dict(new.attrs) == dict(shipped.attrs)
        for name in shipped:
            if name.endswith("_ref"):
                np.testing.assert_allclose(new[name], shipped[name], rtol=0, atol=1e-13)
            else:
                assert new[name].dtype == shipped[name].dtype, name
                np.testing.assert_array_equal(new[name], shipped[name])
