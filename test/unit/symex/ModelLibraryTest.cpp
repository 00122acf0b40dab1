#include "raceward/symex/ModelLibrary.h"

#include "raceward/program/Load.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <llvm/IR/DerivedTypes.h>
#include <llvm/Support/raw_ostream.h>

#include <filesystem>
#include <fstream>
#include <map>
#include <set>
#include <unistd.h>

namespace raceward {
namespace {

using ::testing::Contains;

Program library(DataModel dataModel) {
  Result<Program> program = loadModelLibrary(dataModel);
  if (!program) {
    ADD_FAILURE() << program.error().message;
    std::abort();
  }
  return std::move(*program);
}

bool isHelper(const Function &function) {
  return function.name.starts_with(kModelHelperPrefix);
}

/// What programs may call: name → LLVM's type.
std::map<std::string, std::string> modelled(const Program &program) {
  std::map<std::string, std::string> types;
  for (const Function &function : program.functions()) {
    if (!function.hasBody || isHelper(function))
      continue;
    llvm::raw_string_ostream stream(types[function.name]);
    stream << *function.origin->getFunctionType();
  }
  return types;
}

class ModelLibrary : public ::testing::TestWithParam<DataModel> {};
INSTANTIATE_TEST_SUITE_P(Both, ModelLibrary, ::testing::Values(DataModel::LP64, DataModel::ILP32),
                         [](const auto &chosen) {
                           return chosen.param == DataModel::LP64 ? "LP64" : "ILP32";
                         });

TEST_P(ModelLibrary, IsForItsDataModel) {
  const Program program = library(GetParam());
  EXPECT_EQ(program.dataModel(), GetParam());
  EXPECT_GT(modelled(program).size(), 90u);
}

TEST_P(ModelLibrary, HasNoEntry) {
  const Program program = library(GetParam());
  EXPECT_DEATH((void)program.entry(), "entry_");
}

// The table is what provers know; a model of which they know nothing would be a function
// that one engine executes and another one gives up on.
TEST_P(ModelLibrary, HasARowForEveryFunction) {
  const Program program = library(GetParam());
  for (const Function &function : program.functions())
    if (!isHelper(function)) {
      EXPECT_TRUE(findLibraryFunction(function.name)) << function.name;
    }
}

TEST_P(ModelLibrary, NeedsNothingButAFewFunctionsOfTheMachine) {
  const Program program = library(GetParam());
  std::set<std::string> needed;
  for (const Function &function : program.functions())
    if (!function.hasBody)
      needed.insert(function.name);
  EXPECT_THAT(needed, ::testing::IsSubsetOf({"malloc",
                                             "realloc",
                                             "memcpy",
                                             "memmove",
                                             "memset",
                                             "__errno_location",
                                             "strtod",
                                             "strtof",
                                             "strtold",
                                             "__VERIFIER_assume",
                                             "__VERIFIER_nondet_bool",
                                             "__VERIFIER_nondet_int",
                                             "__VERIFIER_nondet_seconds",
                                             "__VERIFIER_nondet_microseconds",
                                             "__VERIFIER_nondet_nanoseconds",
                                             "__VERIFIER_nondet_ticks",
                                             "__VERIFIER_nondet_uchar",
                                             "__VERIFIER_nondet_ushort",
                                             "__VERIFIER_nondet_uint",
                                             "__VERIFIER_nondet_ulonglong",
                                             "raceward_guess_bool",
                                             "raceward_guess_long",
                                             "raceward_guess_uchar",
                                             "raceward_receives",
                                             "raceward_writes",
                                             "__raceward_cannot",
                                             "__raceward_note_bound",
                                             "__raceward_own_memory",
                                             "__raceward_is_first",
                                             "__raceward_input_is_any",
                                             "__raceward_input_ends",
                                             "__raceward_input_byte"}));
}

// A variable that is read before it is written would be an input of the run.
TEST_P(ModelLibrary, UsesNothingUnusual) {
  const Program program = library(GetParam());
  for (const Function &function : program.functions())
    for (const Instruction &instruction : function.code.instructions)
      EXPECT_THAT((std::set<Op>{Op::FreshInput, Op::Unsupported, Op::Assembly, Op::IndirectJump,
                                Op::VectorElement, Op::Exchange}),
                  ::testing::Not(Contains(instruction.op)))
          << function.name << ": " << toString(instruction.op);
}

// A model that became a call of itself (clang knows the loop of strlen) would never end.
TEST_P(ModelLibrary, DoesNotCallItself) {
  const Program program = library(GetParam());
  for (const Function &function : program.functions())
    for (const Instruction &instruction : function.code.instructions)
      if (instruction.op == Op::Call && instruction.callee.valid() && !isHelper(function)) {
        EXPECT_NE(program.function(instruction.callee).name, function.name);
      }
}

TEST_P(ModelLibrary, HasLittleState) {
  const Program program = library(GetParam());
  std::set<std::string> state;
  for (const Global &global : program.globals())
    if (!global.isConstant)
      state.insert(global.name);
  EXPECT_THAT(state,
              ::testing::UnorderedElementsAre(
                  "__raceward_stdin", "__raceward_stdout", "__raceward_stderr",
                  "__raceward_is_read_by_stream", "__raceward_is_read_by_number", "__raceward_gave",
                  "__raceward_is_shared", "clock.last", "clock_gettime.last", "processNumber",
                  "isatty.answers", "__raceward_variables", "__raceward_variable_count",
                  "__raceward_environment_is_empty"));
}

// Programs call the models through the declarations of the system's headers.
TEST_P(ModelLibrary, HasTheTypesOfTheHeaders) {
  const std::map<std::string, std::string> models = modelled(library(GetParam()));
  std::string text = "#define _GNU_SOURCE\n"
                     "#include <ctype.h>\n#include <inttypes.h>\n#include <stdlib.h>\n"
                     "#include <sched.h>\n#include <stdio.h>\n#include <string.h>\n"
                     "#include <strings.h>\n#include <sys/time.h>\n#include <time.h>\n"
                     "#include <threads.h>\n#include <unistd.h>\n#include <raceward_model.h>\n"
                     "void *functions[] = {\n";
  const auto isDeclared = [](const std::string &name) { // others are of newer or older headers
    return (!name.starts_with("_") || name.starts_with("__ctype_")) && name != "gets";
  };
  for (const auto &[name, type] : models)
    if (isDeclared(name))
      text += "  (void *)" + name + ",\n";
  text += "};\nint main(void) { return 0; }\n";
  const std::filesystem::path file = std::filesystem::temp_directory_path() /
                                     ("raceward-headers-" + std::to_string(::getpid()) + "-" +
                                      std::to_string(static_cast<int>(GetParam())) + ".c");
  std::ofstream(file) << text;
  LoadRequest request;
  request.files = {file.string()};
  request.dataModel = GetParam();
  request.compilerFlags = {"-I" RW_SOURCE_DIR "/include"};
  const Result<Program> program = loadProgram(request);
  std::filesystem::remove(file);
  ASSERT_TRUE(program) << program.error().message << program.error().details;
  std::size_t compared = 0;
  for (const Function &function : program->functions()) {
    const auto model = models.find(function.name);
    if (model == models.end())
      continue;
    std::string type;
    llvm::raw_string_ostream stream(type);
    stream << *function.origin->getFunctionType();
    EXPECT_EQ(model->second, type) << function.name;
    ++compared;
  }
  EXPECT_GT(compared, 80u);
}

TEST(ModelLibraries, ModelTheSameFunctions) {
  const auto names = [](DataModel dataModel) {
    std::set<std::string> all;
    for (const auto &[name, type] : modelled(library(dataModel)))
      all.insert(name);
    return all;
  };
  EXPECT_EQ(names(DataModel::LP64), names(DataModel::ILP32));
}

TEST(ModelLibraries, FollowTheirDataModel) {
  const auto wide = modelled(library(DataModel::LP64));
  const auto narrow = modelled(library(DataModel::ILP32));
  EXPECT_EQ(wide.at("strlen"), "i64 (ptr)");
  EXPECT_EQ(narrow.at("strlen"), "i32 (ptr)");
  EXPECT_EQ(wide.at("strtol"), "i64 (ptr, ptr, i32)");
  EXPECT_EQ(narrow.at("strtol"), "i32 (ptr, ptr, i32)");
  EXPECT_EQ(wide.at("strtoll"), "i64 (ptr, ptr, i32)");
  EXPECT_EQ(narrow.at("strtoll"), "i64 (ptr, ptr, i32)");
}

TEST(ModelLibraries, RefuseDamagedBitcode) {
  alignas(8) static constexpr char bytes[] = "BC\xc0\xde, and then something else";
  const Result<Program> program = loadLibrary("damaged", std::string_view(bytes, 32));
  ASSERT_FALSE(program);
  EXPECT_EQ(program.error().kind, Error::Kind::Internal);
}

} // namespace
} // namespace raceward
