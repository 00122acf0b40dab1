// IR that LLVM accepts and no C compiler makes: LLVM's own mutations of a module, and
// mutations of the text of one. What the verifier lets through meets our own code.
// RUNS: 600
// ARGS: -max_len=65536 @build/seeds/bitcode
#include "Children.h"
#include "Engines.h"
#include "LoadIr.h"
#include "Scratch.h"
#include "TextMutator.h"

#include <llvm/Bitcode/BitcodeWriter.h>
#include <llvm/FuzzMutate/IRMutator.h>
#include <llvm/IRReader/IRReader.h>
#include <llvm/Support/SourceMgr.h>
#include <llvm/Support/raw_ostream.h>

namespace {

using namespace raceward;

constexpr ProcessLimits kLimits{.wallSeconds = 10, .memoryBytes = std::uint64_t{1} << 30};

constexpr std::string_view kWords[] = {"i1",
                                       "i8",
                                       "i32",
                                       "i64",
                                       "i128",
                                       "i1000",
                                       "i65536",
                                       "ptr",
                                       "void",
                                       "float",
                                       "double",
                                       "half",
                                       "x86_fp80",
                                       "fp128",
                                       "token",
                                       "metadata",
                                       "<4 x ptr>",
                                       "<vscale x 2 x i64>",
                                       "<2 x i32>",
                                       "{}",
                                       "[0 x i8]",
                                       "[1000000000 x i8]",
                                       "{ i32, ptr }",
                                       "<{ i8, i64 }>",
                                       "%struct.s",
                                       "opaque",
                                       "ptr addrspace(1)",
                                       "null",
                                       "undef",
                                       "poison",
                                       "zeroinitializer",
                                       "true",
                                       "false",
                                       "none",
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
                                       "getelementptr",
                                       "getelementptr inbounds",
                                       "ptrtoint",
                                       "inttoptr",
                                       "bitcast",
                                       "addrspacecast",
                                       "trunc",
                                       "zext",
                                       "sext",
                                       "select",
                                       "phi",
                                       "freeze",
                                       "call",
                                       "musttail call",
                                       "tail call",
                                       "invoke",
                                       "br",
                                       "switch",
                                       "indirectbr",
                                       "unreachable",
                                       "ret",
                                       "fence",
                                       "volatile",
                                       "atomic",
                                       "monotonic",
                                       "acquire",
                                       "release",
                                       "acq_rel",
                                       "seq_cst",
                                       "unordered",
                                       "atomicrmw",
                                       "cmpxchg",
                                       "va_arg",
                                       "alloca",
                                       "extractvalue",
                                       "insertvalue",
                                       "extractelement",
                                       "insertelement",
                                       "thread_local",
                                       "constant",
                                       "global",
                                       "private",
                                       "internal",
                                       "external",
                                       "weak",
                                       "alias",
                                       "byval(i64)",
                                       "sret(i64)",
                                       "inalloca(i64)",
                                       "nest",
                                       "...",
                                       "distinct",
                                       "DW_TAG_typedef",
                                       "DW_TAG_member",
                                       "DW_TAG_structure_type",
                                       "DW_TAG_union_type",
                                       "DW_TAG_array_type",
                                       "DW_TAG_pointer_type",
                                       "@main",
                                       "@pthread_create",
                                       "@pthread_join",
                                       "@thrd_create",
                                       "@memcpy",
                                       "@malloc",
                                       "@free",
                                       "@qsort",
                                       "@setjmp",
                                       "@__VERIFIER_atomic_begin"};

template <typename... Strategies> llvm::IRMutator mutatorOf() {
  std::vector<llvm::TypeGetter> types{
      llvm::Type::getInt1Ty,
      llvm::Type::getInt8Ty,
      llvm::Type::getInt32Ty,
      llvm::Type::getInt64Ty,
      llvm::Type::getDoubleTy,
      [](llvm::LLVMContext &c) -> llvm::Type * { return llvm::PointerType::get(c, 0); },
      [](llvm::LLVMContext &c) -> llvm::Type * {
        return llvm::FixedVectorType::get(llvm::PointerType::get(c, 0), 2);
      }};
  std::vector<std::unique_ptr<llvm::IRMutationStrategy>> strategies;
  (strategies.push_back(std::make_unique<Strategies>()), ...);
  return llvm::IRMutator(std::move(types), std::move(strategies));
}

/// In the forked process: the module, mutated by LLVM, as bitcode on `fd`.
int mutateModule(const std::string &content, int seed, int fd) {
  llvm::LLVMContext context;
  llvm::SMDiagnostic ignored;
  const llvm::MemoryBufferRef buffer(content, "fuzz");
  const std::unique_ptr<llvm::Module> module = llvm::parseIR(buffer, ignored, context);
  if (!module)
    return 1;
  llvm::IRMutator mutator =
      mutatorOf<llvm::InjectorIRStrategy, llvm::InstDeleterIRStrategy,
                llvm::InstModificationIRStrategy, llvm::InsertFunctionStrategy,
                llvm::InsertCFGStrategy, llvm::InsertPHIStrategy, llvm::SinkInstructionStrategy,
                llvm::ShuffleBlockStrategy>();
  for (int i = 0; i < 1 + seed % 4; ++i)
    mutator.mutateModule(*module, seed + i, 4096);
  llvm::SmallVector<char, 0> bitcode;
  llvm::raw_svector_ostream out(bitcode);
  llvm::WriteBitcodeToFile(*module, out);
  return writeAll(fd, std::string_view(bitcode.data(), bitcode.size())) ? 0 : 1;
}

} // namespace

extern "C" std::size_t LLVMFuzzerMutate(std::uint8_t *data, std::size_t size, std::size_t most);

extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t *data, std::size_t size,
                                               std::size_t most, unsigned seed) {
  const std::string_view content = fuzz::asText(data, size);
  std::string mutated;
  if (content.find("define ") != std::string_view::npos) {
    mutated = fuzz::TextMutator(seed, kWords).mutate(content);
  } else {
    // In a process of its own: the module may be anything, and the mutators have defects.
    ProcessWatch watch;
    watch.limits = kLimits;
    watch.onOutput = [&](std::string_view text) { mutated += text; };
    watch.onErrors = [](std::string_view) {};
    const auto end = runForked(
        [&](int fd) {
          return mutateModule(std::string(content), static_cast<int>(seed % 1000000), fd);
        },
        watch);
    if (!end || !end->succeeded())
      mutated.clear();
  }
  if (mutated.empty() || mutated.size() > most)
    return LLVMFuzzerMutate(data, size, most);
  std::copy(mutated.begin(), mutated.end(), data);
  return mutated.size();
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size) {
  fuzz::runEngines(loadIr("fuzz.ll", std::string(fuzz::asText(data, size)), kLimits));
  return 0;
}
