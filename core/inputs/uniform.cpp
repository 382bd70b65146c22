// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// The source "uniform": rows of logits that are independent and uniform on [−spread/2, spread/2].
// max − min of a row comes near to `spread` and stays below it.
#include "inputs/row_cases.hpp"
#include "inputs/sources.hpp"

namespace kapprox {

namespace {

std::vector<InputProblem> make_uniform(const Axes& axes, const Stream& stream) {
  RowProblems made("uniform");
  for_each_row(axes, stream, "uniform", [&](const RowRequest& request) {
    Matrix unit(request.n, 1);
    request.address.at("logit").fill_uniforms(unit);
    for (Index i = 0; i < request.n; ++i) unit(i, 0) -= 0.5;
    for (const double spread : axes.reals("spread", norms_in_double))
      made.add_scaled(unit.values(), spread, request, {{"spread", spread}});
  });
  return made.take();
}

}  // namespace

Source uniform_source() {
  return {"uniform",
          {},
          nullptr,
          nullptr,
          with_row_keys({{"spread", "width of the law of the logits; axis", true}}),
          make_uniform};
}

}  // namespace kapprox
