// compile_commands.json: the files of a program, and the flags of each. Private to program.
#pragma once

#include "BuildTargets.h"
#include "Compiler.h"

namespace raceward {

/// The units that the request selects from the database in request.compileCommands.
Result<std::vector<CompileUnit>> unitsFromCompileCommands(const LoadRequest &request);

/// The same from the text of a database; `folder` is its location.
Result<std::vector<CompileUnit>> parseCompileCommands(std::string_view json,
                                                      const std::string &folder,
                                                      const LoadRequest &request,
                                                      const BuildTargets &build = {});

} // namespace raceward
