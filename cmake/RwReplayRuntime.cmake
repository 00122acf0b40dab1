# Embeds runtime/ as text: what is compiled into a program that is replayed natively.
#
# rw_replay_runtime(target)

function(rw_replay_runtime target)
  set(folder ${PROJECT_SOURCE_DIR}/runtime)
  file(GLOB files CONFIGURE_DEPENDS ${folder}/*.c ${folder}/*.h ${folder}/*.txt)
  list(APPEND files ${RW_GENERATED}/raceward_actions.h)
  set(embedded ${PROJECT_BINARY_DIR}/runtime/EmbeddedRuntime.cpp)
  add_custom_command(OUTPUT ${embedded}
    COMMAND ${CMAKE_COMMAND} "-DINPUTS=${files}" -DOUTPUT=${embedded}
      -P ${PROJECT_SOURCE_DIR}/cmake/EmbedRuntime.cmake
    DEPENDS ${files} ${PROJECT_SOURCE_DIR}/cmake/EmbedRuntime.cmake
    COMMENT "Embedding the runtime of replays" VERBATIM)
  target_sources(${target} PRIVATE ${embedded})
endfunction()
