// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// A shared library that knows nothing of kapprox.
extern "C" int answer() { return 42; }
