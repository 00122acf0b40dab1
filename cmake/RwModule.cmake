# Modules and their one-way order.
#
# rw_module(name USES lower... [ROOMS lowest...] [PACKAGES targets...] [LLVM])
#
# Each module exports only its own include folder, and may name only modules that
# were declared before it. An include of a higher layer therefore does not compile,
# and a USES of one does not configure. The sub-folders of a module have an order, too
# (RwRooms.cmake). test/layering proves all three.

include(${CMAKE_CURRENT_LIST_DIR}/RwRooms.cmake)

function(rw_module name)
  cmake_parse_arguments(A "LLVM" "" "USES;ROOMS;PACKAGES" ${ARGN})
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/src/${name}/*.cpp)
  # Lives in another process: clang's (RwPass.cmake).
  list(FILTER sources EXCLUDE REGEX "/src/native/pass/")
  if(NOT Nats_FOUND)
    list(FILTER sources EXCLUDE REGEX "/src/queue/nats/")
  endif()
  add_library(rw_${name} STATIC ${sources})
  # Within a module, headers are named from its folder: "search/Node.h".
  target_include_directories(rw_${name} PUBLIC ${PROJECT_SOURCE_DIR}/src/${name}/include
    PRIVATE ${PROJECT_SOURCE_DIR}/src/${name})
  if(A_ROOMS)
    rw_rooms(${name} ${A_ROOMS})
    add_dependencies(rw_${name} rooms_${name})
  endif()
  rw_use_lower_layers(rw_${name} PUBLIC "${A_USES}")
  target_link_libraries(rw_${name} PUBLIC ${A_PACKAGES})
  rw_target_flags(rw_${name})
  if(A_LLVM)
    rw_use_llvm(rw_${name})
  endif()
  rw_compile_together(rw_${name})
endfunction()

# The top of the stack: one program over the modules.
function(rw_executable name)
  cmake_parse_arguments(A "" "FOLDER" "USES;ROOMS;PACKAGES" ${ARGN})
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/src/${A_FOLDER}/*.cpp)
  add_executable(${name} ${sources})
  target_include_directories(${name} PRIVATE ${PROJECT_SOURCE_DIR}/src/${A_FOLDER})
  if(A_ROOMS)
    rw_rooms(${A_FOLDER} ${A_ROOMS})
    add_dependencies(${name} rooms_${A_FOLDER})
  endif()
  rw_use_lower_layers(${name} PRIVATE "${A_USES}")
  target_link_libraries(${name} PRIVATE ${A_PACKAGES})
  rw_target_flags(${name})
  rw_compile_together(${name})
endfunction()

function(rw_use_lower_layers target visibility modules)
  foreach(module IN LISTS modules)
    if(NOT TARGET rw_${module})
      message(FATAL_ERROR "${target}: ${module} is not a lower layer")
    endif()
    target_link_libraries(${target} ${visibility} rw_${module})
  endforeach()
endfunction()
