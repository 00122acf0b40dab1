#include "LoadInChild.h"

#include "Faults.h"
#include "raceward/program/Sources.h"

#include <memory>

namespace raceward {

namespace {

CheckStats statsOf(const Program &program) {
  CheckStats stats;
  for (const Function &function : program.functions()) {
    stats.functions += function.hasBody ? 1 : 0;
    stats.instructions += function.code.instructions.size();
  }
  stats.accessSites = program.sites().size();
  stats.sources = sourcesOf(program);
  stats.driver = program.driver();
  return stats;
}

} // namespace

const Program *loadInChild(const CheckRequest &request, const WireSend &send, CheckStats &stats) {
  LoadRequest load = request.load;
  load.onProgress = [&](std::string_view phase) { send(WireProgress{std::string(phase)}); };
  load.onWarnings = [&](std::string_view text) { send(WireWarnings{std::string(text)}); };
  Result<Program> loaded = loadProgram(load);
  if (!loaded) {
    send(loaded.error());
    return nullptr;
  }
  const Program *program = std::make_unique<Program>(std::move(*loaded)).release();
  stats = statsOf(*program);
  send(stats);
  misbehaveIfAsked();
  return program;
}

} // namespace raceward
