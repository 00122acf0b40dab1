// Program: the input of every engine.
//
// One linked and normalised module, pre-decoded, with the table of access sites. Made by
// loadProgram() and immutable afterwards, so that several engines may read it concurrently.
#pragma once

#include "raceward/model/Access.h"
#include "raceward/model/EntryDriver.h"
#include "raceward/model/Gap.h"
#include "raceward/program/Code.h"

#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

namespace llvm {
class DIGlobalVariable;
class DILocation;
class Value;
} // namespace llvm

namespace raceward {

enum class DataModel : std::uint8_t { LP64, ILP32 };

/// The position of a site in the code, for engines; AccessSite is its public description.
struct SitePlace {
  FunctionId function;
  std::uint32_t instruction = 0;
  const llvm::Instruction *origin = nullptr;
  const llvm::Value *pointer = nullptr; ///< the accessed address
};

class Program {
public:
  /// Takes a linked and normalised module; decodes it and finds its sites.
  static Program fromModule(std::unique_ptr<llvm::LLVMContext> context,
                            std::unique_ptr<llvm::Module> module, std::string linkedBitcode = {});
  /// The same for a module that is not a whole program: it has no entry.
  static Program libraryFromModule(std::unique_ptr<llvm::LLVMContext> context,
                                   std::unique_ptr<llvm::Module> module);

  [[nodiscard]] const llvm::Module &module() const { return *module_; }
  [[nodiscard]] DataModel dataModel() const;
  /// The module before normalisation, for programFromBitcode(); empty unless requested by
  /// LoadRequest::keepBitcode.
  [[nodiscard]] const std::string &linkedBitcode() const { return linkedBitcode_; }

  /// The main that was written for functions (Entry.h), if that was asked for.
  [[nodiscard]] const std::optional<EntryDriver> &driver() const { return driver_; }
  void setDriver(EntryDriver driver) { driver_ = std::move(driver); }

  [[nodiscard]] const std::vector<Function> &functions() const { return functions_; }
  [[nodiscard]] const std::vector<Global> &globals() const { return globals_; }
  [[nodiscard]] const std::vector<Constant> &constants() const { return constants_; }
  [[nodiscard]] const std::vector<AccessSite> &sites() const { return sites_; }
  [[nodiscard]] const SitePlace &placeOf(SiteId site) const { return places_[site.index()]; }

  [[nodiscard]] const Function &function(FunctionId id) const { return functions_[id.index()]; }
  [[nodiscard]] const Function *functionOf(const llvm::Function *origin) const;
  /// main; or, if there are constructors or destructors, a function that calls them around main, so
  /// that engines need not know them. Not valid for a library.
  [[nodiscard]] const Function &entry() const;
  /// Functions that the main thread runs before main, in that order (__attribute__((constructor))).
  /// Threads may exist as soon as the first one begins.
  [[nodiscard]] const std::vector<FunctionId> &constructors() const { return constructors_; }
  /// Functions that run when main returns and before exit(), in that order. Other threads may still
  /// be running.
  [[nodiscard]] const std::vector<FunctionId> &destructors() const { return destructors_; }

private:
  friend class Decoder;
  Program() = default;
  static Program decoded(std::unique_ptr<llvm::LLVMContext> context,
                         std::unique_ptr<llvm::Module> module, bool isLibrary);

  std::unique_ptr<llvm::LLVMContext> context_;
  std::unique_ptr<llvm::Module> module_;
  std::string linkedBitcode_;
  std::optional<EntryDriver> driver_;
  std::vector<Function> functions_;
  std::vector<Global> globals_;
  std::vector<Constant> constants_;
  std::vector<AccessSite> sites_;
  std::vector<SitePlace> places_;
  std::unordered_map<const llvm::Function *, FunctionId> functionIds_;
  FunctionId entry_;
  std::vector<FunctionId> constructors_;
  std::vector<FunctionId> destructors_;
};

/// Position of an instruction, function or global from its debug information.
SourcePosition positionOf(const llvm::Instruction &instruction);
SourcePosition positionOf(const llvm::Function &function);
SourcePosition positionOf(const llvm::DILocation &location);
SourcePosition positionOf(const llvm::DIGlobalVariable &variable);

/// The C name of the memory behind an operand (0 for loads, stores and atomics; the argument's
/// number for calls); empty if unknown.
std::string attachedName(const llvm::Instruction &instruction, unsigned operand);
/// AccessSite::variable of that memory.
std::string attachedVariable(const llvm::Instruction &instruction, unsigned operand);

} // namespace raceward
