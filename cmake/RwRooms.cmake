# Rooms: the sub-folders of a module, and their one-way order.
#
# rw_rooms(module room...)    the lowest first; "." are the files that are in none
#
# A file may include files of its own room and of lower ones. The check is a step of the build that
# the module depends on (CheckRooms.cmake); test/layering proves that it refuses.

function(rw_rooms module)
  set(folder ${PROJECT_SOURCE_DIR}/src/${module})
  file(GLOB_RECURSE files CONFIGURE_DEPENDS ${folder}/*.cpp ${folder}/*.h)
  set(stamp ${PROJECT_BINARY_DIR}/rooms/${module}.stamp)
  string(REPLACE ";" "|" rooms "${ARGN}")
  add_custom_command(OUTPUT ${stamp}
    COMMAND ${CMAKE_COMMAND} -DMODULE=${module} -DFOLDER=${folder} "-DROOMS=${rooms}"
      -DSTAMP=${stamp} -P ${CMAKE_CURRENT_FUNCTION_LIST_DIR}/CheckRooms.cmake
    DEPENDS ${files} ${CMAKE_CURRENT_FUNCTION_LIST_DIR}/CheckRooms.cmake
    COMMENT "Checking the rooms of ${module}" VERBATIM)
  add_custom_target(rooms_${module} DEPENDS ${stamp})
endfunction()
