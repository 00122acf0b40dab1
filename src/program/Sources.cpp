#include "raceward/program/Sources.h"

#include "raceward/base/File.h"

#include <llvm/ADT/StringExtras.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Module.h>
#include <llvm/Support/MD5.h>

#include <algorithm>
#include <filesystem>
#include <set>

namespace raceward {

namespace {

/// A limit, since pipes and devices may never end.
constexpr std::uintmax_t kLargestSource = 64u << 20;

class SourceCollector {
public:
  void add(const llvm::DIFile *file, const SourcePosition &at) {
    if (file == nullptr || at.file.empty() || !seen_.insert(file).second)
      return;
    const auto checksum = file->getChecksum();
    if (checksum && checksum->Kind == llvm::DIFile::CSK_MD5 && isStill(at.file, checksum->Value))
      found_.insert(at.file);
  }

  [[nodiscard]] std::vector<std::string> take() const { return {found_.begin(), found_.end()}; }

private:
  static bool isStill(const std::string &path, llvm::StringRef checksum) {
    std::error_code error;
    if (!std::filesystem::is_regular_file(path, error) || error ||
        std::filesystem::file_size(path, error) > kLargestSource || error)
      return false;
    const Result<std::string> content = readFile(path);
    if (!content)
      return false;
    llvm::MD5 md5;
    md5.update(*content);
    llvm::MD5::MD5Result result;
    md5.final(result);
    return checksum.equals_insensitive(result.digest());
  }

  std::set<const llvm::DIFile *> seen_;
  std::set<std::string> found_;
};

} // namespace

std::vector<std::string> sourcesOf(const Program &program) {
  SourceCollector sources;
  for (const llvm::GlobalVariable &global : program.module().globals()) {
    llvm::SmallVector<llvm::DIGlobalVariableExpression *, 1> described;
    global.getDebugInfo(described);
    for (const llvm::DIGlobalVariableExpression *one : described)
      sources.add(one->getVariable()->getFile(), positionOf(*one->getVariable()));
  }
  for (const llvm::Function &function : program.module()) {
    if (const llvm::DISubprogram *described = function.getSubprogram())
      sources.add(described->getFile(), positionOf(function));
    for (const llvm::Instruction &instruction : llvm::instructions(function))
      for (const llvm::DILocation *at = instruction.getDebugLoc().get(); at != nullptr;
           at = at->getInlinedAt())
        sources.add(at->getFile(), positionOf(*at));
  }
  return sources.take();
}

} // namespace raceward
