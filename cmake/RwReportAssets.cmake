# Embeds src/report/html into the program.
#
# rw_report_assets(target)

function(rw_report_assets target)
  set(folder ${PROJECT_SOURCE_DIR}/src/report/html)
  file(GLOB styles CONFIGURE_DEPENDS ${folder}/*.css)
  file(GLOB scripts CONFIGURE_DEPENDS ${folder}/*.js)
  list(APPEND scripts ${RW_GENERATED}/15-actions.js)
  # In the order of their names, which begin with a number.
  list(SORT styles COMPARE FILE_BASENAME)
  list(SORT scripts COMPARE FILE_BASENAME)
  string(REPLACE ";" "|" style_list "${styles}")
  string(REPLACE ";" "|" script_list "${scripts}")
  set(embedded ${PROJECT_BINARY_DIR}/report/HtmlAssets.cpp)
  add_custom_command(OUTPUT ${embedded}
    COMMAND ${CMAKE_COMMAND} "-DSTYLES=${style_list}" "-DSCRIPTS=${script_list}"
      -DOUTPUT=${embedded} -P ${PROJECT_SOURCE_DIR}/cmake/EmbedReport.cmake
    DEPENDS ${styles} ${scripts} ${PROJECT_SOURCE_DIR}/cmake/EmbedReport.cmake
    COMMENT "Embedding the HTML report" VERBATIM)
  target_sources(${target} PRIVATE ${embedded})
endfunction()
