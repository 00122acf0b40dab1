// The driver as a part of the program.
#include "EntryDriver.h"

#include "Compiler.h"
#include "IrReader.h"
#include "raceward/base/File.h"

#include <llvm/IR/IntrinsicInst.h>
#include <llvm/Linker/Linker.h>

namespace raceward {

namespace {

/// Not a name that a file can have by accident.
constexpr const char *kUnsavedName = "<driver>";

Result<std::string> compiledDriver(const EntryDriver &driver, const llvm::Module &program,
                                   const LoadRequest &request, const std::string &clang) {
  const Result<TemporaryDirectory> folder = TemporaryDirectory::create();
  if (!folder)
    return fail(folder.error());
  CompileUnit unit{folder->path() + "/driver.c", {}, {"-std=gnu17"}};
  if (const Result<void> written = writeFileAtomically(unit.file, compiledText(driver)); !written)
    return fail(written.error());
  LoadRequest own;
  own.dataModel =
      program.getDataLayout().getPointerSize() == 4 ? DataModel::ILP32 : DataModel::LP64;
  Result<std::string> bitcode = compileToBitcode(unit, own, clang);
  if (!bitcode && bitcode.error().kind == Error::Kind::Input)
    return fail(Error{Error::Kind::Input, "the driver for --entry does not compile",
                      bitcode.error().details,
                      request.entry.saveTo.empty()
                          ? "save it with --save-driver FILE.c, correct it and check it with the "
                            "files of the program, without --entry"
                          : "correct '" + request.entry.saveTo +
                                "' and check it with the files of the program, without --entry"});
  return bitcode;
}

/// The program's own main stays under another name: something may call it.
bool setMainAside(llvm::Module &program) {
  llvm::Function *main = program.getFunction("main");
  if (main == nullptr || main->isDeclaration())
    return false;
  main->setName("main.of.the.program");
  main->setLinkage(llvm::GlobalValue::InternalLinkage);
  return true;
}

} // namespace

Result<EntryDriver> linkDriver(llvm::Module &program, const LoadRequest &request,
                               const std::string &clang) {
  Result<WrittenDriver> written = writeDriver(program, request.entry);
  if (!written)
    return fail(written.error());
  EntryDriver driver = std::move(written->driver);
  const std::string &path = request.entry.saveTo;
  driver.name = path.empty() ? kUnsavedName : path;
  if (!path.empty())
    if (const Result<void> saved = writeFileAtomically(path, driver.text); !saved)
      return fail(saved.error());
  driver.replacesMain = setMainAside(program);
  const Result<std::string> bitcode = compiledDriver(driver, program, request, clang);
  if (!bitcode)
    return fail(bitcode.error());
  Result<std::unique_ptr<llvm::Module>> module =
      readTrustedBitcode(driver.name, *bitcode, program.getContext());
  if (!module)
    return fail(module.error());
  // For another machine of the same sizes it means the same: nothing in it depends on more.
  (*module)->setDataLayout(program.getDataLayout());
  (*module)->setTargetTriple(program.getTargetTriple());
  if (llvm::Linker::linkModules(program, std::move(*module)))
    return fail(Error::Kind::Input, "the driver for --entry does not link with the program");
  for (llvm::Function *function : written->changed)
    function->setLinkage(llvm::GlobalValue::InternalLinkage);
  return driver;
}

} // namespace raceward
