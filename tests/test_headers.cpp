// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// Nothing: this file carries the headers that all tests share, compiled once
// (tests/CMakeLists.txt).
