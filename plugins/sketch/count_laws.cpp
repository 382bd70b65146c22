// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// With u_l = x_l y_l and h = Π_l u_l^{N_l} / (N_l! P(N_l)) the moments of one estimate are
//   Poisson    E h^p = exp(Σ_l ((p − 1) rate + u_l^p rate^{1−p})),
//   geometric  E h^p = Π_l success^{1−p} Σ_k (u_l (1 − success)^{(1−p)/p})^{pk} / k!^p,
// so that E h² is exp(d·rate + Σ u_l²/rate) and Π_l I_0(2|u_l|/√(1 − success)) / success.
#include "count_laws.hpp"

#include "moments.hpp"

#include <kapprox/log_factorials.hpp>

#include <cmath>

namespace kapprox::sketch {

PoissonCounts::PoissonCounts(double rate) : CountLaw(poisson_law(rate)), rate_(rate) {}

double PoissonCounts::log_weight(std::span<const double> counts) const {
  double sum = 0.0;
  for (const double count : counts) sum += rate_ - count * std::log(rate_);
  return 0.5 * sum;
}

Theory PoissonCounts::theory(std::span<const double> x, std::span<const double> y,
                             Index features) const {
  double exact = 0.0;
  double second = 0.0;  // logarithms of E h^p relative to the p-th power of the kernel
  double third = 0.0;
  double fourth = 0.0;
  for (std::size_t l = 0; l < x.size(); ++l) {
    const double u = x[l] * y[l];
    const double ratio = u / rate_;
    exact += u;
    second += (rate_ - u) * (rate_ - u) / rate_;
    third += rate_ * (2.0 + ratio * (ratio * ratio - 3.0));
    fourth += rate_ * (3.0 + ratio * (ratio * ratio * ratio - 4.0));
  }
  Theory theory = unbiased_theory(exact, second, features);
  add_fourth(theory, second, {1.0, third}, {1.0, fourth}, features);
  return theory;
}

GeometricCounts::GeometricCounts(double success)
    : CountLaw(geometric_law(success)),
      success_(success),
      log_factorial_(log_factorials(largest_count())) {}

double GeometricCounts::log_weight(std::span<const double> counts) const {
  double sum = 0.0;
  for (const double count : counts)
    sum += std::log(success_) + count * std::log1p(-success_) +
           log_factorial_[static_cast<std::size_t>(count)];
  return -0.5 * sum;
}

Theory GeometricCounts::theory(std::span<const double> x, std::span<const double> y,
                               Index features) const {
  double exact = 0.0;
  LogNumber moments[3] = {{1.0, 0.0}, {1.0, 0.0}, {1.0, 0.0}};  // of order 2, 3, 4, relative
  for (std::size_t l = 0; l < x.size(); ++l) {
    const double u = x[l] * y[l];
    exact += u;
    for (Index order = 2; order <= 4; ++order) {
      const auto p = static_cast<double>(order);
      const double root = u * std::exp(std::log1p(-success_) * (1.0 - p) / p);
      LogNumber& moment = moments[order - 2];
      moment = moment * factorial_series(order, root) *
               LogNumber{1.0, (1.0 - p) * std::log(success_) - p * u};
      if (moment.value != 0.0) moment = {moment.value < 0.0 ? -1.0 : 1.0, moment.log_abs()};
    }
  }
  Theory theory = unbiased_theory(exact, moments[0].log_scale, features);
  add_fourth(theory, moments[0].log_scale, moments[1], moments[2], features);
  return theory;
}

}  // namespace kapprox::sketch
