// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// Rounding by integer arithmetic on the bits of a double: adding half a unit of the shorter
// mantissa less one, plus its last digit, carries exactly where round-half-even rounds up, into the
// exponent too. Below the smallest normal number the unit is fixed, and rint of a multiple of it is
// exact.
#include <kapprox/error.hpp>
#include <kapprox/storage.hpp>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>

namespace kapprox {

namespace {

constexpr int double_digits = 53;

struct Format {
  std::string_view name;
  int digits;            // binary digits of the mantissa, the leading one included
  int least_exponent;    // the smallest normal number is 2^this
  int largest_exponent;  // numbers are below 2^(this + 1)
};

constexpr Format formats[] = {
    {"float64", 53, -1022, 1023},
    {"float32", 24, -126, 127},
    {"bfloat16", 8, -126, 127},
    {"float16", 11, -14, 15},
};

const Format& format_of(Storage storage) { return formats[static_cast<int>(storage)]; }

// Drops the last `dropped` of 53 digits.
double with_fewer_digits(double x, int dropped) {
  const auto bits = std::bit_cast<std::uint64_t>(x);
  const std::uint64_t last_digit = (bits >> dropped) & 1U;
  const std::uint64_t half = std::uint64_t{1} << (dropped - 1);
  const std::uint64_t carried = bits + (half - 1) + last_digit;
  return std::bit_cast<double>((carried >> dropped) << dropped);
}

// What a format rounds with.
struct Rounding {
  int dropped;
  double smallest_normal;
  double unit_below;  // between numbers below the smallest normal one
  double beyond;      // every size from here on is infinite

  explicit Rounding(const Format& format)
      : dropped(double_digits - format.digits),
        smallest_normal(std::ldexp(1.0, format.least_exponent)),
        unit_below(std::ldexp(smallest_normal, 1 - format.digits)),
        beyond(std::ldexp(1.0, format.largest_exponent + 1)) {}

  double operator()(double x) const {
    const double size = std::abs(x);
    if (!std::isfinite(size)) return x;
    if (size < smallest_normal) return std::copysign(std::rint(size / unit_below) * unit_below, x);
    const double result = with_fewer_digits(x, dropped);
    if (std::abs(result) < beyond) return result;
    return std::copysign(std::numeric_limits<double>::infinity(), x);
  }
};

}  // namespace

std::vector<std::string> storage_names() {
  std::vector<std::string> names;
  for (const Format& format : formats) names.emplace_back(format.name);
  return names;
}

Storage storage_named(std::string_view name) {
  for (const Storage storage :
       {Storage::float64, Storage::float32, Storage::bfloat16, Storage::float16})
    if (format_of(storage).name == name) return storage;
  throw Error("storage_named: the format is \"" + std::string(name) +
              "\", but must be float64, float32, bfloat16 or float16");
}

double unit_roundoff(Storage storage) { return std::ldexp(1.0, -format_of(storage).digits); }

double rounded(double x, Storage storage) {
  round_to(storage, {&x, 1});
  return x;
}

void round_to(Storage storage, std::span<double> values) {
  if (storage == Storage::float64) return;
  std::transform(values.begin(), values.end(), values.begin(), Rounding(format_of(storage)));
}

void round_digits(Storage storage, std::span<double> values) {
  if (storage == Storage::float64) return;
  const int dropped = double_digits - format_of(storage).digits;
  for (double& value : values)
    if (std::isfinite(value)) value = with_fewer_digits(value, dropped);
}

}  // namespace kapprox
