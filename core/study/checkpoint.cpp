// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

#include "study/checkpoint.hpp"

#include "study/provenance.hpp"

#include <utility>

namespace kapprox {

namespace {

template <class Duration>
double in_seconds(Duration duration) {
  return std::chrono::duration<double>(duration).count();
}

}  // namespace

CheckpointWriter::CheckpointWriter(const ResultsGroups& groups, std::filesystem::path path,
                                   double interval, double earlier_seconds, Attributes provenance)
    : groups_(groups),
      path_(std::move(path)),
      interval_(interval),
      earlier_seconds_(earlier_seconds),
      provenance_(std::move(provenance)) {}

bool CheckpointWriter::due() const {
  if (!written_) return true;
  const Clock::time_point now = Clock::now();
  const double write = in_seconds(last_end_ - last_begin_);
  return in_seconds(now - last_begin_) >= interval_ - write && in_seconds(now - last_end_) >= write;
}

void CheckpointWriter::write(const RunState& state) {
  last_begin_ = Clock::now();
  Group root = groups_.root(state);
  content_digest_ = root.text_attribute("content_digest").value_or("");
  Group provenance;
  provenance.name = "provenance";
  provenance.attributes = provenance_;
  provenance.attributes.emplace_back("written", utc_now());
  write_file(path_, {std::move(root), std::move(provenance),
                     groups_.timing(state, earlier_seconds_ + seconds()), groups_.resume(state)});
  last_end_ = Clock::now();
  written_ = true;
}

double CheckpointWriter::seconds() const { return in_seconds(Clock::now() - begin_); }

}  // namespace kapprox
