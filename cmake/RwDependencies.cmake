# Third-party parts, all from Debian 12; scripts/install-deps installs them and
# docs/develop/dependencies.md says why each is here.

# Debian's package refuses "19": it compares major and minor.
find_package(LLVM 19.1 REQUIRED CONFIG)
separate_arguments(RW_LLVM_DEFINITIONS NATIVE_COMMAND ${LLVM_DEFINITIONS})

find_package(Z3 REQUIRED)
find_package(CLI11 REQUIRED)
find_package(nlohmann_json REQUIRED)
find_package(yaml-cpp REQUIRED)
find_package(LibXml2 REQUIRED)
find_package(SQLite3 REQUIRED)
find_package(PkgConfig REQUIRED)
pkg_check_modules(libmd REQUIRED IMPORTED_TARGET libmd)

# Without it everything works on one machine.
find_package(Nats)

# The compiler that turns C into IR must be of the same release as the LLVM that
# reads the result; the build remembers where it was, the tool looks there last.
find_program(RW_CLANG NAMES clang-19 HINTS ${LLVM_TOOLS_BINARY_DIR} REQUIRED)
