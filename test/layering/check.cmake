# Run by ctest; see CMakeLists.txt beside this file.

function(make_project name lower_source module_list)
  set(dir ${WORK}/${name})
  file(REMOVE_RECURSE ${dir})
  file(WRITE ${dir}/CMakeLists.txt "
cmake_minimum_required(VERSION 3.25)
project(layers LANGUAGES CXX)
include(${MODULES}/RwFlags.cmake)
include(${MODULES}/RwModule.cmake)
${module_list}
")
  file(WRITE ${dir}/src/lower/include/raceward/lower/Lower.h "int lower();\n")
  file(WRITE ${dir}/src/upper/include/raceward/upper/Upper.h "int upper();\n")
  file(WRITE ${dir}/src/lower/Lower.cpp "${lower_source}")
  file(WRITE ${dir}/src/upper/Upper.cpp
    "#include \"raceward/lower/Lower.h\"\nint upper() { return lower(); }\n")
endfunction()

# Configures and builds; the outcome in RESULT, everything printed in OUTPUT.
function(build_project name)
  execute_process(
    COMMAND ${CMAKE_COMMAND} -G ${GENERATOR} -DCMAKE_CXX_COMPILER=${COMPILER}
            -S ${WORK}/${name} -B ${WORK}/${name}/build
    RESULT_VARIABLE result OUTPUT_VARIABLE out ERROR_VARIABLE err)
  if(result EQUAL 0)
    execute_process(COMMAND ${CMAKE_COMMAND} --build ${WORK}/${name}/build
      RESULT_VARIABLE result OUTPUT_VARIABLE more ERROR_VARIABLE more_err)
    string(APPEND out "${more}${more_err}")
  endif()
  set(RESULT ${result} PARENT_SCOPE)
  set(OUTPUT "${out}${err}" PARENT_SCOPE)
endfunction()

set(in_order "rw_module(lower)\nrw_module(upper USES lower)\n")
set(plain "#include \"raceward/lower/Lower.h\"\nint lower() { return 1; }\n")

make_project(good "${plain}" "${in_order}")
build_project(good)
if(NOT RESULT EQUAL 0)
  message(FATAL_ERROR "two layers in order do not build:\n${OUTPUT}")
endif()

make_project(upward_include "#include \"raceward/upper/Upper.h\"\nint lower() { return 1; }\n"
  "${in_order}")
build_project(upward_include)
if(RESULT EQUAL 0)
  message(FATAL_ERROR "an upward include was accepted")
elseif(NOT OUTPUT MATCHES "raceward/upper/Upper.h.*(No such file|not found)")
  message(FATAL_ERROR "an upward include failed for another reason:\n${OUTPUT}")
endif()

make_project(upward_use "${plain}" "rw_module(lower USES upper)\nrw_module(upper)\n")
build_project(upward_use)
if(RESULT EQUAL 0)
  message(FATAL_ERROR "an upward USES was accepted")
elseif(NOT OUTPUT MATCHES "upper is not a lower layer")
  message(FATAL_ERROR "an upward USES failed for another reason:\n${OUTPUT}")
endif()

# Rooms: a module with two sub-folders, and a public header that has no source of its own.
function(make_rooms name low_include public_include)
  make_project(${name} "${plain}" "rw_module(lower)\nrw_module(upper USES lower ROOMS low high)\n")
  set(src ${WORK}/${name}/src/upper)
  file(REMOVE ${src}/Upper.cpp)
  file(WRITE ${src}/include/raceward/upper/Data.h "${public_include}struct Data {};\n")
  file(WRITE ${src}/low/Low.h "int low();\n")
  file(WRITE ${src}/low/Low.cpp "#include \"Low.h\"\n${low_include}int low() { return 1; }\n")
  file(WRITE ${src}/high/Upper.cpp
    "#include \"raceward/upper/Upper.h\"\n#include \"low/Low.h\"\nint upper() { return low(); }\n")
endfunction()

make_rooms(rooms "" "")
build_project(rooms)
if(NOT RESULT EQUAL 0)
  message(FATAL_ERROR "two rooms in order do not build:\n${OUTPUT}")
endif()

# Directly, by the public header of a higher room, and by one that includes that.
function(expect_refused name)
  build_project(${name})
  if(RESULT EQUAL 0)
    message(FATAL_ERROR "${name}: an include of a higher room was accepted")
  elseif(NOT OUTPUT MATCHES "src/upper/low/Low.cpp includes [^\n]*: high is above low")
    message(FATAL_ERROR "${name}: failed for another reason:\n${OUTPUT}")
  endif()
endfunction()
make_rooms(upward_room "#include \"../high/High.h\"\n" "")
file(WRITE ${WORK}/upward_room/src/upper/high/High.h "int high();\n")
expect_refused(upward_room)
make_rooms(upward_public "#include \"raceward/upper/Upper.h\"\n" "")
expect_refused(upward_public)
make_rooms(upward_data "#include \"raceward/upper/Data.h\"\n" "#include \"raceward/upper/Upper.h\"\n")
expect_refused(upward_data)

make_rooms(unknown_room "" "")
file(WRITE ${WORK}/unknown_room/src/upper/attic/Old.h "int old();\n")
build_project(unknown_room)
if(RESULT EQUAL 0 OR NOT OUTPUT MATCHES "does not know the room 'attic'")
  message(FATAL_ERROR "a folder that is not a room was accepted:\n${OUTPUT}")
endif()

message(STATUS "layers and rooms are enforced")
