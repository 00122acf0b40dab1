#include "Symbols.h"

#include <llvm/Demangle/Demangle.h>
#include <llvm/Object/ELFObjectFile.h>
#include <llvm/Object/ObjectFile.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>

namespace raceward {

void Symbols::read(const std::string &file, std::uint64_t base) {
  auto opened = llvm::object::ObjectFile::createObjectFile(file);
  if (!opened) {
    llvm::consumeError(opened.takeError());
    return;
  }
  const auto *elf = llvm::dyn_cast<llvm::object::ELFObjectFileBase>(opened->getBinary());
  if (elf == nullptr)
    return;
  const std::uint64_t moved = elf->getEType() == llvm::ELF::ET_DYN ? base : 0;
  for (const llvm::object::ELFSymbolRef symbol : elf->symbols()) {
    auto name = symbol.getName();
    auto address = symbol.getAddress();
    if (!name || !address) {
      llvm::consumeError(name.takeError());
      llvm::consumeError(address.takeError());
      continue;
    }
    if (symbol.getSize() != 0 && !name->empty()) {
      symbols_[*address + moved] = {symbol.getSize(), name->str()};
      starts_.emplace(name->str(), *address + moved);
    }
  }
}

const std::pair<const std::uint64_t, Symbols::Symbol> *
Symbols::covering(std::uint64_t address) const {
  auto after = symbols_.upper_bound(address);
  if (after == symbols_.begin())
    return nullptr;
  --after;
  return address - after->first < after->second.bytes ? &*after : nullptr;
}

std::string Symbols::at(std::uint64_t address) const {
  const auto *found = covering(address);
  return found == nullptr ? std::string() : llvm::demangle(found->second.name);
}

std::optional<SymbolPlace> Symbols::placeOf(std::uint64_t address) const {
  const auto *found = covering(address);
  if (found == nullptr)
    return std::nullopt;
  return SymbolPlace{found->second.name, found->first, starts_.count(found->second.name) == 1};
}

std::optional<SymbolPlace> Symbols::named(const std::string &name) const {
  const auto [first, end] = starts_.equal_range(name);
  if (first == end)
    return std::nullopt;
  return SymbolPlace{name, first->second, std::next(first) == end};
}

bool hasRuntime(const std::string &file) {
  auto opened = llvm::object::ObjectFile::createObjectFile(file);
  if (!opened) {
    llvm::consumeError(opened.takeError());
    return false;
  }
  const auto *elf = llvm::dyn_cast<llvm::object::ELFObjectFileBase>(opened->getBinary());
  if (elf == nullptr)
    return false;
  const auto isHook = [](const llvm::object::SymbolRef &symbol) {
    auto name = symbol.getName();
    if (name)
      return *name == "__raceward_register";
    llvm::consumeError(name.takeError());
    return false;
  };
  // A stripped program still exports it.
  const auto exported = elf->getDynamicSymbolIterators();
  return std::any_of(exported.begin(), exported.end(), isHook) ||
         std::any_of(elf->symbol_begin(), elf->symbol_end(), isHook);
}

std::uint64_t baseOfExecutable(int process) {
  const std::string folder = "/proc/" + std::to_string(process);
  std::error_code error;
  const std::string file = std::filesystem::read_symlink(folder + "/exe", error).string();
  std::ifstream maps(folder + "/maps");
  for (std::string line; std::getline(maps, line);)
    if (!error && line.ends_with(file))
      return std::strtoull(line.c_str(), nullptr, 16);
  return 0;
}

} // namespace raceward
