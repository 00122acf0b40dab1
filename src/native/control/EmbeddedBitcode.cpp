#include "EmbeddedBitcode.h"

#include <llvm/Object/ObjectFile.h>

#include <cstdint>
#include <cstring>
#include <string_view>

namespace raceward {

namespace {

constexpr std::string_view kSection = ".raceward.bc";
constexpr std::string_view kMagic = "RWBITCD1";
constexpr std::size_t kHeader = 24;

std::uint64_t number(std::string_view text, std::size_t at) {
  std::uint64_t value = 0;
  std::memcpy(&value, text.data() + at, sizeof value);
  return value;
}

std::vector<std::string> pieces(std::string_view text) {
  std::vector<std::string> all;
  while (text.size() >= kHeader) {
    const std::size_t begin = text.find(kMagic);
    // Only padding to a multiple of eight may be between two pieces.
    if (begin >= 8 || text.size() - begin < kHeader)
      break;
    text.remove_prefix(begin);
    const std::uint64_t bytes = number(text, 8);
    if (bytes > text.size() - kHeader)
      return {};
    all.emplace_back(text.substr(kHeader, bytes));
    text.remove_prefix(kHeader + bytes);
  }
  return all;
}

} // namespace

std::vector<std::string> embeddedBitcode(const std::string &executable) {
  auto opened = llvm::object::ObjectFile::createObjectFile(executable);
  if (!opened) {
    llvm::consumeError(opened.takeError());
    return {};
  }
  for (const llvm::object::SectionRef &section : opened->getBinary()->sections()) {
    auto name = section.getName();
    if (!name) {
      llvm::consumeError(name.takeError());
      continue;
    }
    if (std::string_view(*name) != kSection)
      continue;
    auto content = section.getContents();
    if (!content) {
      llvm::consumeError(content.takeError());
      return {};
    }
    return pieces({content->data(), content->size()});
  }
  return {};
}

} // namespace raceward
