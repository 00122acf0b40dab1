# Writes a file as a C++ array; run by RwModelLibrary.cmake.
file(READ ${INPUT} hex HEX)
string(REGEX REPLACE "([0-9a-f][0-9a-f])" "0x\\1," bytes "${hex}")
string(REGEX REPLACE "(................................................................................)" "\\1\n" bytes "${bytes}")
file(WRITE ${OUTPUT} "// Made by the build; do not edit.
#include \"EmbeddedModels.h\"

namespace raceward {

namespace {
// LLVM reads bitcode in words.
alignas(8) constexpr unsigned char kBytes[] = {
${bytes}
};
} // namespace

std::string_view embeddedModels${BITS}() {
  return {reinterpret_cast<const char *>(kBytes), sizeof kBytes};
}

} // namespace raceward
")
