# Writes style and program of the HTML report as C++, with their hashes; run by
# RwReportAssets.cmake. STYLES and SCRIPTS are lists of files, separated by '|'.

# SHA-256 in base64, which CMake does not know.
function(base64_of_sha256 text result)
  set(digits "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/")
  string(SHA256 hex "${text}")
  # 32 bytes and one of filling: 66 digits of 4 bits are 44 of 6, the last of which is '='.
  set(hex "${hex}00")
  set(encoded "")
  foreach(at RANGE 0 63 3)
    string(SUBSTRING "${hex}" ${at} 3 three)
    math(EXPR high "0x${three} >> 6")
    math(EXPR low "0x${three} & 63")
    string(SUBSTRING "${digits}" ${high} 1 first)
    string(SUBSTRING "${digits}" ${low} 1 second)
    string(APPEND encoded "${first}${second}")
  endforeach()
  string(SUBSTRING "${encoded}" 0 43 encoded)
  set(${result} "${encoded}=" PARENT_SCOPE)
endfunction()

function(bytes_of text result)
  string(HEX "${text}" hex)
  string(REGEX REPLACE "([0-9a-f][0-9a-f])" "0x\\1," bytes "${hex}")
  string(REGEX REPLACE "(................................................................................)" "\\1\n" bytes "${bytes}")
  set(${result} "${bytes}" PARENT_SCOPE)
endfunction()

function(joined files result)
  string(REPLACE "|" ";" files "${files}")
  set(text "")
  foreach(file IN LISTS files)
    file(READ ${file} content)
    string(APPEND text "${content}")
  endforeach()
  set(${result} "${text}" PARENT_SCOPE)
endfunction()

joined("${STYLES}" style)
joined("${SCRIPTS}" script)
set(script "'use strict';\n(function () {\n${script}})();\n")
foreach(part style script)
  if("${${part}}" MATCHES "</|<!--")
    message(FATAL_ERROR "the ${part} of the report would end its own element")
  endif()
  base64_of_sha256("${${part}}" ${part}_hash)
  bytes_of("${${part}}" ${part}_bytes)
endforeach()

file(WRITE ${OUTPUT} "// Made by the build; do not edit.
#include \"formats/HtmlAssets.h\"

namespace raceward {

namespace {
constexpr unsigned char kStyle[] = {
${style_bytes}
};
constexpr unsigned char kScript[] = {
${script_bytes}
};
} // namespace

std::string_view htmlStyle() {
  return {reinterpret_cast<const char *>(kStyle), sizeof kStyle};
}
std::string_view htmlScript() {
  return {reinterpret_cast<const char *>(kScript), sizeof kScript};
}
std::string_view htmlStyleHash() {
  return \"${style_hash}\";
}
std::string_view htmlScriptHash() {
  return \"${script_hash}\";
}

} // namespace raceward
")
