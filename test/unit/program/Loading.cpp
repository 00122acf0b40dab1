#include "Loading.h"

#include <gtest/gtest.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>

namespace raceward::test {

namespace fs = std::filesystem;

Folder::Folder() {
  std::string pattern = (fs::temp_directory_path() / "raceward-test-XXXXXX").string();
  if (!mkdtemp(pattern.data())) {
    std::perror(pattern.c_str());
    std::abort();
  }
  path_ = pattern;
}

Folder::~Folder() {
  std::error_code ignored;
  fs::remove_all(path_, ignored);
}

std::string Folder::add(const std::string &name, std::string_view content) const {
  const fs::path file = fs::path(path_) / name;
  fs::create_directories(file.parent_path());
  std::ofstream(file, std::ios::binary) << content;
  return file.string();
}

Result<Program> loadText(std::string_view text, const std::string &extension, DataModel dataModel) {
  const Folder folder;
  LoadRequest request;
  request.files = {folder.add("program" + extension, text)};
  request.dataModel = dataModel;
  return loadProgram(request);
}

Program loaded(std::string_view text, const std::string &extension, DataModel dataModel) {
  Result<Program> program = loadText(text, extension, dataModel);
  if (!program) {
    std::fprintf(stderr, "%s\n%s\n", program.error().message.c_str(),
                 program.error().details.c_str());
    std::abort();
  }
  return std::move(*program);
}

const Function &functionNamed(const Program &program, std::string_view name) {
  for (const Function &function : program.functions())
    if (function.name == name)
      return function;
  std::fprintf(stderr, "no function %s\n", std::string(name).c_str());
  std::abort();
}

std::vector<const Instruction *> instructionsOf(const Function &function, Op op) {
  std::vector<const Instruction *> found;
  for (const Instruction &instruction : function.code.instructions)
    if (instruction.op == op)
      found.push_back(&instruction);
  return found;
}

std::string describe(const AccessSite &site) {
  std::string text(toString(site.kind));
  if (isAtomic(site))
    text = "atomic " + text + " (" + std::string(toString(site.order)) + ")";
  text += " '" + site.name + "'";
  if (!site.call.empty())
    text += " by " + site.call;
  return text;
}

std::vector<std::string> sitesOf(const Program &program, std::string_view function) {
  std::vector<std::string> sites;
  for (const AccessSite &site : program.sites())
    if (site.function == function)
      sites.push_back(describe(site));
  return sites;
}

} // namespace raceward::test
