# Writes the C++ file with the embedded library models; run by RwModels.cmake.
set(rows "")
set(all "")
foreach(part IN LISTS PARTS)
  string(REGEX REPLACE "=.*" "" name ${part})
  string(REGEX REPLACE "^[^=]*=" "" file ${part})
  execute_process(COMMAND ${NM} --defined-only --extern-only --format=posix ${file}
    OUTPUT_VARIABLE symbols OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
  string(REPLACE "\n" ";" symbols "${symbols}")
  list(FILTER symbols INCLUDE REGEX " T ") # functions, not variables
  list(TRANSFORM symbols REPLACE " .*" "")
  list(FILTER symbols EXCLUDE REGEX "^raceward_(fixed|earlier)_") # ModelCalls.h
  foreach(symbol IN LISTS symbols)
    list(APPEND all "${symbol} ${name}")
  endforeach()
endforeach()
list(SORT all)
foreach(row IN LISTS all)
  string(REGEX REPLACE "([^ ]+) (.*)" "    {\"\\1\", \"\\2\"},\n" line "${row}")
  string(APPEND rows "${line}")
endforeach()
foreach(bits 64 32)
  string(APPEND blobs "asm(\".pushsection .rodata\\n\"
    \".balign 16\\n\"
    \"raceward_library${bits}:\\n\"
    \".incbin \\\"${FOLDER}/library${bits}.bc\\\"\\n\"
    \"raceward_library${bits}_end:\\n\"
    \".byte 0\\n\"
    \".popsection\\n\");
extern \"C\" const char raceward_library${bits}[];
extern \"C\" const char raceward_library${bits}_end[];
")
endforeach()
file(WRITE ${OUTPUT} "// Made by the build; do not edit.
#include \"EmbeddedLibrary.h\"

#include <array>

${blobs}
namespace raceward {

namespace {

// Sorted by function.
constexpr auto kModels = std::to_array<ModelInC>({
${rows}});

} // namespace

std::span<const ModelInC> modelsInC() {
  return kModels;
}

std::string_view embeddedLibrary(bool narrow) {
  return narrow ? std::string_view(raceward_library32, raceward_library32_end)
                : std::string_view(raceward_library64, raceward_library64_end);
}

} // namespace raceward
")
