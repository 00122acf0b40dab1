# cmake -DEXPECT=race -P RacewardExpect.cmake -- raceward check …
# Fails unless the command exits with the status of that verdict.

set(command "")
set(index 0)
set(past_dashes FALSE)
while(index LESS CMAKE_ARGC)
  if(past_dashes)
    list(APPEND command "${CMAKE_ARGV${index}}")
  elseif(CMAKE_ARGV${index} STREQUAL "--")
    set(past_dashes TRUE)
  endif()
  math(EXPR index "${index} + 1")
endwhile()

set(status_race-free 0)
set(status_race 1)
set(status_unknown 3)
execute_process(COMMAND ${command} RESULT_VARIABLE status)
if(NOT status STREQUAL "${status_${EXPECT}}")
  message(FATAL_ERROR "expected ${EXPECT} (status ${status_${EXPECT}}), got status ${status}")
endif()
