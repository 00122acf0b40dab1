# Headers of LLVM and of the standard library, compiled once for several modules (RW_PRECOMPILE).
#
# rw_precompile(target [LLVM] [FOR target...])
#
# Compiles them with the flags of the first target, and the others use the result. They must agree
# on exceptions; the compiler says so if they do not. Only headers that most of the files include
# anyway are here, and none of ours: what a file needs it includes itself, which
# scripts/files-alone holds it to.

set(RW_STANDARD_HEADERS
  <algorithm> <array> <chrono> <cstdint> <filesystem> <functional> <map> <memory> <optional> <set>
  <span> <string> <string_view> <utility> <variant> <vector>)
# With more of them the compiler takes longer to load the result than it saves.
set(RW_LLVM_HEADERS <llvm/IR/Instructions.h> <llvm/IR/Module.h>)

function(rw_precompile target)
  cmake_parse_arguments(A "LLVM" "" "FOR" ${ARGN})
  # Where several files are one, there is little left to save.
  if(NOT RW_PRECOMPILE OR RW_TOGETHER)
    return()
  endif()
  set(headers ${RW_STANDARD_HEADERS})
  if(A_LLVM)
    list(APPEND headers ${RW_LLVM_HEADERS})
  endif()
  target_precompile_headers(${target} PRIVATE ${headers})
  foreach(other IN LISTS A_FOR)
    target_precompile_headers(${other} REUSE_FROM ${target})
  endforeach()
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    # A false alarm inside std::string (GCC bug 105651), which only these headers bring about.
    foreach(user IN LISTS target A_FOR)
      target_compile_options(${user} PRIVATE -Wno-array-bounds)
    endforeach()
  endif()
endfunction()
