// IR that LLVM accepts, executed by the symbolic machine, on numbers and on terms.
// RUNS: 200
// ARGS: -max_len=65536 @build/seeds/bitcode
#include "Children.h"
#include "LoadIr.h"
#include "Scratch.h"
#include "TextMutator.h"
#include "raceward/base/Check.h"
#include "raceward/symex/Paths.h"

namespace {

using namespace raceward;

constexpr ProcessLimits kLimits{.wallSeconds = 10, .memoryBytes = std::uint64_t{1} << 30};

constexpr std::string_view kWords[] = {"i1",
                                       "i7",
                                       "i8",
                                       "i32",
                                       "i33",
                                       "i64",
                                       "i128",
                                       "i2000",
                                       "ptr",
                                       "float",
                                       "double",
                                       "half",
                                       "x86_fp80",
                                       "fp128",
                                       "<4 x i8>",
                                       "<2 x ptr>",
                                       "<3 x i1>",
                                       "{}",
                                       "[0 x i8]",
                                       "[9999999 x i8]",
                                       "{ i32, ptr }",
                                       "<{ i8, i64 }>",
                                       "null",
                                       "undef",
                                       "poison",
                                       "zeroinitializer",
                                       "true",
                                       "false",
                                       "load",
                                       "store",
                                       "add",
                                       "sub",
                                       "mul",
                                       "shl",
                                       "lshr",
                                       "ashr",
                                       "and",
                                       "or",
                                       "xor",
                                       "udiv",
                                       "sdiv",
                                       "urem",
                                       "srem",
                                       "fadd",
                                       "fdiv",
                                       "frem",
                                       "fneg",
                                       "icmp slt",
                                       "icmp eq",
                                       "fcmp ult",
                                       "getelementptr",
                                       "ptrtoint",
                                       "inttoptr",
                                       "bitcast",
                                       "trunc",
                                       "zext",
                                       "sext",
                                       "fptosi",
                                       "uitofp",
                                       "select",
                                       "phi",
                                       "freeze",
                                       "call",
                                       "br",
                                       "switch",
                                       "indirectbr",
                                       "unreachable",
                                       "ret",
                                       "atomicrmw add",
                                       "cmpxchg",
                                       "seq_cst",
                                       "alloca",
                                       "extractvalue",
                                       "insertvalue",
                                       "extractelement",
                                       "insertelement",
                                       "shufflevector",
                                       "thread_local",
                                       "constant",
                                       "global",
                                       "byval(i64)",
                                       "...",
                                       "@main",
                                       "@malloc",
                                       "@free",
                                       "@memcpy",
                                       "@printf",
                                       "@exit",
                                       "@atexit",
                                       "@setjmp",
                                       "@longjmp",
                                       "@qsort",
                                       "@strlen",
                                       "@__VERIFIER_assume",
                                       "-1",
                                       "0",
                                       "1",
                                       "4294967296"};

} // namespace

extern "C" std::size_t LLVMFuzzerMutate(std::uint8_t *data, std::size_t size, std::size_t most);

extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t *data, std::size_t size,
                                               std::size_t most, unsigned seed) {
  const std::string_view content = fuzz::asText(data, size);
  if (content.find("define ") != std::string_view::npos) {
    const std::string mutated = fuzz::TextMutator(seed, kWords).mutate(content);
    if (!mutated.empty() && mutated.size() <= most) {
      std::copy(mutated.begin(), mutated.end(), data);
      return mutated.size();
    }
  }
  return LLVMFuzzerMutate(data, size, most);
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size) {
  const Result<Program> program = loadIr("fuzz.ll", std::string(fuzz::asText(data, size)), kLimits);
  if (!program)
    return 0;
  for (const InputPolicy inputs : {InputPolicy::Symbolic, InputPolicy::Concrete}) {
    MachineOptions options;
    options.inputs = inputs;
    options.largestObject = std::uint64_t{1} << 16;
    options.solver.limits.perQuery = 20'000;
    options.solver.limits.total = 2'000'000;
    std::size_t printed = 0;
    options.write = [&](int, std::string_view text) { printed += text.size(); };
    Result<std::unique_ptr<SymbolicMachine>> machine = SymbolicMachine::make(*program, options);
    if (!machine) {
      RW_CHECK(machine.error().kind != Error::Kind::Internal);
      continue;
    }
    const PathReport report = explorePaths(**machine, {.paths = 20, .stepsPerPath = 5'000},
                                           {.onFault = {}, .onProgress = {}});
    RW_CHECK(report.contradiction.empty());
    for (const FailedPath &failed : report.failed)
      RW_CHECK(!failed.fault.message.empty());
    for (const Gap &gap : report.gaps)
      RW_CHECK(!gap.message.empty());
  }
  return 0;
}
