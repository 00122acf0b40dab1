// The values that a driver (EntryDriver.h) passes, as C text: helper functions that make objects of
// the program's types, and expressions that call them. Private to program.
#pragma once

#include "EntryTypes.h"
#include "raceward/model/EntryDriver.h"
#include "raceward/program/Entry.h"

#include <llvm/IR/Module.h>

#include <map>
#include <set>
#include <string>
#include <vector>

namespace raceward {

/// The functions of the program that the text names.
class EntryReferences {
public:
  EntryReferences(EntryTypes &types, EntryNames &names) : types_(types), names_(names) {}

  /// How the text calls it. A static one gets external linkage and another name, until the driver
  /// is linked.
  std::string name(llvm::Function &function);
  /// Its type in C.
  const EntryType &typeOf(const llvm::Function &function);

  [[nodiscard]] const std::string &declarations() const { return declarations_; }
  [[nodiscard]] const std::vector<ExposedFunction> &exposed() const { return exposed_; }
  [[nodiscard]] const std::vector<llvm::Function *> &changed() const { return changed_; }

private:
  EntryTypes &types_;
  EntryNames &names_;
  std::map<const llvm::Function *, std::string> known_;
  std::string declarations_;
  std::vector<ExposedFunction> exposed_;
  std::vector<llvm::Function *> changed_;
};

class EntryValues {
public:
  EntryValues(llvm::Module &module, EntryTypes &types, EntryNames &names,
              EntryReferences &references, const EntryRequest &request)
      : module_(module), types_(types), names_(names), references_(references), request_(request) {}

  /// Decides which structures have objects of their own, from the parameters of all functions.
  /// Comes first.
  void follow(const std::vector<const EntryType *> &parameters);

  /// Statements that declare a local variable and give it any value of its type; `name` says what
  /// shared memory is called.
  std::string argument(const EntryType &type, const std::string &local, const std::string &name);

  /// A thread may pass on what a function gave it, by the type of the pointer. Comes before
  /// arguments.
  void keepResult(const EntryType &type);
  /// A statement that keeps it; empty if no call needs it.
  [[nodiscard]] std::string takenResult(const EntryType &type, const std::string &expression) const;

  /// A function of the setup returns such a record: its memory is behind a pointer, and records
  /// that refer to it come later.
  void makeBySetup(const EntryRecord &record) { bySetup_.insert(&record); }
  /// A function of the setup gets such a record.
  void completeBySetup(const EntryRecord &record) { forSetup_.insert(&record); }
  [[nodiscard]] bool isFollowed(const EntryType &type) const {
    return type.is(EntryType::Kind::Record) && followed_.contains(type.record);
  }
  /// The variable for what a function of the setup returns.
  std::string sharedPointer(const EntryRecord &record);
  /// Statements that set up the memory that calls share.
  std::string setUpShared(bool isAfterSetup);

  /// Complete once everything above was asked for.
  [[nodiscard]] const std::set<const EntryRecord *> &needed() const { return needed_; }
  [[nodiscard]] std::string objects() const { return objects_; }
  [[nodiscard]] std::string prototypes() const { return prototypes_; }
  [[nodiscard]] std::string helpers() const;
  [[nodiscard]] bool usesStreams() const { return usesStreams_; }

  // What the assumptions are about.
  [[nodiscard]] bool passesPointers() const { return passesPointers_; }
  [[nodiscard]] bool passesUntyped() const { return passesUntyped_; }
  [[nodiscard]] bool passesFunctions() const { return passesFunctions_; }

private:
  struct Where {
    std::string levels;                  ///< an expression: how many more pointers are followed
    const EntryRecord *inside = nullptr; ///< a member of it, which is `it`
    unsigned loop = 0;
  };

  /// A function of the text. Several calls of a maker may give the same memory.
  struct Helper {
    std::string head;
    std::string body;
    std::string maker;
  };

  std::string newArgument(const EntryType &type, const std::string &local, const std::string &name);
  [[nodiscard]] std::string resultOf(const EntryType &type) const;
  std::string pointer(const EntryType &to, const Where &where);
  std::string pointerToRecord(const EntryType &to, const Where &where);
  void fill(std::string &text, const EntryType &type, const std::string &target,
            const std::string &indent, const Where &where);
  void fillArray(std::string &text, const EntryType &type, const std::string &target,
                 const std::string &indent, const Where &where);
  static void fillBytes(std::string &text, std::uint64_t bytes, const std::string &target,
                        const std::string &indent);
  /// The names of helper functions, which are written where they are first asked for.
  std::string filler(const EntryRecord &record);
  std::string maker(const EntryRecord &record);
  std::string elements(const EntryType &type, bool isMember);
  std::string text();
  std::string untyped();
  std::string callback(const EntryType &type);
  void addHelper(const std::string &head, const std::string &body, const std::string &maker = {});
  void shareMemory(const EntryType &pointer, const std::string &maker);
  static void addPathsTo(const EntryRecord &record, const EntryRecord &inside,
                         const std::string &before, std::vector<std::string> &paths);
  std::string otherObjects(const EntryRecord &record, bool isArgument);

  std::string sharedObject(const EntryRecord &record);
  std::string otherObject(const EntryRecord &record);
  [[nodiscard]] unsigned levelsFor(const EntryType &type) const;
  [[nodiscard]] double objectsBehind(const EntryType &type, unsigned levels) const;

  llvm::Module &module_;
  EntryTypes &types_;
  EntryNames &names_;
  EntryReferences &references_;
  const EntryRequest &request_;
  std::set<const EntryRecord *> followed_;
  std::vector<const EntryRecord *> followedOrder_;
  std::set<const EntryRecord *> needed_;
  std::set<const EntryRecord *> bySetup_;
  std::set<const EntryRecord *> forSetup_;
  std::map<const EntryRecord *, std::string> fillers_;
  std::map<const EntryRecord *, std::string> makers_;
  std::map<std::string, std::string> elements_; ///< by the type
  std::map<std::string, std::string> callbacks_;
  std::map<const EntryRecord *, std::string> shared_;
  std::vector<const EntryRecord *> sharedOrder_;
  std::map<std::string, std::string> sharedArguments_; ///< by type and name
  std::string setUpOfArguments_;
  std::map<const EntryRecord *, std::string> others_;
  std::string setUpOfOthers_;
  std::map<std::string, std::string> results_; ///< by the type
  std::map<std::string, std::string> same_;    ///< by the maker
  std::string setUpOfSame_;
  std::string objects_;
  std::string prototypes_;
  std::string tables_;
  std::vector<Helper> helpers_;
  bool hasText_ = false;
  bool hasBytes_ = false;
  bool usesStreams_ = false;
  bool passesPointers_ = false;
  bool passesUntyped_ = false;
  bool passesFunctions_ = false;
};

} // namespace raceward
