// Declarations: where variables and members of structs are declared, from debug information.
// Private to prove.
#pragma once

#include "raceward/model/Source.h"
#include "raceward/program/Program.h"

#include <llvm/IR/DebugInfoMetadata.h>

#include <cstdint>
#include <map>
#include <optional>
#include <string>

namespace raceward {

struct Declared {
  std::string declarator; ///< the name alone: "head"
  SourcePosition at;      ///< with the whole path, without a column
  const llvm::DIType *type = nullptr;
  const llvm::DICompositeType *record = nullptr; ///< that it is a member of; null for a variable
  std::uint64_t offset = 0;                      ///< in the record
  bool isStatic = false;
};

/// A lock in a struct, as code calls it from there.
struct LockMember {
  std::string path; ///< "lock", "state.lock"
  SourcePosition at;
  std::string type; ///< "pthread_mutex_t"
};

class Declarations {
public:
  explicit Declarations(const Program &program);

  /// By AccessSite::variable; null if it is declared nowhere, or in several ways.
  [[nodiscard]] const Declared *find(const std::string &variable) const;
  [[nodiscard]] const Declared *find(const llvm::GlobalVariable &global) const;
  /// The lock at this offset of a type, if there is one. An empty path: it is the lock itself.
  [[nodiscard]] static std::optional<LockMember> lockAt(const llvm::DIType *type,
                                                        std::int64_t offset);
  /// What a parameter of a function is declared as; null if unknown.
  [[nodiscard]] const llvm::DIType *parameter(const llvm::Argument &argument) const;
  /// Types of locks, by name.
  [[nodiscard]] const std::map<std::string, SourcePosition> &lockTypes() const {
    return lockTypes_;
  }

private:
  void addRecord(const llvm::DICompositeType &record, const std::string &name);
  void add(const std::string &name, Declared declared);

  std::map<std::string, std::optional<Declared>> byName_; ///< empty: several
  std::map<std::string, std::string> globals_;            ///< names in IR, to names here
  std::map<std::string, SourcePosition> lockTypes_;
};

/// The whole path of a file and a line.
SourcePosition declaredAt(const llvm::DIFile *file, unsigned line);

/// What a pointer type points to; null if it is none.
const llvm::DIType *pointedTo(const llvm::DIType *type);

} // namespace raceward
