# The runtime that `raceward cc` links into programs: runtime/control, a static library of C.
#
# It is built alike in all presets: sanitizers of ours do not belong into programs of others.

include(GNUInstallDirs)
file(GLOB sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/runtime/control/*.c)
add_library(raceward_control STATIC ${sources})
set_target_properties(raceward_control PROPERTIES
  C_STANDARD 11 C_EXTENSIONS ON POSITION_INDEPENDENT_CODE ON
  ARCHIVE_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/lib/raceward)
target_include_directories(raceward_control PRIVATE ${RW_GENERATED})
target_compile_options(raceward_control PRIVATE -O2 -Wall -Wextra -Wshadow ${RW_WERROR}
  -fexceptions -fno-builtin-malloc -fno-builtin-calloc -fmacro-prefix-map=${PROJECT_SOURCE_DIR}/=)
if(CMAKE_C_COMPILER_ID STREQUAL "GNU")
  # Its first constructor comes before the program's, as those of the implementation do.
  target_compile_options(raceward_control PRIVATE -Wno-prio-ctor-dtor)
endif()
install(TARGETS raceward_control ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR}/raceward)
