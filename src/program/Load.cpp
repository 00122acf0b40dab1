#include "raceward/program/Load.h"

#include "AtomicSteps.h"
#include "CompileCommands.h"
#include "Compiler.h"
#include "Contracts.h"
#include "EntryDriver.h"
#include "EntryFunctions.h"
#include "InlineCopies.h"
#include "IrReader.h"
#include "LibraryModels.h"
#include "LoadIr.h"
#include "Normalise.h"
#include "PosixStates.h"
#include "ZeroWidthFields.h"
#include "raceward/base/File.h"
#include "raceward/base/Text.h"

#include <llvm/IR/DiagnosticInfo.h>
#include <llvm/IR/DiagnosticPrinter.h>
#include <llvm/IR/Verifier.h>
#include <llvm/Linker/Linker.h>
#include <llvm/Support/ErrorHandling.h>
#include <llvm/Support/raw_ostream.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <new>

namespace raceward {

namespace {

enum class InputKind : std::uint8_t { C, Ir };

Result<InputKind> kindOf(const std::string &file) {
  const std::string extension = std::filesystem::path(file).extension().string();
  if (extension == ".c" || extension == ".i")
    return InputKind::C;
  if (extension == ".ll" || extension == ".bc")
    return InputKind::Ir;
  if (extension == ".cpp" || extension == ".cc" || extension == ".cxx" || extension == ".C")
    return fail(Error::Kind::Input, "'" + file + "' is C++, which is not supported as source",
                "compile it to bitcode: clang++-19 -g -O0 -emit-llvm -c " + file);
  if (extension == ".cele" || extension == ".small")
    return fail(Error::Kind::Input, "'" + file + "' is a CELE program",
                "give it to `raceward check`, alone");
  return fail(Error::Kind::Input, "unknown type of file '" + file + "'",
              "the name must end in .c, .i (preprocessed C), .ll, .bc (LLVM IR) or .cele");
}

/// Reading first yields the same clear message for missing files and folders everywhere.
Result<void> checkReadable(const std::string &file) {
  const Result<std::string> content = readFile(file);
  if (!content)
    return fail(content.error());
  return {};
}

struct Unit {
  InputKind kind = InputKind::C;
  CompileUnit compile;
};

Result<std::vector<Unit>> unitsOf(const LoadRequest &request) {
  std::vector<Unit> units;
  if (!request.compileCommands.empty()) {
    Result<std::vector<CompileUnit>> listed = unitsFromCompileCommands(request);
    if (!listed)
      return fail(listed.error());
    for (CompileUnit &unit : *listed) {
      if (const Result<void> plain = requirePlainName(unit.file); !plain)
        return fail(plain.error());
      units.push_back({InputKind::C, std::move(unit)});
    }
    return units;
  }
  for (const std::string &file : request.files) {
    if (const Result<void> readable = checkReadable(file); !readable)
      return fail(readable.error());
    const Result<InputKind> kind = kindOf(file);
    if (!kind)
      return fail(kind.error());
    if (const Result<void> plain = requirePlainName(file); !plain)
      return fail(plain.error());
    units.push_back({*kind, CompileUnit{file, {}, {}}});
  }
  if (units.empty())
    return fail(Error::Kind::Usage, "no input file");
  return units;
}

Result<std::string> bitcodeOf(Unit &unit, const LoadRequest &request, const std::string &clang) {
  if (request.onProgress)
    request.onProgress((unit.kind == InputKind::C ? "compiling " : "reading ") + unit.compile.file);
  if (unit.kind == InputKind::C)
    return compileToBitcode(unit.compile, request, clang);
  const Result<std::string> content = readFile(unit.compile.file);
  if (!content)
    return fail(content.error());
  return validatedBitcode(unit.compile.file, *content, kReaderLimits);
}

Result<void> needClang(std::string &clang) {
  if (!clang.empty())
    return {};
  Result<std::string> found = findClang();
  if (!found)
    return fail(found.error());
  clang = std::move(*found);
  return {};
}

/// The models that the user gave.
Result<void> linkModelsOf(const LoadRequest &request, std::string clang, llvm::Module &program) {
  for (const std::string &file : request.models) {
    if (const Result<void> readable = checkReadable(file); !readable)
      return fail(readable.error());
    if (const Result<void> plain = requirePlainName(file); !plain)
      return fail(plain.error());
    RW_RETURN_IF_ERROR(needClang(clang));
    Unit unit{InputKind::C, {file, {}, {}}};
    for (const std::string &folder : request.modelHeaders)
      unit.compile.flags.push_back("-I" + folder);
    const Result<std::string> bitcode = bitcodeOf(unit, request, clang);
    if (!bitcode)
      return fail(bitcode.error());
    Result<std::unique_ptr<llvm::Module>> models =
        readTrustedBitcode(file, *bitcode, program.getContext());
    if (!models)
      return fail(models.error());
    if (program.getDataLayout() != (*models)->getDataLayout())
      return fail(Error::Kind::Input, "'" + file + "' is for another machine than the program",
                  "choose the data model of the program with --data-model");
    if (const Result<void> linked = linkGivenModels(program, std::move(*models)); !linked)
      return fail(linked.error());
  }
  return {};
}

/// What LLVM's linker says of a name that two files define.
constexpr const char *kMultiplyDefined = "symbol multiply defined";

/// Collects the messages of LLVM's linker. Lives as long as the context, that is, as long as the
/// program.
class CollectDiagnostics : public llvm::DiagnosticHandler {
public:
  [[nodiscard]] const std::string &messages() const { return messages_; }
  bool handleDiagnostics(const llvm::DiagnosticInfo &info) override {
    if (info.getSeverity() == llvm::DS_Error) {
      llvm::raw_string_ostream stream(messages_);
      llvm::DiagnosticPrinterRawOStream printer(stream);
      info.print(printer);
      stream << "\n";
    }
    return true;
  }

private:
  std::string messages_;
};

Result<void> requireMain(const llvm::Module &module, const std::string &hint) {
  const llvm::Function *main = module.getFunction("main");
  if (main && !main->isDeclaration())
    return {};
  std::string words = hint;
  if (const std::string candidates = entryCandidates(module); !candidates.empty() && !hint.empty())
    words +=
        std::string(hint.ends_with('?') ? "" : ".") +
        " Is it a library? Name the functions that threads call, as in --entry f,g: " + candidates;
  return fail(Error::Kind::Input, "the program has no function 'main'", std::move(words));
}

/// Accepts C's two data models; LLVM also supports other pointer sizes.
Result<void> requireSupported(const llvm::Module &module) {
  const unsigned pointerBytes = module.getDataLayout().getPointerSize();
  if (pointerBytes != 4 && pointerBytes != 8)
    return fail(Error::Kind::Input, "the program is for a machine with pointers of " +
                                        std::to_string(pointerBytes) +
                                        " bytes, which is not supported");
  return {};
}

/// The order of members matters: the module is destroyed before its context.
struct OwnedModule {
  std::unique_ptr<llvm::LLVMContext> context;
  std::unique_ptr<llvm::Module> module;
};

Result<OwnedModule> moduleFromTrusted(const std::string &name, std::string_view bitcode) {
  auto context = std::make_unique<llvm::LLVMContext>();
  context->setDiagnosticHandler(std::make_unique<CollectDiagnostics>());
  Result<std::unique_ptr<llvm::Module>> module = readTrustedBitcode(name, bitcode, *context);
  if (!module)
    return fail(module.error());
  return OwnedModule{std::move(context), std::move(*module)};
}

/// From the linked module to the form that engines read.
Result<Program> programFrom(OwnedModule linked, const char *hintWithoutMain,
                            bool keepBitcode = false) {
  if (const Result<void> main = requireMain(*linked.module, hintWithoutMain); !main)
    return fail(main.error());
  if (const Result<void> supported = requireSupported(*linked.module); !supported)
    return fail(supported.error());
  std::string kept;
  if (keepBitcode) {
    kept = bitcodeFrom(*linked.module);
    // The receiver reads the bitcode; so does this process, so that both start from the same
    // module.
    Result<OwnedModule> again = moduleFromTrusted(linked.module->getModuleIdentifier(), kept);
    if (!again)
      return fail(again.error());
    linked.module.reset(); // must precede its context
    linked = std::move(*again);
  }
  normalise(*linked.module);
  return Program::fromModule(std::move(linked.context), std::move(linked.module), std::move(kept));
}

/// LLVM has an allocator of its own, which aborts when memory runs out. It is to end the process as
/// operator new does, so that the memory limit is named as the reason and not a crash.
void treatLlvmsMemoryAsOurs() {
  static const bool installed = [] {
    llvm::install_bad_alloc_error_handler([](void *, const char *, bool) {
      if (const std::new_handler handler = std::get_new_handler())
        handler();
      std::abort();
    });
    return true;
  }();
  (void)installed;
}

} // namespace

Result<Program> programFromModule(std::unique_ptr<llvm::LLVMContext> context,
                                  std::unique_ptr<llvm::Module> module) {
  std::string problems;
  llvm::raw_string_ostream stream(problems);
  if (llvm::verifyModule(*module, &stream))
    return fail(
        Error{Error::Kind::Internal, "a module of our own is not valid LLVM IR", problems, {}});
  return programFrom({std::move(context), std::move(module)}, "");
}

namespace {

/// Files of a program, linked one after the other.
class FileLinker {
public:
  FileLinker() : context_(std::make_unique<llvm::LLVMContext>()) {
    auto handler = std::make_unique<CollectDiagnostics>();
    errors_ = &handler->messages();
    context_->setDiagnosticHandler(std::move(handler));
  }

  [[nodiscard]] llvm::LLVMContext &context() { return *context_; }
  [[nodiscard]] llvm::Module &program() { return *program_; }
  [[nodiscard]] OwnedModule take() { return {std::move(context_), std::move(program_)}; }

  Result<void> add(const std::string &file, std::unique_ptr<llvm::Module> module) {
    if (!program_) {
      program_ = std::move(module);
      return {};
    }
    if (program_->getDataLayout() != module->getDataLayout())
      return fail(Error::Kind::Input,
                  "'" + file + "' is for another machine than the files before it",
                  "compile all files for the same target");
    markDifferentInlines(*program_, *module);
    if (!llvm::Linker::linkModules(*program_, std::move(module)))
      return {};
    Error error{Error::Kind::Input,
                "'" + file + "' does not link with the files before it",
                sanitizedUtf8(*errors_),
                {}};
    if (errors_->find("'main'") != std::string::npos)
      error.hint = "more than one program? choose one with --target, name its files, or check all "
                   "with --all-targets";
    return fail(std::move(error));
  }

  /// A file of a static library.
  void keep(const std::string &file, std::unique_ptr<llvm::Module> module) {
    members_.push_back({file, std::move(module)});
  }

  /// Adds the files of libraries that define what is missing, and what those miss.
  Result<void> addNeeded() {
    for (bool isChanged = true; isChanged;) {
      isChanged = false;
      for (Member &member : members_) {
        if (!member.module || (program_ && !isNeeded(*member.module)))
          continue;
        if (Result<void> added = add(member.file, std::move(member.module)); !added)
          return added;
        isChanged = true;
      }
    }
    members_.clear(); // before their context
    return {};
  }

private:
  struct Member {
    std::string file;
    std::unique_ptr<llvm::Module> module;
  };

  [[nodiscard]] bool isNeeded(const llvm::Module &member) const {
    const auto isMissing = [&](const llvm::GlobalValue &value) {
      if (value.isDeclaration() || value.hasLocalLinkage() || value.hasAvailableExternallyLinkage())
        return false;
      const llvm::GlobalValue *wanted = program_->getNamedValue(value.getName());
      return wanted && wanted->isDeclaration() && !wanted->hasExternalWeakLinkage();
    };
    return std::ranges::any_of(member.global_values(), isMissing);
  }

  std::unique_ptr<llvm::LLVMContext> context_; ///< outlives the modules
  const std::string *errors_ = nullptr;        ///< of the linker
  std::unique_ptr<llvm::Module> program_;
  std::vector<Member> members_;
};

Result<std::unique_ptr<llvm::Module>> moduleOf(Unit &unit, const LoadRequest &request,
                                               const std::string &clang,
                                               llvm::LLVMContext &context) {
  const Result<std::string> bitcode = bitcodeOf(unit, request, clang);
  if (!bitcode)
    return fail(bitcode.error());
  Result<std::unique_ptr<llvm::Module>> module =
      readTrustedBitcode(unit.compile.file, *bitcode, context);
  if (!module)
    return module;
  dropModelMarks(**module);
  dropContractMarks(**module);
  if (unit.kind == InputKind::C) {
    repairAtomicSteps(**module);
    if (mayHaveZeroWidthFields(**module))
      showZeroWidthFields(**module, recordLayouts(unit.compile, request, clang));
  }
  return module;
}

Result<Program> loadOnce(const LoadRequest &request) {
  Result<std::vector<Unit>> units = unitsOf(request);
  if (!units)
    return fail(units.error());
  std::string clang;
  FileLinker linker;
  for (Unit &unit : *units) {
    if (unit.kind == InputKind::C)
      RW_RETURN_IF_ERROR(needClang(clang));
    Result<std::unique_ptr<llvm::Module>> module = moduleOf(unit, request, clang, linker.context());
    if (!module)
      return fail(module.error());
    // Callers may need all of a library.
    if (unit.compile.isMember && !request.entry.isGiven())
      linker.keep(unit.compile.file, std::move(*module));
    else
      RW_RETURN_IF_ERROR(linker.add(unit.compile.file, std::move(*module)));
  }
  RW_RETURN_IF_ERROR(linker.addNeeded());

  std::optional<EntryDriver> driver;
  if (request.entry.isGiven()) {
    RW_RETURN_IF_ERROR(needClang(clang));
    Result<EntryDriver> linked = linkDriver(linker.program(), request, clang);
    if (!linked)
      return fail(linked.error());
    driver = std::move(*linked);
  }
  if (request.unknownCalls == UnknownCalls::Arguments)
    // Before models are there, which may leave things open on purpose.
    takeByContract(linker.program());
  RW_RETURN_IF_ERROR(linkModelsOf(request, clang, linker.program()));
  if (request.library == LibraryKind::Posix)
    showPosixStates(linker.program());
  if (request.onProgress)
    request.onProgress("decoding");
  const bool oneFile = request.files.size() == 1 && request.compileCommands.empty();
  Result<Program> made = programFrom(linker.take(),
                                     oneFile ? "give all files of the program together"
                                             : "is the file that defines it missing from the list?",
                                     request.keepBitcode);
  if (made && driver)
    made->setDriver(std::move(*driver));
  return made;
}

} // namespace

Result<Program> loadProgram(const LoadRequest &request) {
  treatLlvmsMemoryAsOurs();
  Result<Program> loaded = loadOnce(request);
  if (loaded || loaded.error().details.find(kMultiplyDefined) == std::string::npos)
    return loaded;
  // Compilers used to make one variable of several that have no value.
  LoadRequest withCommon = request;
  withCommon.compilerFlags.insert(withCommon.compilerFlags.begin(), "-fcommon");
  withCommon.onWarnings = [](std::string_view) {}; // they were shown
  Result<Program> again = loadOnce(withCommon);
  if (!again)
    return loaded;
  if (request.onWarnings)
    request.onWarnings("raceward: warning: files of the program define the same variables without "
                       "a value: each is one variable, as with -fcommon\n");
  return again;
}

Result<std::vector<CompileUnit>> sourceUnits(const LoadRequest &request) {
  Result<std::vector<Unit>> units = unitsOf(request);
  if (!units)
    return fail(units.error());
  std::vector<CompileUnit> sources;
  for (Unit &unit : *units) {
    if (unit.kind != InputKind::C)
      return fail(Error::Kind::Input, "'" + unit.compile.file + "' is LLVM IR, not source text",
                  "give the C files of the program");
    sources.push_back(std::move(unit.compile));
  }
  return sources;
}

Result<Program> loadLibrary(const std::string &name, std::string_view bitcode) {
  auto context = std::make_unique<llvm::LLVMContext>();
  Result<std::unique_ptr<llvm::Module>> module = readTrustedBitcode(name, bitcode, *context);
  if (!module)
    return fail(Error::Kind::Internal, module.error().message);
  if (const Result<void> supported = requireSupported(**module); !supported)
    return fail(supported.error());
  normalise(**module, /*isLibrary=*/true);
  return Program::libraryFromModule(std::move(context), std::move(*module));
}

Result<Program> loadIr(const std::string &name, const std::string &content,
                       const ProcessLimits &limits) {
  const Result<std::string> bitcode = validatedBitcode(name, content, limits);
  if (!bitcode)
    return fail(bitcode.error());
  Result<OwnedModule> module = moduleFromTrusted(name, *bitcode);
  if (!module)
    return fail(module.error());
  return programFrom(std::move(*module), "");
}

} // namespace raceward
