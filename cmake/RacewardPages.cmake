# Manual pages and completions, made by the program itself.
# cmake -DRACEWARD=… -DOUT=… -DGZIP=… -P RacewardPages.cmake

function(print_to file)
  get_filename_component(folder ${file} DIRECTORY)
  file(MAKE_DIRECTORY ${folder})
  execute_process(COMMAND ${RACEWARD} ${ARGN} OUTPUT_FILE ${file} COMMAND_ERROR_IS_FATAL ANY)
endfunction()

function(add_page name)
  set(page ${OUT}/man/man1/${name}.1)
  print_to(${page} ${ARGN})
  # Without the time, so that the same source gives the same package.
  execute_process(COMMAND ${GZIP} -9nf ${page} COMMAND_ERROR_IS_FATAL ANY)
endfunction()

file(REMOVE_RECURSE ${OUT})
add_page(raceward man)
execute_process(COMMAND ${RACEWARD} man --list OUTPUT_VARIABLE commands COMMAND_ERROR_IS_FATAL ANY)
string(REGEX MATCHALL "[^\n]+" commands "${commands}")
foreach(command IN LISTS commands)
  add_page(raceward-${command} man ${command})
endforeach()

print_to(${OUT}/bash-completion/completions/raceward completion bash)
print_to(${OUT}/zsh/vendor-completions/_raceward completion zsh)
print_to(${OUT}/fish/vendor_completions.d/raceward.fish completion fish)
