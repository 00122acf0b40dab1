// Script: a small concurrent program for tests of the search.
//
// One line is one program, and any program prints itself as that line:
//
//   create 1; write v0 1; join 1 | lock m0; read r0 v0; unlock m0
//
// Threads are separated by '|', statements by ';'. A thread that no statement creates
// runs from the start. Statements (v: variable, r: register of the thread, n: number;
// values are numbers or registers):
//
//   read r v         write v value          plain accesses
//   aread r v        awrite v value         atomics; as `aread.acquire r v` with another
//                                           order than seq_cst
//   aadd r v value   r = v, v += value, in one step
//   acas r v value   r = v, and v = value if it was 0, in one step that counts as a write
//   cas r v value    the same as C11 has it: it only reads unless it was 0
//   copy v v         the first = the second, in one step of two plain accesses
//   put r value      get r value            plain access to a[r] (put) or a[value] (get), an
//                                           array of two; the machine may know it as a range
//   begin ... end    an atomic section, one event: read, write, skip, one choose, and
//   assume r value                          which undoes the section and blocks it
//   lock m           unlock m               unlock does nothing unless we hold it
//   trylock r m      r = whether it is ours now
//   rdlock m         rdunlock m             the same as a reader; any number of times
//   tryrdlock r m
//   post s           wait s                 a semaphore; s0 begins with 0, s1 with 1, s2 with 2,
//                                           s3 again with 0, and so on
//   trywait r s      r = whether it did
//   look r s         r = how far it is up
//   barrier b        arrive and pass, two events; b0 is for 1 thread, b1 for 2, and so on
//   once r o         r = whether we are the first, who must say `done o`; the others wait for that
//   done o           does nothing unless we are
//   fence            as `fence.acquire` with another order than seq_cst
//   choose r n       r = an input from 0 to n-1
//   skip n unless r value                   no event; jumps over the next n statements
//   again n unless r value                  no event; jumps back over n reads, locks, unlocks
//   create t         join t                 each thread has at most one create
//   exit             ends the process, when no other thread can move
//   local            an event nobody sees
#pragma once

#include "raceward/base/Result.h"
#include "raceward/model/Access.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace raceward::test {

enum class Op : std::uint8_t {
  Read,
  Write,
  AtomicRead,
  AtomicWrite,
  AtomicAdd,
  AtomicSetIfZero,
  CompareAndSwap,
  Copy,
  Put,
  Get,
  Begin,
  End,
  Assume,
  Lock,
  Unlock,
  TryLock,
  ReadLock,
  ReadUnlock,
  TryReadLock,
  Post,
  Wait,
  TryWait,
  Look,
  Barrier,
  Once,
  Done,
  Fence,
  Choose,
  SkipUnless,
  AgainUnless,
  Create,
  Join,
  Exit,
  Local,
};

struct Value {
  bool isRegister = false;
  int number = 0;
  bool operator==(const Value &) const = default;
};

struct Statement {
  Op op = Op::Local;
  int target = 0; ///< variable, mutex, thread and so on; statements to skip
  int reg = 0;    ///< register that is written or tested; index of a put
  Value value;    ///< what is written, added, compared with or copied from; outcomes of a
                  ///< choice; index of a get
  MemoryOrder order = MemoryOrder::SeqCst; ///< of an atomic access or fence
  bool operator==(const Statement &) const = default;
};

using ThreadScript = std::vector<Statement>;

struct Script {
  std::vector<ThreadScript> threads;

  static constexpr int kRegisters = 4;

  bool operator==(const Script &) const = default;
  [[nodiscard]] std::size_t statements() const;
  [[nodiscard]] bool has(Op op) const;
  /// Whether a thread may wait for a write.
  [[nodiscard]] bool waits() const { return has(Op::Assume) || has(Op::AgainUnless); }
};

std::string toString(const Script &script);
Result<Script> parseScript(std::string_view text);
/// What the machine needs: sections closed and flat, one create per thread, skips inside,
/// loops that only look.
Result<void> validate(const Script &script);
/// For programs written in a test: parses, and aborts if the text is wrong.
Script script(std::string_view text);

} // namespace raceward::test
