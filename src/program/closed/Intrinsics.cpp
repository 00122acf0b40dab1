// Intrinsics by name without "llvm.", and families of them by prefix.
#include "Lists.h"

#include <llvm/ADT/StringRef.h>
#include <llvm/Support/ModRef.h>

#include <algorithm>
#include <array>

namespace raceward::closed {

namespace {

// Each list is sorted alphabetically.

/// The decoder handles each of these.
constexpr std::array<llvm::StringRef, 32> kDecoded{"assume",
                                                   "dbg.assign",
                                                   "dbg.declare",
                                                   "dbg.label",
                                                   "dbg.value",
                                                   "debugtrap",
                                                   "donothing",
                                                   "experimental.noalias.scope.decl",
                                                   "invariant.end",
                                                   "invariant.start",
                                                   "lifetime.end",
                                                   "lifetime.start",
                                                   "memcpy",
                                                   "memcpy.inline",
                                                   "memmove",
                                                   "memset",
                                                   "memset.inline",
                                                   "prefetch",
                                                   "sideeffect",
                                                   "stackrestore",
                                                   "stacksave",
                                                   "threadlocal.address",
                                                   "trap",
                                                   "ubsantrap",
                                                   "va_copy",
                                                   "va_end",
                                                   "va_start",
                                                   "var.annotation",
                                                   "x86.sse.sfence",
                                                   "x86.sse2.lfence",
                                                   "x86.sse2.mfence",
                                                   "x86.sse2.pause"};

/// Compute values from values.
constexpr std::array<llvm::StringRef, 125> kComputing{"abs",
                                                      "acos",
                                                      "allow.runtime.check",
                                                      "allow.ubsan.check",
                                                      "annotation",
                                                      "arithmetic.fence",
                                                      "asin",
                                                      "atan",
                                                      "bitreverse",
                                                      "bswap",
                                                      "canonicalize",
                                                      "ceil",
                                                      "codeview.annotation",
                                                      "convert.from.fp16",
                                                      "convert.to.fp16",
                                                      "copysign",
                                                      "cos",
                                                      "cosh",
                                                      "ctlz",
                                                      "ctpop",
                                                      "cttz",
                                                      "exp",
                                                      "exp10",
                                                      "exp2",
                                                      "expect",
                                                      "expect.with.probability",
                                                      "experimental.cttz.elts",
                                                      "experimental.get.vector.length",
                                                      "experimental.stepvector",
                                                      "experimental.vector.compress",
                                                      "experimental.vector.partial.reduce.add",
                                                      "experimental.widenable.condition",
                                                      "fabs",
                                                      "floor",
                                                      "fma",
                                                      "fmuladd",
                                                      "fptosi.sat",
                                                      "fptoui.sat",
                                                      "fptrunc.round",
                                                      "frexp",
                                                      "fshl",
                                                      "fshr",
                                                      "get.active.lane.mask",
                                                      "get.fpenv",
                                                      "get.fpmode",
                                                      "get.rounding",
                                                      "is.constant",
                                                      "is.fpclass",
                                                      "launder.invariant.group",
                                                      "ldexp",
                                                      "llrint",
                                                      "llround",
                                                      "log",
                                                      "log10",
                                                      "log2",
                                                      "lrint",
                                                      "lround",
                                                      "matrix.multiply",
                                                      "matrix.transpose",
                                                      "maximum",
                                                      "maxnum",
                                                      "minimum",
                                                      "minnum",
                                                      "nearbyint",
                                                      "objectsize",
                                                      "pow",
                                                      "powi",
                                                      "preserve.array.access.index",
                                                      "preserve.static.offset",
                                                      "preserve.struct.access.index",
                                                      "preserve.union.access.index",
                                                      "pseudoprobe",
                                                      "ptr.annotation",
                                                      "ptrauth.auth",
                                                      "ptrauth.blend",
                                                      "ptrauth.resign",
                                                      "ptrauth.sign",
                                                      "ptrauth.sign.generic",
                                                      "ptrauth.strip",
                                                      "ptrmask",
                                                      "public.type.test",
                                                      "reset.fpenv",
                                                      "reset.fpmode",
                                                      "rint",
                                                      "round",
                                                      "roundeven",
                                                      "sadd.sat",
                                                      "sadd.with.overflow",
                                                      "scmp",
                                                      "sdiv.fix",
                                                      "sdiv.fix.sat",
                                                      "set.fpenv",
                                                      "set.fpmode",
                                                      "set.rounding",
                                                      "sin",
                                                      "sinh",
                                                      "smax",
                                                      "smin",
                                                      "smul.fix",
                                                      "smul.fix.sat",
                                                      "smul.with.overflow",
                                                      "sqrt",
                                                      "ssa.copy",
                                                      "sshl.sat",
                                                      "ssub.sat",
                                                      "ssub.with.overflow",
                                                      "strip.invariant.group",
                                                      "tan",
                                                      "tanh",
                                                      "trunc",
                                                      "type.test",
                                                      "uadd.sat",
                                                      "uadd.with.overflow",
                                                      "ucmp",
                                                      "udiv.fix",
                                                      "udiv.fix.sat",
                                                      "umax",
                                                      "umin",
                                                      "umul.fix",
                                                      "umul.fix.sat",
                                                      "umul.with.overflow",
                                                      "ushl.sat",
                                                      "usub.sat",
                                                      "usub.with.overflow",
                                                      "vscale"};

/// Addresses that no pointer of the program leads to: for points-to, any address.
constexpr std::array<llvm::StringRef, 4> kAddresses{"addressofreturnaddress", "frameaddress",
                                                    "returnaddress", "sponentry"};

/// Any number.
constexpr std::array<llvm::StringRef, 2> kNumbers{"readcyclecounter", "readsteadycounter"};

struct GapList {
  std::string_view why;
  llvm::ArrayRef<llvm::StringRef> names;
};

constexpr std::array<llvm::StringRef, 19> kMemory{"clear_cache",
                                                  "experimental.vector.histogram.add",
                                                  "gcread",
                                                  "gcroot",
                                                  "gcwrite",
                                                  "load.relative",
                                                  "masked.compressstore",
                                                  "masked.expandload",
                                                  "masked.gather",
                                                  "masked.load",
                                                  "masked.scatter",
                                                  "masked.store",
                                                  "matrix.column.major.load",
                                                  "matrix.column.major.store",
                                                  "memcpy.element.unordered.atomic",
                                                  "memmove.element.unordered.atomic",
                                                  "memset.element.unordered.atomic",
                                                  "type.checked.load",
                                                  "type.checked.load.relative"};
constexpr std::array<llvm::StringRef, 12> kStack{"get.dynamic.area.offset",
                                                 "localaddress",
                                                 "localescape",
                                                 "localrecover",
                                                 "pcmarker",
                                                 "read_register",
                                                 "read_volatile_register",
                                                 "stackguard",
                                                 "stackprotector",
                                                 "swift.async.context.addr",
                                                 "thread.pointer",
                                                 "write_register"};
constexpr std::array<llvm::StringRef, 5> kExceptions{
    "callbr.landingpad", "seh.scope.begin", "seh.scope.end", "seh.try.begin", "seh.try.end"};
constexpr std::array<llvm::StringRef, 5> kRuntime{
    "experimental.deoptimize", "experimental.guard", "experimental.patchpoint",
    "experimental.patchpoint.void", "experimental.stackmap"};
constexpr std::array<llvm::StringRef, 3> kMadeFunctions{"adjust.trampoline", "icall.branch.funnel",
                                                        "init.trampoline"};
constexpr std::array<llvm::StringRef, 3> kPreallocated{
    "call.preallocated.arg", "call.preallocated.setup", "call.preallocated.teardown"};
constexpr std::array<llvm::StringRef, 3> kInStep{"experimental.convergence.anchor",
                                                 "experimental.convergence.entry",
                                                 "experimental.convergence.loop"};
constexpr std::array<llvm::StringRef, 6> kLoopCounters{
    "loop.decrement",        "loop.decrement.reg",       "set.loop.iterations",
    "start.loop.iterations", "test.set.loop.iterations", "test.start.loop.iterations"};

const std::array<GapList, 8> kGapLists{
    {{"it reads or writes memory in a way that is not followed", kMemory},
     {"it looks into the stack or at registers", kStack},
     {"exceptions are not followed", kExceptions},
     {"a runtime may take over there", kRuntime},
     {"functions that are made while the program runs are not followed", kMadeFunctions},
     {"its arguments lie in memory that is not followed", kPreallocated},
     {"it is for machines whose threads run in step", kInStep},
     {"only code generators know what it is", kLoopCounters}}};

struct Family {
  llvm::StringRef begins;
  Ruling ruling; ///< for members with effects beyond computing
  bool mayCompute = false;
};

constexpr std::string_view kInMemory = "it reads or writes memory in a way that is not followed";
constexpr std::string_view kOfTarget = "only its target knows what it does";
constexpr std::string_view kOtherProcessor = "it is for another processor";

/// Intrinsics of common processors occur in code compiled from C; those of others have their own
/// threads.
constexpr std::array kFamilies{
    Family{"vp.", gap(kInMemory), true},
    Family{"vector.", gap(kInMemory), true},
    Family{"experimental.vp.", gap(kInMemory), true},
    Family{"experimental.constrained.", gap(kInMemory), true},
    Family{"coro.", gap("coroutines are not followed")},
    Family{"eh.", gap("exceptions are not followed")},
    Family{"objc.", gap("a runtime of another language is called")},
    Family{"experimental.gc.", gap("a collector may move objects there")},
    Family{"instrprof.", gap("counters of a profiler are shared by threads")},
    Family{"xray.", gap("a profiler is called")},
    Family{"asan.", gap("memory of a sanitizer is accessed")},
    Family{"hwasan.", gap("memory of a sanitizer is accessed")},
    Family{"aarch64.", gap(kOfTarget), true},
    Family{"arm.", gap(kOfTarget), true},
    Family{"loongarch.", gap(kOfTarget), true},
    Family{"mips.", gap(kOfTarget), true},
    Family{"ppc.", gap(kOfTarget), true},
    Family{"riscv.", gap(kOfTarget), true},
    Family{"s390.", gap(kOfTarget), true},
    Family{"x86.", gap(kOfTarget), true},
    Family{"amdgcn.", gap(kOtherProcessor)},
    Family{"bpf.", gap(kOtherProcessor)},
    Family{"dx.", gap(kOtherProcessor)},
    Family{"hexagon.", gap(kOtherProcessor)},
    Family{"nvvm.", gap(kOtherProcessor)},
    Family{"r600.", gap(kOtherProcessor)},
    Family{"spv.", gap(kOtherProcessor)},
    Family{"ve.", gap(kOtherProcessor)},
    Family{"wasm.", gap(kOtherProcessor)},
    Family{"xcore.", gap(kOtherProcessor)}};

bool isIn(llvm::ArrayRef<llvm::StringRef> names, llvm::StringRef name) {
  return std::ranges::binary_search(names, name);
}

} // namespace

bool onlyComputes(llvm::Intrinsic::ID intrinsic, llvm::LLVMContext &context) {
  // From its definition: the attributes of a call may be wrong.
  const llvm::MemoryEffects effects =
      llvm::Intrinsic::getAttributes(context, intrinsic).getMemoryEffects();
  return effects.doesNotAccessMemory() || effects.onlyAccessesInaccessibleMem();
}

Listed ofIntrinsic(llvm::Intrinsic::ID intrinsic, llvm::LLVMContext &context) {
  llvm::StringRef name = llvm::Intrinsic::getBaseName(intrinsic);
  name.consume_front("llvm.");
  if (isIn(kDecoded, name))
    return by("Decoder.cpp");
  if (isIn(kComputing, name))
    return by("provers, as a value made from values; the machine knows some and stops at others");
  if (isIn(kAddresses, name))
    return by("points-to, as an address of anything; the machine stops");
  if (isIn(kNumbers, name))
    return by("provers, as any number; the machine stops");
  for (const GapList &list : kGapLists)
    if (isIn(list.names, name))
      return gap(list.why);
  for (const Family &family : kFamilies)
    if (name.starts_with(family.begins))
      return family.mayCompute && onlyComputes(intrinsic, context)
                 ? by("provers, as a value made from values; the machine knows some of them")
                 : family.ruling;
  return std::nullopt;
}

} // namespace raceward::closed
