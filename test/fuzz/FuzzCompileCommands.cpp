// compile_commands.json.
// RUNS: 20000
#include "CompileCommands.h"
#include "Scratch.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size) {
  using namespace raceward;
  const std::string_view text = fuzz::asText(data, size);
  const auto read = [&](std::vector<std::string> files, std::string target) {
    LoadRequest request;
    request.files = std::move(files);
    request.target = std::move(target);
    const auto units = parseCompileCommands(text, "/project/build", request);
    RW_CHECK(units ? !units->empty() : !units.error().message.empty());
  };
  read({}, "");
  read({}, "app");
  read({"/project/main.c"}, "");
  return 0;
}
