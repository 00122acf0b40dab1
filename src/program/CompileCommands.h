// compile_commands.json: which files make up a program, and how each is compiled.
// Private to program.
#pragma once

#include "Compiler.h"

namespace raceward {

/// The units that the request selects from the database in request.compileCommands.
Result<std::vector<CompileUnit>> unitsFromCompileCommands(const LoadRequest &request);

/// The same from the text of a database; `folder` is where it lies.
Result<std::vector<CompileUnit>>
parseCompileCommands(std::string_view json, const std::string &folder, const LoadRequest &request);

} // namespace raceward
