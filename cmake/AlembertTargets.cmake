# How our own targets are compiled: C++20 and warnings as errors.
include(GNUInstallDirs)

add_library(alembert_flags INTERFACE)
target_compile_features(alembert_flags INTERFACE cxx_std_20)
target_compile_options(alembert_flags INTERFACE -Wall -Wextra -Wpedantic -Wshadow -Wconversion
                                                -Wno-sign-conversion -Werror)
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  # What the optimiser believes differs from processor to processor: told, but no errors.
  target_compile_options(
    alembert_flags INTERFACE -Wno-error=array-bounds -Wno-error=maybe-uninitialized
                             -Wno-error=stringop-overflow -Wno-error=stringop-overread)
endif()
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
  target_compile_options(alembert_flags INTERFACE -Wno-restrict) # false alarms on std::string +
endif()

# Reading these is a third of a compilation. The sources include all they use: they compile without
# this too (CMAKE_DISABLE_PRECOMPILE_HEADERS). More headers in it would make it slower.
set(alembert_common_headers <Eigen/Geometry> <functional> <memory> <optional> <string> <vector>)

# alembert_library(core SOURCES … PUBLIC … PRIVATE …) makes alembert_core and alembert::core.
function(alembert_library component)
  cmake_parse_arguments(ARG "" "" "SOURCES;PUBLIC;PRIVATE" ${ARGN})
  set(target alembert_${component})
  add_library(${target} STATIC ${ARG_SOURCES})
  add_library(alembert::${component} ALIAS ${target})
  target_compile_features(${target} PUBLIC cxx_std_20)
  target_include_directories(
    ${target}
    PUBLIC $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include>
           $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>
    PRIVATE ${PROJECT_SOURCE_DIR}/src)
  target_link_libraries(${target} PUBLIC ${ARG_PUBLIC} PRIVATE $<BUILD_INTERFACE:alembert_flags>
                                                               ${ARG_PRIVATE})
  target_precompile_headers(${target} PRIVATE ${alembert_common_headers})
  set_target_properties(${target} PROPERTIES EXPORT_NAME ${component}
                                             POSITION_INDEPENDENT_CODE ON)
endfunction()
