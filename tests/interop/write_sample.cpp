// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// write_sample OUT.h5: the sample groups of tests/io as a file, for Python to read.
#include "io/dataset.hpp"
#include "io/sample_groups.hpp"

#include <exception>
#include <iostream>

int main(int count, char** arguments) try {
  if (count != 2) return 2;
  kapprox::write_file(arguments[1], kapprox::sample_groups());
  return 0;
} catch (const std::exception& error) {
  std::cerr << error.what() << '\n';
  return 1;
}
