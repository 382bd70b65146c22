// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// Pébay, SAND2008-6212, equations 2.1 (one value) and 3.1 (two shards) written out to fourth order,
// with the sums of central powers M2, M3, M4 kept undivided. The mean carries its rounding error
// along (Knuth's two-sum), since every later deviation is taken from it.
#include "stats/moments.hpp"

#include <algorithm>
#include <cmath>

namespace kapprox {

namespace {

constexpr double undefined = std::numeric_limits<double>::quiet_NaN();

double square(double x) { return x * x; }

// mean + rest += step, with |mean| and |step| in any order.
void add_exactly(double step, double& mean, double& rest) {
  const double sum = mean + step;
  const double part = sum - mean;
  rest += (mean - (sum - part)) + (step - part);
  mean = sum;
}

}  // namespace

void Moments::add(double x) {
  const double before = static_cast<double>(count);
  ++count;
  const double n = static_cast<double>(count);
  const double delta = (x - mean) - mean_rest;
  const double step = delta / n;
  const double square_step = step * step;
  const double gain = delta * step * before;

  sum4 +=
      gain * square_step * (n * n - 3.0 * n + 3.0) + 6.0 * square_step * sum2 - 4.0 * step * sum3;
  sum3 += gain * step * (n - 2.0) - 3.0 * step * sum2;
  sum2 += gain;
  add_exactly(step, mean, mean_rest);
  minimum = std::min(minimum, x);
  maximum = std::max(maximum, x);
}

void Moments::merge(const Moments& later) {
  if (later.count == 0) return;
  if (count == 0) {
    *this = later;
    return;
  }
  const double a = static_cast<double>(count);
  const double b = static_cast<double>(later.count);
  const double n = a + b;
  const double delta = (later.mean - mean) + (later.mean_rest - mean_rest);
  const double step = delta / n;
  const double delta2 = delta * delta;

  sum4 += later.sum4 + delta2 * delta * step * a * b * (a * a - a * b + b * b) / (n * n) +
          6.0 * step * step * (a * a * later.sum2 + b * b * sum2) +
          4.0 * step * (a * later.sum3 - b * sum3);
  sum3 +=
      later.sum3 + delta2 * step * a * b * (a - b) / n + 3.0 * step * (a * later.sum2 - b * sum2);
  sum2 += later.sum2 + delta * step * a * b;
  add_exactly(step * b, mean, mean_rest);
  count += later.count;
  minimum = std::min(minimum, later.minimum);
  maximum = std::max(maximum, later.maximum);
}

double Moments::variance() const {
  return count < 2 ? undefined : sum2 / static_cast<double>(count - 1);
}

double Moments::mean_standard_error() const {
  return count < 2 ? undefined : std::sqrt(variance() / static_cast<double>(count));
}

double Moments::variance_standard_error() const {
  // Var(s²) = (μ4 − σ⁴ (n − 3)/(n − 1)) / n, with sample moments in place of the true ones.
  if (count < 4) return undefined;
  const double n = static_cast<double>(count);
  const double fourth = sum4 / n;
  const double spread = fourth - square(variance()) * (n - 3.0) / (n - 1.0);
  return std::sqrt(std::max(spread, 0.0) / n);
}

double Moments::kurtosis() const {
  if (count < 4 || !(sum2 > 0.0)) return undefined;
  return static_cast<double>(count) * sum4 / square(sum2);
}

double Moments::mean_square_about(double centre) const {
  if (count < 1) return undefined;
  return sum2 / static_cast<double>(count) + square((mean - centre) + mean_rest);
}

double Moments::mean_square_about_standard_error(double centre) const {
  // The sample variance of y = (x − c)² from central sums: with e = x − mean and b = mean − c,
  // y − ȳ = (e² − M2/n) + 2 b e, so Σ(y − ȳ)² = M4 − M2²/n + 4 b M3 + 4 b² M2.
  if (count < 2) return undefined;
  const double n = static_cast<double>(count);
  const double b = (mean - centre) + mean_rest;
  const double spread = (sum4 - square(sum2) / n) + 4.0 * b * sum3 + 4.0 * b * b * sum2;
  return std::sqrt(std::max(spread, 0.0) / (n - 1.0) / n);
}

double Moments::largest_share() const {
  if (count < 2 || !(sum2 > 0.0)) return undefined;
  return std::max(square((maximum - mean) - mean_rest), square((minimum - mean) - mean_rest)) /
         sum2;
}

}  // namespace kapprox
