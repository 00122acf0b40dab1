# Builds a CMake project for `raceward run`:
#
#   cmake -B build --toolchain PREFIX/share/raceward/raceward-toolchain.cmake
#
# RACEWARD, in the cache or in the environment, is the program if it is neither beside this file
# nor on the path.

if(NOT RACEWARD AND DEFINED ENV{RACEWARD})
  set(RACEWARD $ENV{RACEWARD})
endif()
if(NOT RACEWARD)
  find_program(RACEWARD raceward HINTS ${CMAKE_CURRENT_LIST_DIR}/../../bin)
endif()
if(NOT RACEWARD)
  message(FATAL_ERROR "raceward is not on the path: say where it is with -DRACEWARD=/path/to/raceward")
endif()

set(CMAKE_C_COMPILER ${RACEWARD} cc)
set(CMAKE_CXX_COMPILER ${RACEWARD} c++)
# Projects that CMake tries out read this file again, in folders of their own.
list(APPEND CMAKE_TRY_COMPILE_PLATFORM_VARIABLES RACEWARD)
