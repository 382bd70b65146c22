// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// A reader of the header's dictionary, one token at a time; every step checks that text is left.
#include "io/npy_header.hpp"

namespace kapprox {

namespace {

constexpr std::string_view magic = "\x93NUMPY";
constexpr std::size_t largest_rank = 4;

class HeaderText {
 public:
  explicit HeaderText(std::string_view text) : text_(text) {}

  // Skips blanks; true and one step on when the next character is `wanted`.
  bool take(char wanted) {
    skip_blanks();
    if (at_ >= text_.size() || text_[at_] != wanted) return false;
    ++at_;
    return true;
  }

  void skip_blanks() {
    while (at_ < text_.size() && (text_[at_] == ' ' || text_[at_] == '\n')) ++at_;
  }

  void expect(char wanted) {
    if (!take(wanted)) throw NpyFailure("has a malformed header");
  }

  std::string quoted() {
    const char quote = take('"') ? '"' : '\'';
    if (quote == '\'') expect('\'');
    const std::size_t end = text_.find(quote, at_);
    if (end == std::string_view::npos) throw NpyFailure("has a malformed header");
    std::string word(text_.substr(at_, end - at_));
    at_ = end + 1;
    return word;
  }

  bool boolean() {
    skip_blanks();
    for (const auto& [word, value] :
         {std::pair{std::string_view("True"), true}, std::pair{std::string_view("False"), false}})
      if (text_.substr(at_, word.size()) == word) {
        at_ += word.size();
        return value;
      }
    throw NpyFailure("has a malformed header");
  }

  std::int64_t length() {
    skip_blanks();
    const std::size_t start = at_;
    std::int64_t value = 0;
    for (; at_ < text_.size() && text_[at_] >= '0' && text_[at_] <= '9'; ++at_) {
      if (at_ - start >= 18) throw NpyFailure("has an impossible shape");
      value = 10 * value + (text_[at_] - '0');
    }
    if (at_ == start) throw NpyFailure("has a malformed shape");
    return value;
  }

  std::vector<std::int64_t> lengths() {
    std::vector<std::int64_t> shape;
    expect('(');
    while (!take(')')) {
      if (shape.size() == largest_rank) throw NpyFailure("has more than 4 axes");
      shape.push_back(length());
      if (!take(',')) {
        expect(')');
        break;
      }
    }
    return shape;
  }

 private:
  std::string_view text_;
  std::size_t at_ = 0;
};

std::size_t little_endian(std::string_view bytes) {
  std::size_t value = 0;
  for (std::size_t i = bytes.size(); i-- > 0;)
    value = value << 8 | static_cast<unsigned char>(bytes[i]);
  return value;
}

void parse_dictionary(std::string_view text, NpyHeader& header) {
  HeaderText rest(text);
  bool has_descr = false;
  bool has_order = false;
  bool has_shape = false;
  rest.expect('{');
  while (!rest.take('}')) {
    const std::string key = rest.quoted();
    rest.expect(':');
    if (key == "descr") {
      if (rest.take('[')) throw NpyFailure("holds records of several fields");
      header.descr = rest.quoted();
      has_descr = true;
    } else if (key == "fortran_order") {
      header.fortran_order = rest.boolean();
      has_order = true;
    } else if (key == "shape") {
      header.shape = rest.lengths();
      has_shape = true;
    } else {
      throw NpyFailure("has an unknown key in its header");
    }
    if (!rest.take(',')) {
      rest.expect('}');
      break;
    }
  }
  if (!has_descr || !has_order || !has_shape) throw NpyFailure("has an incomplete header");
}

}  // namespace

NpyHeader parse_npy_header(std::string_view content) {
  if (content.substr(0, magic.size()) != magic) throw NpyFailure("does not begin like one");
  if (content.size() < magic.size() + 2) throw NpyFailure("is cut short");
  const auto version = static_cast<unsigned char>(content[magic.size()]);
  if (version != 1 && version != 2)
    throw NpyFailure("is of version " + std::to_string(static_cast<int>(version)));
  const std::size_t field = version == 1 ? 2 : 4;
  const std::size_t start = magic.size() + 2 + field;
  if (content.size() < start) throw NpyFailure("is cut short");
  const std::size_t length = little_endian(content.substr(magic.size() + 2, field));
  if (length > content.size() - start) throw NpyFailure("is cut short");
  NpyHeader header;
  header.size = start + length;
  parse_dictionary(content.substr(start, length), header);
  return header;
}

}  // namespace kapprox
