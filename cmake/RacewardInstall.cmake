# What `cmake --install` and `cpack -G DEB` take along.
# Not the tests: who installs has built what is installed.
set(CMAKE_SKIP_INSTALL_ALL_DEPENDENCY ON)
include(CMakePackageConfigHelpers)

install(TARGETS raceward)
install(TARGETS raceward-pass LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR}/raceward)
install(FILES include/raceward.h include/raceward_model.h TYPE INCLUDE)
install(DIRECTORY share/raceward/models DESTINATION ${CMAKE_INSTALL_DATADIR}/raceward)

find_program(RW_GZIP gzip REQUIRED)
set(pages ${PROJECT_BINARY_DIR}/share)
add_custom_command(OUTPUT ${pages}.stamp VERBATIM
  COMMAND ${CMAKE_COMMAND} -DRACEWARD=$<TARGET_FILE:raceward> -DOUT=${pages} -DGZIP=${RW_GZIP}
          -P ${PROJECT_SOURCE_DIR}/cmake/RacewardPages.cmake
  COMMAND ${CMAKE_COMMAND} -E touch ${pages}.stamp
  DEPENDS raceward ${PROJECT_SOURCE_DIR}/cmake/RacewardPages.cmake)
add_custom_target(raceward_pages ALL DEPENDS ${pages}.stamp)
install(DIRECTORY ${pages}/ TYPE DATA)

set(package_folder ${CMAKE_INSTALL_LIBDIR}/cmake/Raceward)
configure_package_config_file(cmake/RacewardConfig.cmake.in
  ${PROJECT_BINARY_DIR}/RacewardConfig.cmake INSTALL_DESTINATION ${package_folder}
  PATH_VARS CMAKE_INSTALL_BINDIR CMAKE_INSTALL_INCLUDEDIR)
write_basic_package_version_file(${PROJECT_BINARY_DIR}/RacewardConfigVersion.cmake
  COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/RacewardConfig.cmake
  ${PROJECT_BINARY_DIR}/RacewardConfigVersion.cmake
  cmake/RacewardAddCheck.cmake cmake/RacewardExpect.cmake DESTINATION ${package_folder})

install(FILES cmake/raceward-toolchain.cmake DESTINATION ${CMAKE_INSTALL_DATADIR}/raceward)

install(FILES LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR} RENAME copyright)
install(FILES README.md CHANGELOG.md TYPE DOC)
install(DIRECTORY docs TYPE DOC)

set(CPACK_PACKAGE_NAME raceward)
set(CPACK_PACKAGE_CONTACT "The Raceward project")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "checker for data races in C programs")
set(CPACK_DEBIAN_PACKAGE_DESCRIPTION
  "Executes C programs with threads for all inputs and under every schedule, or\n proves that it need not, and says: race, race-free or unknown.")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION devel)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
# The libraries are computed; the compiler is started, and so is not found that way.
set(CPACK_DEBIAN_PACKAGE_DEPENDS "clang-19")
set(CPACK_DEBIAN_PACKAGE_RECOMMENDS "libclang-rt-19-dev, libc6-dev")
set(CPACK_DEBIAN_PACKAGE_SUGGESTS "cmake")
set(CPACK_GENERATOR DEB)
include(CPack)
