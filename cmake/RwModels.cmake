# Compiles the library models (share/raceward/models) to bitcode, once for each data model, and
# embeds them with an index: which file describes which function.
#
# rw_models(target)

set(RW_MODELS_FOLDER ${PROJECT_SOURCE_DIR}/share/raceward/models)
file(GLOB_RECURSE RW_MODELS CONFIGURE_DEPENDS RELATIVE ${RW_MODELS_FOLDER} ${RW_MODELS_FOLDER}/*.c)
file(GLOB_RECURSE RW_MODELS_HEADERS CONFIGURE_DEPENDS ${RW_MODELS_FOLDER}/*.h)
list(APPEND RW_MODELS_HEADERS ${PROJECT_SOURCE_DIR}/include/raceward.h
  ${PROJECT_SOURCE_DIR}/include/raceward_model.h)

find_program(RW_LLVM_NM NAMES llvm-nm-19 HINTS ${LLVM_TOOLS_BINARY_DIR} REQUIRED)
find_program(RW_LLVM_LINK NAMES llvm-link-19 HINTS ${LLVM_TOOLS_BINARY_DIR} REQUIRED)

# Without debug information: what a model does has the position of the call.
set(RW_MODELS_FLAGS -std=c11 -O0 -ffreestanding -fno-builtin -fwrapv -fno-strict-aliasing
  -fno-stack-protector -fcf-protection=none -D__RACEWARD__ -Wall -Wextra
  -Wno-unused-parameter ${RW_WERROR}
  -I${PROJECT_SOURCE_DIR}/include -I${RW_MODELS_FOLDER})

# The kernel's headers for 32 bits are those for 64 (as in src/program/Compiler.cpp).
set(RW_MODELS_FLAGS32 "")
if(NOT EXISTS /usr/include/asm/errno.h AND NOT EXISTS /usr/include/i386-linux-gnu/asm/errno.h)
  set(RW_MODELS_FLAGS32 -idirafter /usr/include/${CMAKE_LIBRARY_ARCHITECTURE})
endif()

function(rw_models target)
  # Where the tool looks for them, as in an installation.
  foreach(header IN LISTS RW_MODELS_HEADERS)
    file(RELATIVE_PATH place ${PROJECT_SOURCE_DIR} ${header})
    configure_file(${header} ${PROJECT_BINARY_DIR}/${place} COPYONLY)
  endforeach()
  set(out ${PROJECT_BINARY_DIR}/models)
  foreach(bits 64 32)
    set(parts "")
    foreach(file IN LISTS RW_MODELS)
      string(REGEX REPLACE "\\.c$" "" name ${file})
      set(part ${out}/${name}.${bits}.bc)
      get_filename_component(folder ${part} DIRECTORY)
      file(MAKE_DIRECTORY ${folder})
      # In their folder, so that the module names no path of the build machine.
      add_custom_command(OUTPUT ${part}
        COMMAND ${RW_CLANG} -m${bits} ${RW_MODELS_FLAGS} ${RW_MODELS_FLAGS${bits}} -emit-llvm -c ${file} -o ${part}
        WORKING_DIRECTORY ${RW_MODELS_FOLDER}
        DEPENDS ${RW_MODELS_FOLDER}/${file} ${RW_MODELS_HEADERS}
        COMMENT "Compiling the model ${name} (${bits} bit)" VERBATIM)
      list(APPEND parts ${part})
      if(bits EQUAL 64)
        list(APPEND parts64 ${name}=${part})
      endif()
    endforeach()
    set(whole ${out}/library${bits}.bc)
    add_custom_command(OUTPUT ${whole}
      COMMAND ${RW_LLVM_LINK} ${parts} -o ${whole}
      DEPENDS ${parts}
      COMMENT "Linking the library models (${bits} bit)" VERBATIM)
    list(APPEND wholes ${whole})
  endforeach()
  set(embedded ${out}/EmbeddedLibrary.cpp)
  add_custom_command(OUTPUT ${embedded}
    COMMAND ${CMAKE_COMMAND} -DOUTPUT=${embedded} "-DPARTS=${parts64}" -DFOLDER=${out}
      -DNM=${RW_LLVM_NM} -P ${PROJECT_SOURCE_DIR}/cmake/EmbedLibrary.cmake
    DEPENDS ${wholes} ${PROJECT_SOURCE_DIR}/cmake/EmbedLibrary.cmake
    COMMENT "Embedding the library models" VERBATIM)
  target_sources(${target} PRIVATE ${embedded})
  set_source_files_properties(${embedded} PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON
    SKIP_PRECOMPILE_HEADERS ON OBJECT_DEPENDS "${wholes}")
  target_include_directories(${target} PRIVATE ${PROJECT_SOURCE_DIR}/src/program)
endfunction()
