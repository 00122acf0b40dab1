# Compiler flags that every target of the project gets.

function(rw_target_flags target)
  # Failed checks name a file of the project, not a folder of the build machine.
  target_compile_options(${target} PRIVATE -fmacro-prefix-map=${PROJECT_SOURCE_DIR}/=)
  target_compile_options(${target} PRIVATE
    -Wall -Wextra -Wshadow -Wnon-virtual-dtor -Woverloaded-virtual ${RW_WERROR})
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    # False alarms of gcc 12 inside std::string (GCC bugs 105651 and 105329).
    target_compile_options(${target} PRIVATE -Wno-restrict -Wno-stringop-overflow)
  endif()
  if(RW_SANITIZE OR RW_FUZZ)
    target_compile_options(${target} PRIVATE
      -fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer)
    target_link_options(${target} PUBLIC -fsanitize=address,undefined)
    if(CMAKE_CXX_COMPILER_ID STREQUAL "Clang")
      # Debian's LLVM is built without the vptr metadata of the sanitizer.
      target_compile_options(${target} PRIVATE -fno-sanitize=vptr,function)
    else()
      target_compile_options(${target} PRIVATE -fno-sanitize=vptr)
    endif()
  endif()
  if(RW_FUZZ)
    # Without what costs a third of the build and finds least: the address sanitizer sees most of
    # the same. The asan preset has all.
    target_compile_options(${target} PRIVATE
      -fsanitize=fuzzer-no-link -fno-sanitize=null,alignment,object-size)
  endif()
endfunction()

# Several files as one (RW_TOGETHER, which all presets but debug, asan and develop have): half of the
# time of compiling them. A build for daily work is without it (preset develop): it compiles less after
# a change.
function(rw_compile_together target)
  if(NOT RW_TOGETHER)
    return()
  endif()
  set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE 16)
  # A name of one file would shadow that of another.
  target_compile_options(${target} PRIVATE -Wno-shadow)
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    # Each file is included once, but gcc takes it for a header.
    target_compile_options(${target} PRIVATE -Wno-subobject-linkage)
  endif()
endfunction()

# LLVM's headers are system headers (their warnings are not ours), and the packaged
# library is built without exceptions: the modules that see it are, too.
function(rw_use_llvm target)
  target_include_directories(${target} SYSTEM PUBLIC ${LLVM_INCLUDE_DIRS})
  target_compile_definitions(${target} PUBLIC ${RW_LLVM_DEFINITIONS})
  target_compile_options(${target} PRIVATE -fno-exceptions)
  target_link_libraries(${target} PUBLIC LLVM)
endfunction()
