// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

#include "study/kinds/prepared_masks.hpp"

#include "study/kinds/task.hpp"

#include <kapprox/error.hpp>

namespace kapprox {

const PreparedAttention& PreparedMasks::at(const OrderedCase& one) const {
  Slot& slot = slots_[static_cast<std::size_t>(one.place)];
  std::call_once(slot.once, [&] {
    slot.thrown = caught([&] {
      slot.prepared = method_.prepare(problem_, one.source->mask);
      if (!slot.prepared) throw Error("prepare returned nothing");
    });
  });
  if (slot.thrown) std::rethrow_exception(slot.thrown);
  return *slot.prepared;
}

}  // namespace kapprox
