# Run by cmake -P: turns the files INPUTS into the C++ file OUTPUT.
set(entries "")
foreach(input IN LISTS INPUTS)
  get_filename_component(name ${input} NAME)
  file(READ ${input} bytes HEX)
  string(REGEX REPLACE "([0-9a-f][0-9a-f])" "\\\\x\\1" text "${bytes}")
  # One literal for each 32 bytes, since compilers dislike long lines.
  string(REGEX REPLACE "((\\\\x[0-9a-f][0-9a-f])(\\\\x[0-9a-f][0-9a-f])?(\\\\x[0-9a-f][0-9a-f])?(\\\\x[0-9a-f][0-9a-f])?(\\\\x[0-9a-f][0-9a-f])?(\\\\x[0-9a-f][0-9a-f])?(\\\\x[0-9a-f][0-9a-f])?)" "\"\\1\"\n" text "${text}")
  string(APPEND entries "    {\"${name}\",\n${text}},\n")
endforeach()
file(WRITE ${OUTPUT} "// Generated from runtime/.
#include \"replay/EmbeddedRuntime.h\"

namespace raceward {

std::span<const RuntimeFile> runtimeFiles() {
  static constexpr RuntimeFile kFiles[] = {
${entries}  };
  return kFiles;
}

} // namespace raceward
")
