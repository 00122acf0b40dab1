// The C types of a driver (EntryDriver.h), from debug information or, without any, from LLVM's
// types.
//
// Debug information may be untrusted: names that are not identifiers are replaced, circles end, and
// what is not understood is bytes. Private to program.
#pragma once

#include <llvm/IR/DataLayout.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/Module.h>

#include <cstdint>
#include <deque>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace raceward {

struct EntryRecord;

struct EntryType {
  enum class Kind : std::uint8_t {
    Void,
    Boolean,
    Integer,
    Floating,
    Bytes, ///< of a size, and not looked into
    Pointer,
    Function,
    Record,
    Array,
    Lock, ///< an object of the thread library that has to be set up
  };
  Kind kind = Kind::Void;
  std::uint64_t bytes = 0; ///< 0 if unknown
  std::uint64_t alignment = 1;
  std::string word{}; ///< "unsigned int"; the name of the type of a lock
  const EntryType *to =
      nullptr;             ///< of a pointer, the elements of an array, the result of a function
  std::uint64_t count = 0; ///< of the elements of an array
  std::vector<const EntryType *> parameters{}; ///< of a function
  EntryRecord *record = nullptr;

  [[nodiscard]] bool is(Kind wanted) const { return kind == wanted; }
  [[nodiscard]] bool isPointerTo(Kind wanted) const { return is(Kind::Pointer) && to->is(wanted); }
};

struct EntryMember {
  std::string name;
  const EntryType *type = nullptr;
  std::uint64_t offset = 0;
};

struct EntryRecord {
  std::string spelled; ///< "struct conn"
  std::string name;    ///< "conn", a part of an identifier
  bool isUnion = false;
  bool isComplete = false;
  bool endsOpen = false; ///< with a flexible array
  bool isPacked = false; ///< its members are not where C would put them
  std::uint64_t bytes = 0;
  std::uint64_t alignment = 1;
  std::vector<EntryMember> members;
};

/// Names for the text: identifiers of C, each one once.
class EntryNames {
public:
  EntryNames();
  /// An identifier like the wanted one, which may be taken.
  static std::string plain(llvm::StringRef wanted);
  /// The same, and a new one.
  std::string unique(llvm::StringRef wanted);
  void reserve(llvm::StringRef name) { taken_.insert(name.str()); }

private:
  std::set<std::string> taken_;
};

class EntryTypes {
public:
  explicit EntryTypes(const llvm::Module &module);

  /// Null is `void`.
  const EntryType *from(const llvm::DIType *type);
  const EntryType *from(const llvm::Type &type);
  /// A function type of these.
  const EntryType *function(const EntryType *result, std::vector<const EntryType *> parameters);
  const EntryType *pointerTo(const EntryType *type);
  const EntryType *untypedPointer() { return pointerTo(&add({})); }

  /// "int (*name)(void *)"
  static std::string declared(const EntryType &type, const std::string &name);

  /// The definitions of these records and of those that they contain; declarations of all others.
  [[nodiscard]] std::string definitions(const std::set<const EntryRecord *> &needed) const;

private:
  EntryType &add(EntryType type);
  const EntryType *basic(const llvm::DIBasicType &type);
  const EntryType *integer(std::uint64_t bytes, bool isSigned, llvm::StringRef spelled = {});
  const EntryType *bytesType(std::uint64_t bytes, std::uint64_t alignment);
  const EntryType *composite(const llvm::DICompositeType &type, llvm::StringRef typedefName);
  const EntryType *array(const llvm::DICompositeType &type);
  const EntryType *recordType(const llvm::DICompositeType &type, llvm::StringRef typedefName);
  const EntryType *functionType(const llvm::DISubroutineType &type);
  const EntryType *lockType(llvm::StringRef name, const llvm::DIType &type);
  void addMembers(const llvm::DICompositeType &type, EntryRecord &record);
  void addMember(const llvm::DIDerivedType &member, EntryRecord &record);
  static void define(const EntryRecord &record, std::set<const EntryRecord *> &done,
                     std::string &text);

  const llvm::DataLayout &layout_;
  EntryNames tags_;
  /// By their names, for declarations in other files; null if there are different ones.
  std::map<std::string, const llvm::DICompositeType *> complete_;
  std::deque<EntryType> types_;
  std::deque<EntryRecord> records_;
  std::map<const llvm::DIType *, const EntryType *> byNode_;
  std::map<std::string, const EntryType *> byShape_; ///< records of several files that are alike
  std::map<std::string, const EntryType *> locks_;
  unsigned depth_ = 0;
};

/// The call that sets up a lock behind the expression; empty if it is not known how.
std::string setUpLock(const EntryType &type, const std::string &expression);

/// Whether there are pointers or locks in it, which cannot have any content.
bool needsCare(const EntryType &type);

} // namespace raceward
