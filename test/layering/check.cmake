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

message(STATUS "layers are enforced")
