#include "EntryFunctions.h"

#include "raceward/base/Text.h"
#include "raceward/program/LibraryModels.h"

#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/InstrTypes.h>

#include <algorithm>
#include <filesystem>

namespace raceward {

namespace {

constexpr std::size_t kMostCandidates = 8;

std::string fileNameOf(const llvm::Function &function) {
  const llvm::DISubprogram *described = function.getSubprogram();
  return described && described->getFile() ? described->getFile()->getFilename().str()
                                           : std::string();
}

/// "src/queue.c" is also "queue.c".
bool isFile(const std::string &path, const std::string &wanted) {
  return path == wanted || path.ends_with("/" + wanted);
}

Unexpected unknownFunction(const llvm::Module &module, const std::string &name) {
  std::vector<std::string> names;
  for (const llvm::Function &function : module)
    if (!function.isDeclaration())
      names.push_back(sourceNameOf(function));
  const std::optional<std::string> near = closestMatch(name, names);
  std::string hint = near ? "did you mean '" + *near + "'?" : entryCandidates(module);
  return fail(Error::Kind::Usage, "the program has no function '" + name + "' to begin with",
              std::move(hint));
}

std::string shortList(std::vector<std::string> names) {
  const std::size_t more = names.size() - std::min(names.size(), kMostCandidates);
  names.resize(names.size() - more);
  if (more > 0)
    names.push_back(withThousands(more) + " more");
  return listed(names);
}

/// Whether its address goes to a function that is not here: a handler.
bool isPassedOn(const llvm::Function &function) {
  return std::ranges::any_of(function.users(), [&](const llvm::User *user) {
    const auto *call = llvm::dyn_cast<llvm::CallBase>(user);
    const llvm::Function *callee = call ? call->getCalledFunction() : nullptr;
    return call && call->getCalledOperand() != &function && (!callee || callee->isDeclaration());
  });
}

} // namespace

std::string sourceNameOf(const llvm::Function &function) {
  const llvm::DISubprogram *described = function.getSubprogram();
  return described && !described->getName().empty() ? described->getName().str()
                                                    : function.getName().str();
}

std::string compiledFileOf(const llvm::Function &function) {
  const llvm::DISubprogram *described = function.getSubprogram();
  const llvm::DICompileUnit *unit = described ? described->getUnit() : nullptr;
  return unit && unit->getFile() ? unit->getFile()->getFilename().str() : std::string();
}

Result<llvm::Function *> findEntry(llvm::Module &module, const std::string &name) {
  const std::size_t colon = name.rfind(':');
  const std::string file = colon == std::string::npos ? std::string() : name.substr(0, colon);
  const std::string wanted = colon == std::string::npos ? name : name.substr(colon + 1);
  std::vector<llvm::Function *> found;
  bool isDeclared = false;
  for (llvm::Function &function : module) {
    if (sourceNameOf(function) != wanted || function.isIntrinsic())
      continue;
    if (function.isDeclaration())
      isDeclared = true;
    else if (file.empty() || isFile(fileNameOf(function), file))
      found.push_back(&function);
  }
  if (found.empty() && isDeclared)
    return fail(Error::Kind::Usage, "the function '" + name + "' has no body",
                "give the file that defines it, too");
  if (found.empty())
    return unknownFunction(module, name);
  if (found.size() > 1) {
    std::vector<std::string> places;
    for (const llvm::Function *function : found)
      places.push_back(std::filesystem::path(fileNameOf(*function)).filename().string() + ":" +
                       wanted);
    return fail(Error::Kind::Usage, "the program has several functions '" + wanted + "'",
                "name one of them: " + listed(places));
  }
  if (found.front()->isVarArg())
    return fail(Error::Kind::Usage,
                "the function '" + name + "' takes a variable number of arguments",
                "write a function that calls it as callers do, and name that one");
  if (wanted == "main")
    return fail(Error::Kind::Usage, "'main' is where the program begins by itself",
                "leave out --entry to check the program as a whole");
  return found.front();
}

std::string entryCandidates(const llvm::Module &module) {
  std::vector<std::string> uncalled;
  std::vector<std::string> likeLibrary;
  std::vector<std::string> passedOn;
  for (const llvm::Function &function : module) {
    if (function.isDeclaration() || function.isVarArg() || function.getName() == "main")
      continue;
    if (function.hasExternalLinkage() && function.use_empty())
      uncalled.push_back(sourceNameOf(function));
    else if (function.hasExternalLinkage() && findEffects(sourceNameOf(function)))
      likeLibrary.push_back(sourceNameOf(function));
    else if (isPassedOn(function))
      passedOn.push_back(sourceNameOf(function));
  }
  std::string text;
  const auto add = [&](std::string_view what, const std::vector<std::string> &names) {
    if (!names.empty())
      text += (text.empty() ? "" : "; ") + std::string(what) + shortList(names);
  };
  add("nothing in it calls ", uncalled);
  add("it replaces ", likeLibrary);
  add("it gives away ", passedOn);
  return text;
}

} // namespace raceward
