# Another compiler's opinion: Clang compiles the core without a warning, where there is a Clang.
find_program(ALEMBERT_CLANG NAMES clang++ clang++-19 clang++-16 clang++-14)
mark_as_advanced(ALEMBERT_CLANG)
if(NOT ALEMBERT_CLANG)
  # In GoogleTest's words, so that ./test counts and tells it like the others.
  add_test(NAME Clang.CompilesTheCoreWithoutAWarning
           COMMAND ${CMAKE_COMMAND} -E echo
                   "clang.cmake: Skipped\nThere is no clang++ here to compile the core with")
  set_tests_properties(Clang.CompilesTheCoreWithoutAWarning PROPERTIES SKIP_REGULAR_EXPRESSION
                                                                       ": Skipped")
  return()
endif()
add_test(
  NAME Clang.CompilesTheCoreWithoutAWarning
  COMMAND
    ${CMAKE_CTEST_COMMAND} --build-and-test ${PROJECT_SOURCE_DIR}
    ${CMAKE_CURRENT_BINARY_DIR}/clang --build-generator Ninja --build-target alembert_core
    --build-options -DCMAKE_CXX_COMPILER=${ALEMBERT_CLANG}
    "-DCMAKE_CXX_COMPILER_LAUNCHER=${CMAKE_CXX_COMPILER_LAUNCHER}" -DALEMBERT_COMPONENTS=core
    -DALEMBERT_WERROR=ON -DCMAKE_BUILD_TYPE=Debug -DCMAKE_CXX_FLAGS_DEBUG=-O0)
set_tests_properties(Clang.CompilesTheCoreWithoutAWarning PROPERTIES TIMEOUT 1200)
