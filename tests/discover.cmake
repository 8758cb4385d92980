# alembert_discover(PROGRAM [PREFIX p] [FILTER f] [ALONE regex] [LABEL l] [ENVIRONMENT …]): once
# PROGRAM is built, its suites become tests of ctest, each a process; of suites that ALONE names every test is
# one, so that what takes long is shared out to the cores. FILTER is GoogleTest's. A suite in one
# process starts once where its tests are many and short; ./test counts the tests in it, and what
# fails is named in its output.
function(alembert_discover program)
  cmake_parse_arguments(ARG "" "PREFIX;FILTER;ALONE;LABEL" "ENVIRONMENT" ${ARGN})
  set(file "${CMAKE_CURRENT_BINARY_DIR}/${ARG_PREFIX}${program}_suites.cmake")
  add_custom_command(
    TARGET ${program} POST_BUILD BYPRODUCTS "${file}" VERBATIM
    COMMAND ${CMAKE_COMMAND} "-DPROGRAM=$<TARGET_FILE:${program}>" "-DPREFIX=${ARG_PREFIX}"
            "-DFILTER=${ARG_FILTER}" "-DALONE=${ARG_ALONE}" "-DLABEL=${ARG_LABEL}"
            "-DENVIRONMENT=${ARG_ENVIRONMENT}" "-DFILE=${file}" -P ${PROJECT_SOURCE_DIR}/tests/discover.cmake)
  set(included "${CMAKE_CURRENT_BINARY_DIR}/${ARG_PREFIX}${program}_include.cmake")
  file(CONFIGURE OUTPUT "${included}" @ONLY CONTENT [[
if(EXISTS "@file@")
  include("@file@")
else()
  add_test(@ARG_PREFIX@@program@_is_not_built NOT_BUILT)
endif()
]])
  set_property(DIRECTORY APPEND PROPERTY TEST_INCLUDE_FILES "${included}")
endfunction()

if(NOT CMAKE_SCRIPT_MODE_FILE)
  return()
endif()

# What is run after the build: writes FILE.
execute_process(COMMAND "${PROGRAM}" --gtest_list_tests "--gtest_filter=${FILTER}" TIMEOUT 60
                OUTPUT_VARIABLE listed COMMAND_ERROR_IS_FATAL ANY)
if(FILTER STREQUAL "")
  execute_process(COMMAND "${PROGRAM}" --gtest_list_tests TIMEOUT 60 OUTPUT_VARIABLE listed
                  COMMAND_ERROR_IS_FATAL ANY)
endif()
string(REGEX REPLACE " +#[^\n]*" "" listed "${listed}") # values of parameters
string(REGEX MATCHALL "[^\n]+" lines "${listed}")

# add(NAME FILTER): one test of ctest.
set(tests)
macro(add name filter)
  string(APPEND tests "add_test([=[${PREFIX}${name}]=] [=[${PROGRAM}]=] [=[--gtest_filter=${filter}]=])\n"
         "set_tests_properties([=[${PREFIX}${name}]=] PROPERTIES LABELS ${LABEL}"
         " ENVIRONMENT [=[${ENVIRONMENT}]=])\n")
endmacro()
# add_suite(): the suite read last, whole.
macro(add_suite)
  if(names)
    string(REPLACE ";" ":" names "${names}")
    add("${suite}" "${names}")
  endif()
  set(names)
endmacro()

set(names)
foreach(line IN LISTS lines)
  if(line MATCHES "^  (.*)")
    set(name "${suite}.${CMAKE_MATCH_1}")
    if(NOT ALONE STREQUAL "" AND suite MATCHES "${ALONE}")
      add("${name}" "${name}")
    elseif(FILTER STREQUAL "")
      set(names "${suite}.*")
    else()
      list(APPEND names "${name}")
    endif()
  elseif(line MATCHES "^([^ ]+)\\.$")
    add_suite()
    set(suite "${CMAKE_MATCH_1}")
  endif()
endforeach()
add_suite()
file(WRITE "${FILE}" "${tests}")
