# Compiles src/symex/library to bitcode, once for each data model, and embeds it.
#
# rw_model_library(target)

set(RW_MODEL_FOLDER ${PROJECT_SOURCE_DIR}/src/symex/library)
file(GLOB RW_MODEL_SOURCES CONFIGURE_DEPENDS ${RW_MODEL_FOLDER}/*.c)
file(GLOB RW_MODEL_HEADERS CONFIGURE_DEPENDS ${RW_MODEL_FOLDER}/*.h)

# One file that includes all of them: one module, without a linker of bitcode.
set(RW_MODEL_UNIT ${PROJECT_BINARY_DIR}/models/models.c)
set(includes "")
foreach(source IN LISTS RW_MODEL_SOURCES)
  get_filename_component(name ${source} NAME)
  string(APPEND includes "#include \"${name}\"\n")
endforeach()
file(CONFIGURE OUTPUT ${RW_MODEL_UNIT} CONTENT "${includes}" @ONLY)

# As the machine wants programs (src/program/Compiler.cpp), and nothing that would turn a
# loop into a call of the function it stands in. Without the lifetime markers of -O1: each
# `return` in a loop would pass the end of a scope, with a result that may be missing there.
set(RW_MODEL_FLAGS -std=c11 -O0 -ffreestanding -fno-builtin -fwrapv -fno-strict-aliasing
  -fno-stack-protector -fcf-protection=none -Wall -Wextra ${RW_WERROR} -I${RW_MODEL_FOLDER})

function(rw_model_library target)
  foreach(bits 64 32)
    set(bitcode ${PROJECT_BINARY_DIR}/models/models${bits}.bc)
    set(embedded ${PROJECT_BINARY_DIR}/models/EmbeddedModels${bits}.cpp)
    # In its folder, so that the module names no path of the build machine.
    add_custom_command(OUTPUT ${bitcode}
      COMMAND ${RW_CLANG} -m${bits} ${RW_MODEL_FLAGS}
        -emit-llvm -c models.c -o ${bitcode}
      WORKING_DIRECTORY ${PROJECT_BINARY_DIR}/models
      DEPENDS ${RW_MODEL_UNIT} ${RW_MODEL_SOURCES} ${RW_MODEL_HEADERS}
      COMMENT "Compiling the library models (${bits} bit)" VERBATIM)
    add_custom_command(OUTPUT ${embedded}
      COMMAND ${CMAKE_COMMAND} -DINPUT=${bitcode} -DOUTPUT=${embedded} -DBITS=${bits}
        -P ${PROJECT_SOURCE_DIR}/cmake/EmbedModels.cmake
      DEPENDS ${bitcode} ${PROJECT_SOURCE_DIR}/cmake/EmbedModels.cmake
      COMMENT "Embedding the library models (${bits} bit)" VERBATIM)
    target_sources(${target} PRIVATE ${embedded})
    set_source_files_properties(${embedded} PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
  endforeach()
  target_include_directories(${target} PRIVATE ${PROJECT_SOURCE_DIR}/src/symex)
endfunction()
