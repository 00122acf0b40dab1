// Image: a program in the memory of a machine.
//
// Functions and global variables have the same addresses in every run; their micro code is
// generated at the first call.
#pragma once

#include "HandleUses.h"
#include "Micro.h"

#include <llvm/ADT/DenseMap.h>

#include <functional>
#include <memory>
#include <set>
#include <string>
#include <vector>

namespace raceward {

struct Image {
  Image() = default;
  Image(Image &&) = default;
  Image &operator=(Image &&) = default;

  const Program *program = nullptr;
  std::vector<std::uint64_t> globals;   ///< addresses, by GlobalId
  std::vector<std::uint64_t> functions; ///< addresses, by FunctionId
  llvm::DenseMap<const llvm::GlobalVariable *, GlobalId> globalIds;
  /// Accesses before which a thread stops, by SiteId; empty in a program without threads.
  std::vector<bool> visible;
  bool stopsAtFences = false;
  bool isLibrary = false; ///< the machine's own
  /// Integers of unknown origin may be addresses (AddressUses.h).
  bool addressesTravel = false;
  HandleUses handleUses;
  /// Functions of the machine's own library that use its state, by name; of the program's image.
  std::set<std::string, std::less<>> keepState;
  std::vector<std::unique_ptr<MicroFunction>> code; ///< by FunctionId; null until called
};

} // namespace raceward
