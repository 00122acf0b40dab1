#include "EntryDriver.h"

#include "EntryFunctions.h"
#include "EntryTypes.h"
#include "EntryValues.h"
#include "raceward/base/Text.h"

#include <llvm/BinaryFormat/Dwarf.h>

#include <algorithm>
#include <set>

namespace raceward {

namespace {

using Kind = EntryType::Kind;

/// Up to so many functions have threads of their own; of more, threads choose.
constexpr std::size_t kMostThreadFunctions = 4;

constexpr const char *kPrimitives = R"(
typedef __SIZE_TYPE__ size_t;
// What Raceward knows by these names (raceward_model.h).
_Bool raceward_any_bool(void);
char raceward_any_char(void);
signed char raceward_any_schar(void);
unsigned char raceward_any_uchar(void);
short raceward_any_short(void);
unsigned short raceward_any_ushort(void);
int raceward_any_int(void);
unsigned raceward_any_uint(void);
long raceward_any_long(void);
unsigned long raceward_any_ulong(void);
long long raceward_any_longlong(void);
unsigned long long raceward_any_ulonglong(void);
size_t raceward_any_size(void);
float __VERIFIER_nondet_float(void);
double __VERIFIER_nondet_double(void);
void raceward_any_bytes(void *memory, size_t bytes);
void raceward_writes(void *memory, size_t bytes); // any content
int raceward_more(const char *why);               // any value for provers; 0 in a run
_Noreturn void raceward_gap(const char *why);
// The library.
void *malloc(size_t);
int pthread_create(unsigned long *, const void *, void *(*)(void *), void *);
_Noreturn void pthread_exit(void *);
int pthread_mutex_init(void *, const void *);
int pthread_cond_init(void *, const void *);
int pthread_rwlock_init(void *, const void *);
int pthread_spin_init(volatile int *, int);
int sem_init(void *, int, unsigned);
int mtx_init(void *, int);
int cnd_init(void *);
)";

/// A function that is called, and its parameters.
struct Called {
  llvm::Function *function = nullptr;
  const EntryType *type = nullptr;
  std::string name; ///< in the text
  std::vector<std::string> parameters;
};

std::vector<std::string> parameterNames(const llvm::Function &function, std::size_t count) {
  std::vector<std::string> names(count);
  const llvm::DISubprogram *described = function.getSubprogram();
  const auto *list =
      described ? llvm::dyn_cast_or_null<llvm::MDTuple>(described->getRawRetainedNodes()) : nullptr;
  for (unsigned i = 0; list && i < list->getNumOperands(); ++i)
    if (const auto *variable =
            llvm::dyn_cast_or_null<llvm::DILocalVariable>(list->getOperand(i).get());
        variable && variable->getArg() > 0 && variable->getArg() <= count)
      names[variable->getArg() - 1] = variable->getName().str();
  for (std::size_t i = 0; i < count; ++i)
    if (names[i].empty())
      names[i] = "argument_" + std::to_string(i + 1);
  return names;
}

class DriverWriter {
public:
  DriverWriter(llvm::Module &program, const EntryRequest &request)
      : program_(program), request_(request), types_(program), references_(types_, names_),
        values_(program, types_, names_, references_, request) {}

  Result<WrittenDriver> write() {
    RW_RETURN_IF_ERROR(find(request_.functions, entries_));
    RW_RETURN_IF_ERROR(find(request_.setup, setup_));
    std::vector<const EntryType *> parameters;
    for (const std::vector<Called> *all : {&entries_, &setup_})
      for (const Called &called : *all) {
        parameters.insert(parameters.end(), called.type->parameters.begin(),
                          called.type->parameters.end());
        for (const std::string &parameter : called.parameters)
          names_.reserve(EntryNames::plain(parameter)); // it would hide what has the same name
      }
    const bool isShared = request_.memory == EntryMemory::Shared;
    if (isShared) // what the setup returns is passed on
      for (const Called &called : setup_)
        parameters.push_back(called.type->to);
    values_.follow(parameters);
    if (isShared)
      for (const Called &called : setup_)
        describeSetup(called);
    keepResults();
    std::string calls;
    for (const Called &called : entries_)
      calls += callOf(called);
    const std::string threads = threadFunctions();
    const std::string main = mainFunction();
    WrittenDriver written;
    written.driver.text = head() + kPrimitives + (values_.usesStreams() ? kStream : "") +
                          "\n// Types of the program.\n" + types_.definitions(values_.needed()) +
                          "\n// Functions of the program.\n" + references_.declarations() +
                          "\n// Memory that callers pass.\n" +
                          (setup_.empty() ? "" : "static int for_setup;\n") + values_.objects() +
                          values_.prototypes() + values_.helpers() + calls + threads + main;
    written.driver.exposed = references_.exposed();
    written.driver.assumptions = assumptions();
    written.changed = references_.changed();
    return written;
  }

private:
  static constexpr const char *kStream = "extern struct x_IO_FILE *stdout;\n";

  Result<void> find(const std::vector<std::string> &names, std::vector<Called> &to) {
    for (const std::string &name : names) {
      Result<llvm::Function *> found = findEntry(program_, name);
      if (!found)
        return fail(found.error());
      if (std::ranges::any_of(to, [&](const Called &other) { return other.function == *found; }))
        continue;
      Called called{*found, &references_.typeOf(**found), references_.name(**found), {}};
      RW_RETURN_IF_ERROR(requireCallable(called, name));
      called.parameters = parameterNames(**found, called.type->parameters.size());
      to.push_back(std::move(called));
    }
    return {};
  }

  static Result<void> requireCallable(const Called &called, const std::string &name) {
    for (std::size_t i = 0; i < called.type->parameters.size(); ++i) {
      const EntryType &type = *called.type->parameters[i];
      const bool isPassed = !type.is(Kind::Bytes) && !type.is(Kind::Void) &&
                            !type.is(Kind::Array) && !type.is(Kind::Function) &&
                            (!type.is(Kind::Record) || type.record->isComplete);
      if (!isPassed)
        return fail(Error::Kind::Usage,
                    "parameter " + std::to_string(i + 1) + " of '" + name +
                        "' has a type that no value can be made of",
                    "write a function that calls it as callers do, and name that one");
    }
    return {};
  }

  /// How memory goes from a function of the setup to the calls.
  void describeSetup(const Called &called) {
    if (called.type->to->is(Kind::Pointer) && values_.isFollowed(*called.type->to->to))
      values_.makeBySetup(*called.type->to->to->record);
    for (const EntryType *parameter : called.type->parameters)
      if (parameter->isPointerTo(Kind::Record))
        values_.completeBySetup(*parameter->to->record);
  }

  /// Statements that make the arguments; the names of the variables.
  std::string argumentsOf(const Called &called, std::string &list) {
    EntryNames locals;
    locals.reserve(called.name);
    locals.reserve("result");
    std::string text;
    for (std::size_t i = 0; i < called.parameters.size(); ++i) {
      const std::string local = locals.unique(called.parameters[i]);
      text += values_.argument(*called.type->parameters[i], local, called.parameters[i]);
      list += (list.empty() ? "" : ", ") + local;
    }
    return text;
  }

  static bool isMemory(const EntryType &type) {
    return type.is(Kind::Pointer) && !type.to->is(Kind::Function);
  }

  /// What functions return, or store behind a parameter, and others take.
  void keepResults() {
    std::set<std::string> taken;
    for (const Called &called : entries_)
      for (const EntryType *parameter : called.type->parameters)
        taken.insert(EntryTypes::declared(*parameter, ""));
    const auto keep = [&](const EntryType &type) {
      if (isMemory(type) && taken.contains(EntryTypes::declared(type, "")))
        values_.keepResult(type);
    };
    for (const Called &called : entries_) {
      keep(*called.type->to);
      for (const EntryType *parameter : called.type->parameters)
        if (isMemory(*parameter))
          keep(*parameter->to);
    }
  }

  std::string callOf(const Called &called) {
    std::string list;
    const std::string arguments = argumentsOf(called, list);
    const EntryType &result = *called.type->to;
    std::string after = isMemory(result) ? values_.takenResult(result, "result") : "";
    const std::string before =
        after.empty() ? std::string() : EntryTypes::declared(result, "result") + " = ";
    const std::vector<std::string_view> arg = split(list, ',');
    for (std::size_t i = 0; i < called.parameters.size(); ++i)
      if (const EntryType &type = *called.type->parameters[i]; isMemory(type) && isMemory(*type.to))
        after += values_.takenResult(*type.to, "*" + std::string(trim(arg[i])));
    callers_.push_back(names_.unique("call_" + called.name));
    return "\nstatic void " + callers_.back() + "(void) {\n" + arguments + "  " + before +
           called.name + "(" + list + ");\n" + after + "}\n";
  }

  std::string threadFunctions() {
    std::string text = "\nstatic void call_any(void) {\n  switch (raceward_any_uint() % " +
                       std::to_string(callers_.size()) + ") {\n";
    for (std::size_t i = 0; i < callers_.size(); ++i)
      text += (i + 1 == callers_.size() ? "  default:\n    "
                                        : "  case " + std::to_string(i) + ":\n    ") +
              callers_[i] + "();\n    break;\n";
    text += "  }\n}\n";
    const auto thread = [&](const std::string &name, const std::string &call) {
      threads_.push_back(name);
      text += "\nstatic void *" + name + "(void *unused) {\n  " + call +
              "();\n  while (raceward_more(\"more than one call in a thread\"))\n    call_any();\n"
              "  return unused;\n}\n";
    };
    if (callers_.size() > kMostThreadFunctions)
      thread("caller", "call_any");
    else
      for (std::size_t i = 0; i < callers_.size(); ++i)
        thread(names_.unique("thread_" + entries_[i].name), callers_[i]);
    return text;
  }

  std::string mainFunction() {
    std::string calls;
    for (const Called &called : setup_) {
      std::string list;
      const std::string arguments = argumentsOf(called, list);
      const EntryType &result = *called.type->to;
      const bool isKept = request_.memory == EntryMemory::Shared && result.is(Kind::Pointer) &&
                          values_.isFollowed(*result.to);
      const std::string kept = isKept ? values_.sharedPointer(*result.to->record) : "";
      calls += "  {\n  for_setup = 1;\n" + arguments + "  for_setup = 0;\n  " +
               (isKept ? kept + " = " : "") + called.name + "(" + list + ");\n" +
               (isKept ? "  if (!" + kept + ")\n    return 0;\n" : "") + "  }\n";
    }
    const std::string before = values_.setUpShared(false);
    const std::string after = values_.setUpShared(true);
    std::string text =
        "\nint main(void) {\n" + before + calls + after + "  unsigned long thread;\n";
    const bool chooses = callers_.size() > kMostThreadFunctions;
    const std::string least = chooses ? "3" : "2";
    for (const std::string &thread : threads_)
      text += "  for (int i = 0; i < " + least + " || raceward_more(\"more than " + least +
              " threads" + (chooses ? "" : " of each function") +
              "\"); i++)\n    pthread_create(&thread, 0, " + thread + ", 0);\n";
    // Calls that go on while the program ends are the callers' business; provers look at them.
    return text + "  if (raceward_more(\"the end of the program during calls\"))\n    return 0;\n"
                  "  pthread_exit(0);\n}\n";
  }

  [[nodiscard]] std::string named(const std::vector<Called> &all) const {
    std::vector<std::string> names;
    for (const Called &called : all)
      names.push_back("'" + sourceNameOf(*called.function).substr(0, 64) + "'");
    constexpr std::size_t most = 6;
    if (names.size() > most) {
      const std::size_t more = names.size() - most;
      names.resize(most);
      names.push_back(counted(more, "other"));
    }
    return listed(names);
  }

  [[nodiscard]] static std::string head() {
    return "// A program of functions that threads call: any number of threads, with any "
           "arguments.\n"
           "// Edit it to say more about callers, and check it as a file of the program:\n"
           "//   raceward check PROGRAM.c THIS_FILE.c\n";
  }

  [[nodiscard]] std::vector<Assumption> assumptions() const {
    std::vector<Assumption> all;
    all.push_back({"entry-calls",
                   named(entries_) + (entries_.size() == 1 ? " is" : " are") +
                       " called by any number of threads, any number of times, with any arguments; "
                       "nothing else of the program runs at the same time" +
                       (setup_.empty() ? "" : ", and " + named(setup_) + " before")});
    if (values_.passesPointers()) {
      all.push_back({"entry-pointers",
                     "pointers that callers pass, and those in the memory behind them, point to "
                     "objects of their types; locks there are set up, and nobody holds them"});
      all.push_back(
          request_.memory == EntryMemory::Shared
              ? Assumption{"entry-memory-shared",
                           "calls share the memory that callers pass, as far as pointers have the "
                           "same type; of a structure that the setup returns, there is one"}
              : Assumption{"entry-memory-fresh",
                           "no other thread uses the memory that a caller passes"});
    }
    if (values_.passesPointers() || std::ranges::any_of(entries_, [](const Called &called) {
          return isMemory(*called.type->to);
        }))
      all.push_back({"entry-results", "callers themselves do not use memory, of their own or that "
                                      "functions return, while a call uses it"});
    if (values_.passesUntyped())
      all.push_back({"entry-memory-untyped",
                     "memory behind 'void *' and types that are not known holds no pointers"});
    if (values_.passesFunctions())
      all.push_back({"entry-functions", "functions that callers pass are functions of the program "
                                        "of the same type, or null"});
    return all;
  }

  llvm::Module &program_;
  const EntryRequest &request_;
  EntryNames names_;
  EntryTypes types_;
  EntryReferences references_;
  EntryValues values_;
  std::vector<Called> entries_;
  std::vector<Called> setup_;
  std::vector<std::string> callers_;
  std::vector<std::string> threads_;
};

} // namespace

Result<WrittenDriver> writeDriver(llvm::Module &program, const EntryRequest &request) {
  return DriverWriter(program, request).write();
}

} // namespace raceward
