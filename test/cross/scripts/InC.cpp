#include "InC.h"

#include "Certainty.h"

#include <set>

namespace raceward::test {
namespace {

constexpr const char *kHead = "#include <pthread.h>\n"
                              "#include <semaphore.h>\n"
                              "#include <stdatomic.h>\n"
                              "#include <stdlib.h>\n"
                              "#include <string.h>\n"
                              "extern int __VERIFIER_nondet_int(void);\n"
                              "extern void __VERIFIER_assume(int);\n"
                              "extern void __VERIFIER_atomic_begin(void);\n"
                              "extern void __VERIFIER_atomic_end(void);\n";

bool isAtomicAccess(Op op) {
  return op >= Op::AtomicRead && op <= Op::CompareAndSwap;
}
bool isPlainAccess(Op op) {
  return op == Op::Read || op == Op::Write || op == Op::Copy;
}

std::string numbered(const char *letter, int number) {
  return letter + std::to_string(number);
}
std::string text(const Value &value) {
  return value.isRegister ? numbered("r", value.number) : std::to_string(value.number);
}

/// As <stdatomic.h> and the compiler's own operations write it.
std::string orderName(MemoryOrder order, bool standard) {
  const char *lower = "seq_cst";
  const char *upper = "SEQ_CST";
  switch (order) {
  case MemoryOrder::Relaxed:
    lower = "relaxed", upper = "RELAXED";
    break;
  case MemoryOrder::Acquire:
    lower = "acquire", upper = "ACQUIRE";
    break;
  case MemoryOrder::Release:
    lower = "release", upper = "RELEASE";
    break;
  case MemoryOrder::AcquireRelease:
    lower = "acq_rel", upper = "ACQ_REL";
    break;
  case MemoryOrder::Plain:
  case MemoryOrder::SeqCst:
    break;
  }
  return standard ? std::string("memory_order_") + lower : std::string("__ATOMIC_") + upper;
}

/// Of a compare-and-swap that fails: it only reads.
MemoryOrder orderOfFailure(MemoryOrder order) {
  if (order == MemoryOrder::Release)
    return MemoryOrder::Relaxed;
  return order == MemoryOrder::AcquireRelease ? MemoryOrder::Acquire : order;
}

class Printer {
public:
  Printer(const Script &script, CForm form) : script_(script), form_(form) {}

  CText print() {
    lookAround();
    add(kHead);
    declareShared();
    if (hasArray_)
      add("int a[2];\n");
    for (const int t : foreignHandles_)
      add("pthread_t " + numbered("h", t) + ";\n");
    for (std::size_t t = 1; t < script_.threads.size(); ++t)
      add("void *" + functionOf(t) + "(void *);\n");
    for (std::size_t t = script_.threads.size(); t-- > 0;)
      printThread(t);
    return std::move(result_);
  }

private:
  void add(const std::string &lines) {
    result_.text += lines;
    for (const char c : lines)
      if (c == '\n')
        result_.statementOfLine.emplace_back();
  }
  void addStatement(const std::string &line, std::size_t statement) {
    add("  " + line + "\n");
    result_.statementOfLine.back() = statement;
  }

  void lookAround() {
    starts_.assign(script_.threads.size(), true);
    std::vector<std::size_t> creator(script_.threads.size(), 0);
    std::size_t position = 0;
    for (std::size_t t = 0; t < script_.threads.size(); ++t) {
      firstPosition_.push_back(position);
      position += script_.threads[t].size();
      for (const Statement &s : script_.threads[t]) {
        if (isPlainAccess(s.op))
          plain_.insert(s.target);
        if (s.op == Op::Copy)
          plain_.insert(s.value.number);
        if (s.op >= Op::Lock && s.op <= Op::TryReadLock)
          (s.op >= Op::ReadLock ? readWriteLocks_ : mutexes_).insert(s.target);
        if (s.op >= Op::Post && s.op <= Op::Look)
          semaphores_.insert(s.target);
        if (s.op == Op::Barrier)
          barriers_.insert(s.target);
        if (s.op == Op::Once)
          onces_.insert(s.target);
        hasArray_ |= s.op == Op::Put || s.op == Op::Get;
        if (s.op == Op::Create) {
          starts_[static_cast<std::size_t>(s.target)] = false;
          creator[static_cast<std::size_t>(s.target)] = t;
        }
      }
    }
    for (const int lock : readWriteLocks_)
      mutexes_.erase(lock);
    for (std::size_t t = 0; t < script_.threads.size(); ++t)
      for (const Statement &s : script_.threads[t])
        if (s.op == Op::Join && creator[static_cast<std::size_t>(s.target)] != t)
          foreignHandles_.insert(s.target);
  }

  // -- what threads share ----------------------------------------------------------------

  [[nodiscard]] bool isPassedOn() const {
    return form_.storage == Storage::Stack || form_.storage == Storage::Heap;
  }

  void declareShared() {
    if (isPassedOn())
      add("struct shared {\n");
    if (form_.storage == Storage::Arrays)
      add("int v[" + std::to_string(variablesOf(script_) + 1) + "];\n");
    for (int v = 0; v < variablesOf(script_); ++v)
      declare(isAtomicType(v) ? "_Atomic int" : "int", "v", "v", v, "");
    declareAll("pthread_mutex_t", "m", "m", mutexes_, "PTHREAD_MUTEX_INITIALIZER");
    declareAll("pthread_rwlock_t", "m", "rw", readWriteLocks_, "PTHREAD_RWLOCK_INITIALIZER");
    declareAll("sem_t", "s", "s", semaphores_, "");
    declareAll("pthread_barrier_t", "b", "b", barriers_, "");
    declareAll("pthread_once_t", "o", "o", onces_, "PTHREAD_ONCE_INIT");
    if (isPassedOn())
      add("};\n");
  }

  /// In an array, those between them are there, too.
  void declareAll(const std::string &type, const char *letter, const char *array,
                  const std::set<int> &numbers, const std::string &value) {
    if (form_.storage == Storage::Arrays && !numbers.empty()) {
      const int count = *numbers.rbegin() + 1;
      add(type + " " + array + "[" + std::to_string(count) + "]");
      for (int i = 0; i < count && !value.empty(); ++i)
        add((i == 0 ? " = {" : ", ") + value + (i + 1 == count ? "}" : ""));
      add(";\n");
    }
    for (const int number : numbers)
      declare(type, letter, array, number,
              value.empty() || isPassedOn() ? std::string() : " = " + value);
  }

  void declare(const std::string &type, const char *letter, const char *array, int number,
               const std::string &value) {
    const std::string name = numbered(letter, number);
    const std::string place = std::string(letter) + "_" + name;
    switch (form_.storage) {
    case Storage::Globals:
      return add(type + " " + name + value + ";\n");
    case Storage::Arrays:
      return add("#define " + name + " " + array + "[" + std::to_string(number) + "]\n");
    case Storage::Pointers:
      return add(type + " " + place + value + ";\n" + type + " *to_" + name + " = &" + place +
                 ";\n#define " + name + " (*to_" + name + ")\n");
    case Storage::Stack:
    case Storage::Heap:
      return add("  " + type + " " + place + ";\n#define " + name + " shared->" + place + "\n");
    }
  }

  /// So that v0 and m0 mean the same in every thread.
  void findShared(std::size_t t) {
    if (isPassedOn() && t != 0)
      return add("  struct shared *shared = unused;\n" + sharedInOnce(t));
    if (form_.storage == Storage::Stack)
      add("  struct shared object;\n  struct shared *shared = &object;\n");
    if (form_.storage == Storage::Heap)
      add("  struct shared *shared = malloc(sizeof *shared);\n"
          "  __VERIFIER_assume(shared != 0);\n");
    if (t == 0)
      initialise();
    if (isPassedOn())
      add(sharedInOnce(t));
  }

  void initialise() {
    for (int v = 0; v < variablesOf(script_) && isPassedOn(); ++v)
      add("  " + numbered("v", v) + " = 0;\n");
    for (const int m : mutexes_)
      if (isPassedOn())
        add("  pthread_mutex_init(&" + numbered("m", m) + ", 0);\n");
    for (const int m : readWriteLocks_)
      if (isPassedOn())
        add("  pthread_rwlock_init(&" + numbered("m", m) + ", 0);\n");
    for (const int s : semaphores_)
      add("  sem_init(&" + numbered("s", s) + ", 0, " + std::to_string(s % 3) + ");\n");
    for (const int b : barriers_)
      add("  pthread_barrier_init(&" + numbered("b", b) + ", 0, " + std::to_string(b + 1) + ");\n");
    for (const int o : onces_)
      if (isPassedOn())
        add("  " + numbered("o", o) + " = PTHREAD_ONCE_INIT;\n");
  }

  // -- what pthread_once() calls -----------------------------------------------------------

  // A function without arguments, so what it uses of its thread is global then, under names that
  // only this thread uses.
  [[nodiscard]] bool callsOnce(std::size_t t) const {
    for (const Statement &s : script_.threads[t])
      if (s.op == Op::Once)
        return true;
    return false;
  }
  static std::string onceFunction(std::size_t t, std::size_t at) {
    return "once" + std::to_string(t) + "_" + std::to_string(at);
  }
  [[nodiscard]] std::string sharedInOnce(std::size_t t) const {
    return callsOnce(t) ? "  shared" + std::to_string(t) + " = shared;\n" : std::string();
  }

  void printOnceFunctions(std::size_t t) {
    const ThreadScript &thread = script_.threads[t];
    if (isPassedOn())
      add("struct shared *shared" + std::to_string(t) + ";\n");
    for (int r = 0; r < Script::kRegisters; ++r)
      add("int " + globalRegister(t, r) + ";\n#define " + numbered("r", r) + " " +
          globalRegister(t, r) + "\n");
    for (std::size_t i = 0; i < thread.size(); ++i) {
      if (thread[i].op != Op::Once)
        continue;
      add("void " + onceFunction(t, i) + "(void) {\n");
      if (isPassedOn())
        add("  struct shared *shared = shared" + std::to_string(t) + ";\n");
      add("  " + numbered("r", thread[i].reg) + " = 1;\n");
      const std::size_t done = *doneOf(thread, i);
      printStatements(t, i + 2, done);
      printLabel(t, done);
      if (isPassedOn())
        add("  (void)shared;\n");
      add("}\n");
    }
  }
  static std::string globalRegister(std::size_t t, int r) {
    return "r" + std::to_string(t) + "_" + std::to_string(r);
  }

  [[nodiscard]] bool isAtomicType(int variable) const {
    return form_.atomicTypes && form_.storage != Storage::Arrays && !plain_.contains(variable);
  }
  static std::string functionOf(std::size_t t) {
    return t == 0 ? "main" : "thread" + std::to_string(t);
  }

  // -- one thread ------------------------------------------------------------------------

  void printThread(std::size_t t) {
    const ThreadScript &thread = script_.threads[t];
    facts_ = factsOf(thread);
    findFlags(thread);
    targets_.clear();
    for (std::size_t i = 0; i < thread.size(); ++i)
      if (isJump(thread[i].op))
        targets_.insert(targetOf(thread, i));
    if (callsOnce(t))
      printOnceFunctions(t);
    add(t == 0 ? "int main(void) {\n" : "void *" + functionOf(t) + "(void *unused) {\n");
    findShared(t);
    declareLocals(t);
    if (t == 0)
      for (std::size_t child = 1; child < script_.threads.size(); ++child)
        if (starts_[child])
          add("  " + creation(static_cast<int>(child)) + "\n");
    printStatements(t, 0, thread.size());
    printLabel(t, thread.size());
    // The object in main lives until the process ends, and no longer than main.
    if (t == 0 && form_.storage == Storage::Stack)
      add("  exit(0);\n");
    add(t == 0 ? "  return 0;\n}\n" : "  return unused;\n}\n");
    for (int r = 0; r < Script::kRegisters && callsOnce(t); ++r)
      add("#undef " + numbered("r", r) + "\n");
  }

  void printLabel(std::size_t t, std::size_t at) {
    if (targets_.contains(at) && !isEndOfOnceAlone(t, at))
      add("l" + std::to_string(at) + ":;\n");
  }
  /// Whether only the skip of what pthread_once() calls leads there, which is not written.
  [[nodiscard]] bool isEndOfOnceAlone(std::size_t t, std::size_t at) const {
    const ThreadScript &thread = script_.threads[t];
    for (std::size_t i = 0; i < thread.size(); ++i)
      if (isJump(thread[i].op) && targetOf(thread, i) == at &&
          (i == 0 || thread[i - 1].op != Op::Once))
        return false;
    return true;
  }

  void printStatements(std::size_t t, std::size_t from, std::size_t to) {
    const ThreadScript &thread = script_.threads[t];
    std::size_t section = 0;
    for (std::size_t i = from; i < to; ++i) {
      printLabel(t, i);
      if (thread[i].op == Op::Begin)
        section = i + 1;
      addStatement(line(t, i), firstPosition_[t] + (section == 0 ? i : section - 1));
      if (thread[i].op == Op::End)
        section = 0;
      if (thread[i].op == Op::Once)
        i = *doneOf(thread, i);
    }
  }

  static bool isJump(Op op) { return op == Op::SkipUnless || op == Op::AgainUnless; }
  static std::size_t targetOf(const ThreadScript &thread, std::size_t i) {
    const auto length = static_cast<std::size_t>(thread[i].target);
    return thread[i].op == Op::SkipUnless ? i + 1 + length : i - length;
  }

  void findFlags(const ThreadScript &thread) {
    children_.clear();
    heldFlags_.clear();
    readingFlags_.clear();
    createdFlags_.clear();
    joinedFlags_.clear();
    for (std::size_t i = 0; i < thread.size(); ++i) {
      const int target = thread[i].target;
      if (thread[i].op == Op::Create)
        children_.insert(target);
      if ((thread[i].op == Op::Lock || thread[i].op == Op::Unlock ||
           thread[i].op == Op::ReadLock) &&
          factAbout(facts_[i].held, target) == Certain::Maybe)
        heldFlags_.insert(target);
      if ((thread[i].op == Op::Lock || thread[i].op == Op::ReadUnlock) &&
          factAbout(facts_[i].reading, target) == Certain::Maybe)
        readingFlags_.insert(target);
      if (thread[i].op != Op::Join)
        continue;
      if (factAbout(facts_[i].created, target) == Certain::Maybe)
        createdFlags_.insert(target);
      if (factAbout(facts_[i].joined, target) == Certain::Maybe)
        joinedFlags_.insert(target);
    }
  }

  void declareLocals(std::size_t t) {
    std::set<int> registers;
    const auto use = [&](const Value &value) {
      if (value.isRegister)
        registers.insert(value.number);
    };
    for (const Statement &s : script_.threads[t]) {
      registers.insert(s.reg);
      use(s.value);
    }
    std::set<int> handles = children_;
    if (t == 0)
      for (std::size_t child = 1; child < script_.threads.size(); ++child)
        if (starts_[child])
          handles.insert(static_cast<int>(child));
    for (const int r : registers)
      if (!callsOnce(t))
        add("  int " + numbered("r", r) + " = 0;\n");
    for (const int child : handles)
      if (!foreignHandles_.contains(child))
        add("  pthread_t " + numbered("h", child) + ";\n");
    for (const int m : heldFlags_)
      add("  int " + numbered("held", m) + " = 0;\n");
    for (const int m : readingFlags_)
      add("  int " + numbered("reading", m) + " = 0;\n");
    for (const int child : createdFlags_)
      add("  int " + numbered("created", child) + " = 0;\n");
    for (const int child : joinedFlags_)
      add("  int " + numbered("joined", child) + " = 0;\n");
  }

  // -- one statement ---------------------------------------------------------------------

  std::string line(std::size_t t, std::size_t i) {
    const ThreadScript &thread = script_.threads[t];
    const Statement &s = thread[i];
    const ThreadFacts &before = facts_[i];
    const std::string variable = numbered("v", s.target);
    const std::string result = numbered("r", s.reg);
    switch (s.op) {
    case Op::Read:
      return result + " = " + variable + ";";
    case Op::Write:
      return variable + " = " + text(s.value) + ";";
    case Op::AtomicRead:
    case Op::AtomicWrite:
    case Op::AtomicAdd:
    case Op::AtomicSetIfZero:
    case Op::CompareAndSwap:
      return atomicAccess(s);
    case Op::Copy: // memmove: it may be the same variable
      return "memmove(&" + variable + ", &" + numbered("v", s.value.number) + ", sizeof(int));";
    case Op::Put:
      return "a[" + result + " & 1] = " + text(s.value) + ";";
    case Op::Get:
      return result + " = a[" + text(s.value) + " & 1];";
    case Op::Assume:
      return "__VERIFIER_assume(" + result + " == " + text(s.value) + ");";
    case Op::Exit:
      return "exit(0);";
    case Op::TryLock:
    case Op::TryReadLock:
      return tryLock(s);
    case Op::ReadLock:
      return readLock(s.target, before);
    case Op::ReadUnlock:
      return readUnlock(s.target, factAbout(before.reading, s.target));
    case Op::Post:
      return "sem_post(&" + numbered("s", s.target) + ");";
    case Op::Wait:
      return "sem_wait(&" + numbered("s", s.target) + ");";
    case Op::TryWait:
      return result + " = sem_trywait(&" + numbered("s", s.target) + ") == 0;";
    case Op::Look:
      return "{ int value; sem_getvalue(&" + numbered("s", s.target) + ", &value); " + result +
             " = value; }";
    case Op::Barrier:
      return "pthread_barrier_wait(&" + numbered("b", s.target) + ");";
    case Op::Once:
      return result + " = 0; pthread_once(&" + numbered("o", s.target) + ", " + onceFunction(t, i) +
             ");";
    case Op::Fence:
      return "atomic_thread_fence(" + orderName(s.order, true) + ");";
    case Op::Begin:
      return "__VERIFIER_atomic_begin();";
    case Op::End:
      return "__VERIFIER_atomic_end();";
    case Op::Lock:
      return lock(s.target, before);
    case Op::Unlock:
      return unlock(s.target, factAbout(before.held, s.target));
    case Op::Choose:
      return input(s);
    case Op::SkipUnless:
    case Op::AgainUnless:
      return "if (" + result + " != " + text(s.value) + ") goto l" +
             std::to_string(targetOf(thread, i)) + ";";
    case Op::Create:
      return creation(s.target);
    case Op::Join:
      return join(s.target, before);
    case Op::Local:
      return ";";
    case Op::Done: // the end of a function
      break;
    }
    RW_CHECK(false);
  }

  std::string atomicAccess(const Statement &s) const {
    const bool standard = isAtomicType(s.target);
    const std::string at = "&" + numbered("v", s.target);
    const std::string result = numbered("r", s.reg);
    const std::string order = ", " + orderName(s.order, standard);
    const std::string value = ", " + text(s.value);
    switch (s.op) {
    case Op::AtomicRead:
      return result + " = " + (standard ? "atomic_load_explicit(" : "__atomic_load_n(") + at +
             order + ");";
    case Op::AtomicWrite:
      return (standard ? "atomic_store_explicit(" : "__atomic_store_n(") + at + value + order +
             ");";
    case Op::AtomicAdd:
      return result + " = " + (standard ? "atomic_fetch_add_explicit(" : "__atomic_fetch_add(") +
             at + value + order + ");";
    default: { // expected keeps the old value in either case
      const std::string orders = order + ", " + orderName(orderOfFailure(s.order), standard);
      return "{ int expected = 0; " +
             (standard ? "atomic_compare_exchange_strong_explicit(" + at + ", &expected" + value
                       : "__atomic_compare_exchange_n(" + at + ", &expected" + value + ", 0") +
             orders + "); " + result + " = expected; }";
    }
    }
  }

  [[nodiscard]] std::string lockFunction(int lock, const char *mutex, const char *other) const {
    return readWriteLocks_.contains(lock) ? std::string("pthread_rwlock_") + other
                                          : std::string("pthread_mutex_") + mutex;
  }
  static std::string assumeNot(Certain certain, const std::string &flag) {
    return certain == Certain::Maybe ? "__VERIFIER_assume(!" + flag + "); " : std::string();
  }

  std::string lock(int mutex, const ThreadFacts &before) const {
    const Certain held = factAbout(before.held, mutex);
    const Certain reading = factAbout(before.reading, mutex);
    if (held == Certain::Yes || reading == Certain::Yes)
      return "__VERIFIER_assume(0);"; // waits for itself
    const std::string flag = numbered("held", mutex);
    return assumeNot(held, flag) + assumeNot(reading, numbered("reading", mutex)) +
           lockFunction(mutex, "lock", "wrlock") + "(&" + numbered("m", mutex) + ");" +
           (heldFlags_.contains(mutex) ? " " + flag + " = 1;" : "");
  }

  std::string readLock(int mutex, const ThreadFacts &before) const {
    const Certain held = factAbout(before.held, mutex);
    if (held == Certain::Yes)
      return "__VERIFIER_assume(0);"; // waits for itself
    return assumeNot(held, numbered("held", mutex)) + "pthread_rwlock_rdlock(&" +
           numbered("m", mutex) + ");" +
           (readingFlags_.contains(mutex) ? " " + numbered("reading", mutex) + "++;" : "");
  }

  std::string tryLock(const Statement &s) const {
    const std::string result = numbered("r", s.reg);
    const bool reader = s.op == Op::TryReadLock;
    const bool flagged = (reader ? readingFlags_ : heldFlags_).contains(s.target);
    return result + " = " + lockFunction(s.target, "trylock", reader ? "tryrdlock" : "trywrlock") +
           "(&" + numbered("m", s.target) + ") == 0;" +
           (flagged ? " " + numbered(reader ? "reading" : "held", s.target) + " += " + result + ";"
                    : "");
  }

  std::string unlock(int mutex, Certain held) const {
    return unlockIf(mutex, held, numbered("held", mutex), heldFlags_.contains(mutex));
  }
  std::string readUnlock(int mutex, Certain reading) const {
    return unlockIf(mutex, reading, numbered("reading", mutex), readingFlags_.contains(mutex));
  }
  [[nodiscard]] std::string unlockIf(int mutex, Certain held, const std::string &flag,
                                     bool flagged) const {
    if (held == Certain::No)
      return ";";
    return (held == Certain::Maybe ? "if (" + flag + ") { " : "{ ") +
           lockFunction(mutex, "unlock", "unlock") + "(&" + numbered("m", mutex) + ");" +
           (flagged ? " " + flag + "--;" : "") + " }";
  }

  std::string input(const Statement &s) const {
    const std::string result = numbered("r", s.reg);
    const int outcomes = s.value.number;
    if (form_.wholeInputs)
      return result + " = __VERIFIER_nondet_int(); __VERIFIER_assume((unsigned)" + result + " < " +
             std::to_string(outcomes) + "u);";
    std::string line;
    for (int i = 1; i < outcomes; ++i)
      line += "if (__VERIFIER_nondet_int()) " + result + " = " + std::to_string(i) + "; else ";
    return line + result + " = 0;";
  }

  std::string creation(int child) const {
    return "pthread_create(&" + numbered("h", child) + ", 0, " +
           functionOf(static_cast<std::size_t>(child)) + (isPassedOn() ? ", shared);" : ", 0);") +
           (createdFlags_.contains(child) ? " " + numbered("created", child) + " = 1;" : "");
  }

  std::string join(int child, const ThreadFacts &before) const {
    const Certain joined = factAbout(before.joined, child);
    const Certain created = factAbout(before.created, child);
    if (joined == Certain::Yes)
      return ";"; // waits no longer
    if (children_.contains(child) && created == Certain::No)
      return "__VERIFIER_assume(0);"; // waits for what it would do itself, later
    std::string line;
    if (created == Certain::Maybe)
      line += "__VERIFIER_assume(" + numbered("created", child) + "); ";
    line += joined == Certain::Maybe ? "if (!" + numbered("joined", child) + ") { " : "{ ";
    line += "pthread_join(" + numbered("h", child) + ", 0);";
    if (joinedFlags_.contains(child))
      line += " " + numbered("joined", child) + " = 1;";
    return line + " }";
  }

  const Script &script_;
  CForm form_;
  CText result_;

  std::set<int> plain_; ///< variables with plain accesses, those in sections included
  std::set<int> mutexes_;
  std::set<int> readWriteLocks_; ///< what is a mutex in the script, and has readers
  std::set<int> semaphores_;
  std::set<int> barriers_;
  std::set<int> onces_;
  std::set<int> foreignHandles_; ///< of threads that another one than the creator joins
  bool hasArray_ = false;
  std::vector<bool> starts_; ///< threads that run from the start
  std::vector<std::size_t> firstPosition_;

  // Of the thread that is being printed.
  std::vector<ThreadFacts> facts_;
  std::set<int> children_;        ///< that a statement of it creates
  std::set<std::size_t> targets_; ///< of jumps
  std::set<int> heldFlags_;
  std::set<int> readingFlags_;
  std::set<int> createdFlags_;
  std::set<int> joinedFlags_;
};

} // namespace

std::optional<std::size_t> CText::statementAt(std::size_t line) const {
  return line == 0 || line > statementOfLine.size() ? std::nullopt : statementOfLine[line - 1];
}

CText inC(const Script &script, CForm form) {
  return Printer(script, form).print();
}

int variablesOf(const Script &script) {
  int count = 0;
  for (const ThreadScript &thread : script.threads)
    for (const Statement &s : thread) {
      if (isAtomicAccess(s.op) || isPlainAccess(s.op))
        count = std::max(count, s.target + 1);
      if (s.op == Op::Copy)
        count = std::max(count, s.value.number + 1);
    }
  return count;
}

} // namespace raceward::test
