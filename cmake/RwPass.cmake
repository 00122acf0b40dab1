# raceward-pass.so: what `raceward cc` loads into clang.
#
# rw_pass() builds it into lib/raceward of the build folder, where the runtime of controlled
# programs is put, too: `raceward cc` looks for both in ../lib/raceward of its own folder.

set(RW_PRIVATE_LIBRARIES ${PROJECT_BINARY_DIR}/lib/raceward)

function(rw_pass)
  file(GLOB sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/src/native/pass/*.cpp)
  # What the pass shares with the checker: names of accesses, the table of effects, assembly, what is seen.
  file(GLOB effects CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/src/program/effects/*.cpp)
  file(GLOB assembly CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/src/program/assembly/*.cpp)
  set(shared AccessNames BitFields DebugInfo DebugTypes FormatString LibraryModels LibraryState
    LocaleUses ModelCalls ModelEffects Place PointerAccesses PromoteLocals ScopeEnds StreamUses)
  list(TRANSFORM shared PREPEND ${PROJECT_SOURCE_DIR}/src/program/)
  list(TRANSFORM shared APPEND .cpp)
  add_library(raceward-pass MODULE ${sources} ${effects} ${assembly} ${shared}
    ${PROJECT_SOURCE_DIR}/src/native/replay/SeenCalls.cpp ${PROJECT_SOURCE_DIR}/src/base/Check.cpp
    ${PROJECT_BINARY_DIR}/models/EmbeddedLibrary.cpp)
  add_dependencies(raceward-pass rw_program) # which makes the embedded models
  set_target_properties(raceward-pass PROPERTIES
    PREFIX "" LIBRARY_OUTPUT_DIRECTORY ${RW_PRIVATE_LIBRARIES}
    CXX_VISIBILITY_PRESET hidden VISIBILITY_INLINES_HIDDEN ON)
  foreach(module base model program)
    target_include_directories(raceward-pass PRIVATE ${PROJECT_SOURCE_DIR}/src/${module}/include)
  endforeach()
  target_include_directories(raceward-pass PRIVATE ${PROJECT_SOURCE_DIR}/src/native
    ${PROJECT_SOURCE_DIR}/src/program ${PROJECT_SOURCE_DIR}/runtime/control
    ${RW_GENERATED})
  target_include_directories(raceward-pass SYSTEM PRIVATE ${LLVM_INCLUDE_DIRS})
  target_compile_definitions(raceward-pass PRIVATE ${RW_LLVM_DEFINITIONS})
  # Not linked with LLVM: clang has one, and two of them do not get along.
  target_compile_options(raceward-pass PRIVATE -fno-exceptions)
  # Nor with a sanitizer, which clang would have to have been started with.
  set(RW_SANITIZE OFF)
  set(RW_FUZZ OFF)
  rw_target_flags(raceward-pass)
  rw_compile_together(raceward-pass) # last: it takes a warning back
endfunction()
