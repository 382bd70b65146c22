// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// Files and tables that do not fit together, and what is said about them.
#include "inputs/axes.hpp"
#include "inputs/small_files.hpp"
#include "message_of.hpp"

#include <kapprox/error.hpp>

#include <limits>

namespace kapprox {
namespace {

// The sentence about a file, its path and the place of the path in the study taken off; about a
// table, whole.
std::string refusal(const FileFixture& file, AxesGiven axes = {}) {
  const InputSpec spec = file.spec(axes);
  std::string message = message_of<InputError>([&] { file.problems(std::move(axes)); });
  const std::string path =
      where_of(spec, "path") + ": path: " + (file.folder() / "a.h5").string() + ": ";
  return message.substr(0, path.size()) == path ? message.substr(path.size()) : message;
}

std::string refusal(const SmallFile& small, AxesGiven axes = {}) {
  const FileFixture file;
  file.write(small);
  return refusal(file, std::move(axes));
}

// The sentence about a file whose variable `name` was renamed to `other`.
std::string refusal_renamed(const std::string& name, const std::string& other) {
  const FileFixture file;
  Group group = group_of(SmallFile{});
  for (Variable& variable : group.variables)
    if (variable.name == name) variable.name = other;
  file.write(group);
  return refusal(file);
}

TEST(FileRefuses, HeadOutOfRange) {
  EXPECT_EQ(refusal(SmallFile{}, {{"head", {std::int64_t{2}}}}),
            "study.toml:6: inputs: head is 2, but must be from 0 to 1: the file has 2 heads, "
            "counted from 0; change it");
  EXPECT_EQ(
      refusal(SmallFile{}, {{"head", {std::int64_t{-1}}}}),
      "study.toml:6: inputs: head is -1, but must be a whole number of at least 0; change it");
}

TEST(FileRefuses, TooManyPairsUnasked) {
  EXPECT_EQ(refusal(SmallFile{.heads = 1, .kv_heads = 1, .rows = 400, .key_rows = 300}),
            "study.toml:5: inputs: pairs is missing for 120000 pairs per head, but must be given "
            "above 100000 pairs; write pairs = 1000, for instance, or pairs = 120000 for all");
}

TEST(FileRefuses, PairsOutOfRange) {
  EXPECT_EQ(
      refusal(SmallFile{}, {{"pairs", {std::int64_t{0}}}}),
      "study.toml:6: inputs: pairs is 0, but must be a whole number of at least 1; change it");
  EXPECT_EQ(refusal(SmallFile{}, {{"pairs", {std::int64_t{13}}}}),
            "study.toml:6: inputs: pairs is 13, but must be at most 12, all there are; lower it or "
            "remove it");
}

TEST(FileRefuses, QueriesOutOfRangeOrBesidePairs) {
  const FileFixture file;
  file.write(SmallFile{});

  EXPECT_NE(refusal(file, {{"queries", {std::int64_t{4}}}})
                .find("queries is 4, but must be at most 3, all there are; lower it"),
            std::string::npos);
  EXPECT_NE(refusal(file, {{"queries", {std::int64_t{1}}}, {"pairs", {std::int64_t{1}}}})
                .find("queries is given, but must be left out where pairs or pairing = \"row\" is "
                      "given; keep one of the two"),
            std::string::npos);
}

TEST(FileRefuses, WordsAndScales) {
  EXPECT_EQ(refusal(SmallFile{}, {{"centre", {std::string("key")}}}),
            "study.toml:6: inputs: centre is \"key\", but must be none, keys or both; did you mean "
            "keys?");
  EXPECT_EQ(refusal(SmallFile{}, {{"temperature", {0.0}}}),
            "study.toml:7: inputs: temperature is 0.0, but must be above 0; change it");
  // Query 1 is (11, 12): its square times the scale.
  EXPECT_EQ(refusal(SmallFile{.heads = 1, .kv_heads = 1}, {{"scale", {1e300}}}),
            "study.toml:7: inputs: the squared norm of query 1 is 2.65e+302, but must be at most "
            "1e+301 to stay within the range of double; scale the vectors down");
  EXPECT_EQ(refusal(SmallFile{}, {{"pairing", {std::string("row")}}}),
            "study.toml:6: inputs: pairing is \"row\" for 3 queries and 4 keys, but must be all "
            "where the two differ; write pairing = \"all\"");
}

TEST(FileRefuses, ArraysThatAreNotThere) {
  EXPECT_EQ(refusal_renamed("k", "key_vectors"),
            "has q without k, but must have both, or x for both at once; add the missing dataset");
  EXPECT_EQ(refusal_renamed("q", "query_vectors"),
            "has k without q, but must have both, or x for both at once; add the missing dataset");
}

TEST(FileRefuses, LogitsAlone) {
  const FileFixture file;
  Group group = group_of(SmallFile{});
  group.variables.erase(group.variables.begin() + 1);
  group.variables[0].name = "logits";
  file.write(group);

  EXPECT_EQ(
      refusal(file),
      "holds logits only, but must hold q and k (or x): of logits alone there are studies of kind "
      "series only; "
      "write q and k into the file");
}

TEST(FileRefuses, UnknownNamesAreListed) {
  const FileFixture file;
  Group group = group_of(SmallFile{});
  group.dimensions = {{"row", 1}};
  group.variables = {{"queries",
                      {"row"},
                      std::vector<double>{1},
                      {{"units", std::string("1")}, {"long_name", std::string("q")}}}};
  file.write(group);

  EXPECT_EQ(refusal(file),
            "has the datasets queries, row, but must have q and k, or x; rename them");
}

TEST(FileRefuses, UnknownLayout) {
  EXPECT_EQ(refusal(SmallFile{.attributes = {{"layout", std::string("qkv/2")}}}),
            "its layout is \"qkv/2\", but must be qkv/1, vectors/1 or not given; convert it or "
            "remove the attribute");
}

TEST(FileRefuses, HeadsThatDoNotDivide) {
  EXPECT_EQ(refusal(SmallFile{.heads = 3, .kv_heads = 2}),
            "has 3 query heads on 2 key heads, but must have a multiple of the key heads, or a "
            "dataset kv_head_of; add kv_head_of");
  EXPECT_EQ(refusal(SmallFile{.heads = 2, .kv_heads = 3}),
            "has 2 query heads on 3 key heads, but must have a multiple of the key heads, or a "
            "dataset kv_head_of; add kv_head_of");
}

TEST(FileRefuses, KeysWithAnAxisOfHeadsThatQueriesDoNotHave) {
  const FileFixture file;
  Group group = group_of(SmallFile{.heads = 1, .kv_heads = 2});
  group.variables[0].dimensions = {"query", "dim"};
  file.write(group);

  EXPECT_EQ(refusal(file),
            "q has 2 axes (3 × 2) and k has 3 (2 × 4 × 2), but must have as many, and a multiple "
            "of the key heads; give q an axis of heads");
}

// The study names the file, so the sentence opens with the line that does.
TEST(FileRefuses, AtTheLineOfTheStudyThatNamesTheFile) {
  const FileFixture file;
  file.write(SmallFile{.heads = 3, .kv_heads = 2});

  const std::string message = message_of<InputError>([&] { file.problems(); });

  EXPECT_EQ(message.rfind("study.toml:6: inputs: path: " + (file.folder() / "a.h5").string() +
                              ": has 3 query heads",
                          0),
            0U)
      << message;
}

TEST(FileRefuses, KvHeadOfBeyondTheKeyHeads) {
  EXPECT_EQ(refusal(SmallFile{.heads = 2, .kv_heads = 2, .kv_head_of = {0, 2}}),
            "kv_head_of holds 2, but must hold positions of key heads, 0 to 1; mend it");
}

TEST(FileRefuses, ValuesThatAreNotFinite) {
  const FileFixture file;
  Group group = group_of(SmallFile{});
  std::get<std::vector<double>>(group.variables[1].data)[8 + 2 * 2] =
      std::numeric_limits<double>::quiet_NaN();
  file.write(group);

  EXPECT_EQ(
      refusal(file),
      "k, head 1, row 2 holds nan, but must hold finite numbers only; mend the file or choose "
      "other heads");
  EXPECT_EQ(file.problems({{"head", {std::int64_t{0}}}}).size(), 1U);
}

TEST(FileRefuses, EmptyQueries) {
  EXPECT_EQ(refusal(SmallFile{.rows = 0}),
            "q is empty (shape 2 × 0 × 2), but must have at least one row and one dimension; check "
            "how it was written");
}

TEST(FileRefuses, LogitScaleThatIsNoScale) {
  EXPECT_EQ(refusal(SmallFile{.attributes = {{"logit_scale", -1.0}}}),
            "its logit_scale is -1, but must be above 0 and finite; mend or remove the "
            "attribute");
  EXPECT_EQ(refusal(SmallFile{.attributes = {{"logit_scale", std::string("0.5")}}}),
            "its logit_scale is no single number, but must be above 0 and finite; mend or remove "
            "the attribute");
}

TEST(FileRefuses, LayoutThatIsNoText) {
  EXPECT_EQ(refusal(SmallFile{.attributes = {{"layout", std::int64_t{1}}}}),
            "its layout is no text, but must be qkv/1, vectors/1 or not given; convert it or "
            "remove the attribute");
}

TEST(FileRefuses, PathThatLeadsNowhere) {
  const FileFixture file;

  EXPECT_EQ(refusal(file, {{"path", {std::string("b.h5")}}}),
            "study.toml:6: inputs: path is \"b.h5\", which is no file in " +
                file.folder().path().string() +
                " or the current folder, but must be the path of a file; check its spelling");
}

TEST(FileRefuses, FileThatIsNotHdf5) {
  const FileFixture file;
  write_bytes(file.folder() / "a.h5", "no such thing");

  EXPECT_EQ(refusal(file),
            "is not an HDF5 file, but must be an HDF5 file with arrays; check the path");
}

}  // namespace
}  // namespace kapprox
