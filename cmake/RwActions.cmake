# From the list of actions, src/model/include/raceward/model/Actions.def: what is not C++.
#
#   ${RW_GENERATED}/raceward_actions.h   the enumerations of the replay and the control runtime
#   ${RW_GENERATED}/15-actions.js        the table of the HTML report
#
# Reads one row per line, as the list says of itself.

set(RW_GENERATED ${PROJECT_BINARY_DIR}/generated)
set(list ${PROJECT_SOURCE_DIR}/src/model/include/raceward/model/Actions.def)
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${list})

set(replay "")
set(control "")
set(table "")
set(bit 0)
file(STRINGS ${list} rows REGEX "^RW_(ACTION|ACTION_ALSO|REPORTED|CONTROLLED)\\(")
foreach(row IN LISTS rows)
  if(NOT row MATCHES "^RW_[A-Z_]+\\((.*)\\)$")
    message(FATAL_ERROR "Actions.def: a row is not on one line: ${row}")
  endif()
  string(REGEX REPLACE " *, *" ";" columns "${CMAKE_MATCH_1}")
  if(row MATCHES "^RW_REPORTED")
    list(GET columns 1 role)
    list(GET columns 2 word)
  elseif(row MATCHES "^RW_ACTION")
    list(GET columns 3 role)
    list(GET columns 5 word)
    list(GET columns 6 step)
    list(GET columns 7 kind)
    list(GET columns 8 number)
    if(NOT step STREQUAL "RW_NO_STEP" AND NOT replay MATCHES " ${step} ")
      string(APPEND replay "  ${step} = 1 << ${bit},\n")
      math(EXPR bit "${bit} + 1")
    endif()
  else()
    list(GET columns 0 kind)
    list(GET columns 1 number)
  endif()
  if(NOT row MATCHES "^RW_CONTROLLED")
    string(APPEND table "  ${word}: '${role}',\n")
  endif()
  if(NOT row MATCHES "^RW_REPORTED" AND NOT kind STREQUAL "RW_EV_NONE"
     AND NOT control MATCHES " ${kind} ")
    string(APPEND control "  ${kind} = ${number},\n")
  endif()
endforeach()

set(made "Made by the build from Actions.def; do not edit.")
file(CONFIGURE OUTPUT ${RW_GENERATED}/raceward_actions.h @ONLY CONTENT
"/* ${made} */
#ifndef RACEWARD_ACTIONS_H
#define RACEWARD_ACTIONS_H

/* What a step of a schedule does. One bit each, so that a call can say which ones it may turn out
 * to be. */
enum raceward_action {
  RW_NO_STEP = 0,
${replay}};

/* What a record of the control runtime is. */
enum rw_kind {
  RW_EV_NONE = 0,
${control}};

#endif
")
file(CONFIGURE OUTPUT ${RW_GENERATED}/15-actions.js @ONLY CONTENT
"// ${made} Each action and its role.
var ROLES = {
${table}};
")
