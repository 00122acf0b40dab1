# raceward_add_check(target [NAME name] [WITH library...] [ARGS option...]
#                    [EXPECT race-free|race|unknown])
#
# A test that checks the C files of a target for data races, compiled as the target is. It passes
# if the answer is the expected one; without EXPECT, if raceward exits with 0: race-free, or what
# --fail-on in ARGS lets pass. WITH adds the files of libraries of the project that the target
# links. The test runs in the folder of the CMakeLists.txt, whose .raceward.yaml it obeys.

set(_raceward_expect_script "${CMAKE_CURRENT_LIST_DIR}/RacewardExpect.cmake")

# The C files of a target, by their full names.
function(_raceward_sources target result)
  get_target_property(sources ${target} SOURCES)
  get_target_property(folder ${target} SOURCE_DIR)
  set(files "")
  foreach(source IN LISTS sources)
    if(source MATCHES "\\.c$" AND NOT source MATCHES "\\$<")
      get_filename_component(file "${source}" ABSOLUTE BASE_DIR "${folder}")
      list(APPEND files "${file}")
    endif()
  endforeach()
  set(${result} "${files}" PARENT_SCOPE)
endfunction()

function(raceward_add_check target)
  cmake_parse_arguments(PARSE_ARGV 1 A "" "NAME;EXPECT" "WITH;ARGS")
  if(A_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "raceward_add_check: what is '${A_UNPARSED_ARGUMENTS}'?")
  endif()
  if(NOT TARGET ${target})
    message(FATAL_ERROR "raceward_add_check: there is no target '${target}'")
  endif()
  if(NOT A_NAME)
    set(A_NAME raceward.${target})
  endif()

  set_property(TARGET ${target} ${A_WITH} PROPERTY EXPORT_COMPILE_COMMANDS ON)
  set(inputs --target ${target})
  if(A_WITH)
    set(inputs "")
    foreach(part IN LISTS target A_WITH)
      _raceward_sources(${part} files)
      list(APPEND inputs ${files})
    endforeach()
  endif()
  set(command "${Raceward_EXECUTABLE}" check -p "${CMAKE_BINARY_DIR}" ${inputs} ${A_ARGS})

  if(NOT A_EXPECT)
    add_test(NAME ${A_NAME} COMMAND ${command} WORKING_DIRECTORY "${CMAKE_CURRENT_SOURCE_DIR}")
  else()
    if(NOT A_EXPECT MATCHES "^(race-free|race|unknown)$")
      message(FATAL_ERROR "raceward_add_check: EXPECT can be race-free, race or unknown, "
                          "not '${A_EXPECT}'")
    endif()
    add_test(NAME ${A_NAME}
      COMMAND "${CMAKE_COMMAND}" -DEXPECT=${A_EXPECT} -P "${_raceward_expect_script}" -- ${command}
      WORKING_DIRECTORY "${CMAKE_CURRENT_SOURCE_DIR}")
  endif()
  set_tests_properties(${A_NAME} PROPERTIES LABELS raceward)
endfunction()
