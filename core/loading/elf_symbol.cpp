// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// A reader of 64-bit ELF files for one symbol: section headers → dynamic symbols → program headers.
// Every offset comes from the file and is checked against its length.
// "Tool Interface Standard, Executable and Linking Format", version 1.2, 1995; elf(5).
#include "loading/elf_symbol.hpp"

#include <kapprox/error.hpp>

#include <elf.h>
#include <fmt/format.h>

#include <cstring>
#include <fstream>
#include <string_view>
#include <system_error>

namespace kapprox {
namespace {

#if defined(__x86_64__)
constexpr unsigned this_machine = EM_X86_64;
#elif defined(__aarch64__)
constexpr unsigned this_machine = EM_AARCH64;
#elif defined(__riscv)
constexpr unsigned this_machine = EM_RISCV;
#else
#error "kapprox: name this machine's ELF number here"
#endif

class ElfFile {
 public:
  explicit ElfFile(const std::filesystem::path& file) : file_(file) {
    std::error_code error;
    const auto size = std::filesystem::file_size(file, error);
    std::ifstream stream(file, std::ios::binary);
    if (error || !stream) refuse("cannot be read");
    bytes_.resize(size);
    stream.read(bytes_.data(), static_cast<std::streamsize>(size));
    if (stream.gcount() != static_cast<std::streamsize>(size)) refuse("cannot be read");
    if (bytes_.empty()) refuse("is empty");
    if (!bytes_.starts_with(std::string_view(ELFMAG, SELFMAG)))
      refuse("is not a shared library (no ELF mark)");
    header_ = at<Elf64_Ehdr>(0);
    if (header_.e_ident[EI_CLASS] != ELFCLASS64 || header_.e_machine != this_machine)
      refuse("is a library of another machine");
    if (header_.e_type != ET_DYN) refuse("is an ELF file, but not a shared library");
    // The section headers stand last: with them the whole file is there.
    check_inside(header_.e_shoff, std::uint64_t{header_.e_shnum} * sizeof(Elf64_Shdr));
  }

  std::optional<std::vector<char>> symbol_bytes(const std::string& name) const {
    for (unsigned i = 0; i < header_.e_shnum; ++i) {
      const auto table = section(i);
      if (table.sh_type != SHT_DYNSYM) continue;
      const auto names = section(table.sh_link);
      for (Elf64_Xword offset = 0; offset + sizeof(Elf64_Sym) <= table.sh_size;
           offset += sizeof(Elf64_Sym)) {
        const auto symbol = at<Elf64_Sym>(table.sh_offset + offset);
        if (symbol.st_shndx != SHN_UNDEF && ELF64_ST_TYPE(symbol.st_info) == STT_OBJECT &&
            text(names.sh_offset + symbol.st_name) == name)
          return loaded_bytes(symbol.st_value, symbol.st_size);
      }
    }
    return std::nullopt;
  }

 private:
  [[noreturn]] void refuse(const char* what) const {
    throw InputError(fmt::format(
        "plugin {}: the file {}, but must be a shared library of this machine; rebuild it.",
        file_.string(), what));
  }

  void check_inside(std::uint64_t offset, std::uint64_t size) const {
    if (offset > bytes_.size() || size > bytes_.size() - offset) refuse("is cut short");
  }

  template <class T>
  T at(std::uint64_t offset) const {
    check_inside(offset, sizeof(T));
    T value;
    std::memcpy(&value, bytes_.data() + offset, sizeof(T));
    return value;
  }

  std::string_view text(std::uint64_t offset) const {
    check_inside(offset, 1);
    const std::string_view rest = std::string_view(bytes_).substr(offset);
    return rest.substr(0, rest.find('\0'));
  }

  Elf64_Shdr section(unsigned index) const {
    return at<Elf64_Shdr>(header_.e_shoff + std::uint64_t{index} * sizeof(Elf64_Shdr));
  }

  // What the loader will copy to that address.
  std::optional<std::vector<char>> loaded_bytes(std::uint64_t address, std::uint64_t size) const {
    for (unsigned i = 0; i < header_.e_phnum; ++i) {
      const auto part = at<Elf64_Phdr>(header_.e_phoff + std::uint64_t{i} * sizeof(Elf64_Phdr));
      if (part.p_type != PT_LOAD || address < part.p_vaddr ||
          address - part.p_vaddr > part.p_filesz || size > part.p_filesz - (address - part.p_vaddr))
        continue;
      const std::uint64_t offset = part.p_offset + (address - part.p_vaddr);
      check_inside(offset, size);
      const char* begin = bytes_.data() + offset;
      return std::vector<char>(begin, begin + size);
    }
    return std::nullopt;
  }

  std::filesystem::path file_;
  std::string bytes_;
  Elf64_Ehdr header_{};
};

}  // namespace

std::optional<std::vector<char>> read_elf_symbol(const std::filesystem::path& file,
                                                 const std::string& name) {
  return ElfFile(file).symbol_bytes(name);
}

}  // namespace kapprox
