# How our own targets are compiled: C++20 and warnings, which are errors where we work.
include(GNUInstallDirs)
option(ALEMBERT_WERROR "Warnings are errors: for our own builds, whose compilers are known" OFF)

add_library(alembert_flags INTERFACE)
target_compile_features(alembert_flags INTERFACE cxx_std_20)
target_compile_options(alembert_flags INTERFACE -Wall -Wextra -Wpedantic -Wshadow -Wconversion
                                                -Wno-sign-conversion
                                                $<$<BOOL:${ALEMBERT_WERROR}>:-Werror>)
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  # What the optimiser believes differs from processor to processor: told, but no errors.
  # And the compiler collects its garbage when it has a gigabyte of it: a tenth of its time.
  target_compile_options(
    alembert_flags INTERFACE --param=ggc-min-expand=400 --param=ggc-min-heapsize=1000000
                             -Wno-error=array-bounds -Wno-error=maybe-uninitialized
                             -Wno-error=stringop-overflow -Wno-error=stringop-overread)
endif()
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_FLAGS MATCHES "-march")
  # GCC 12's own headers for AVX-512 begin with registers of no value.
  target_compile_options(alembert_flags INTERFACE -Wno-error=uninitialized)
endif()
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
  target_compile_options(alembert_flags INTERFACE -Wno-restrict) # false alarms on std::string +
endif()

# Eigen is read without what takes GCC half of its time (the file says why): first among the headers
# below, and by itself where they are not precompiled.
set(alembert_lean)
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  set(lean_file ${PROJECT_SOURCE_DIR}/cmake/lean_eigen.hpp)
  set(precompiled 0)
  if(NOT CMAKE_DISABLE_PRECOMPILE_HEADERS)
    set(alembert_lean "${lean_file}")
    string(CONCAT precompiled $<BOOL:$<TARGET_PROPERTY:PRECOMPILE_HEADERS>
                              $<TARGET_PROPERTY:PRECOMPILE_HEADERS_REUSE_FROM>>)
  endif()
  target_compile_definitions(
    alembert_flags INTERFACE EIGEN_DENSEBASE_PLUGIN="${PROJECT_SOURCE_DIR}/cmake/eigen_lists.hpp")
  target_compile_options(alembert_flags
                         INTERFACE $<$<NOT:${precompiled}>:SHELL:-include ${lean_file}>)
endif()

# Reading these is a third of a compilation of a test. The sources include all they use: they compile
# without this too (CMAKE_DISABLE_PRECOMPILE_HEADERS). More headers in it would make it slower.
set(alembert_common_headers ${alembert_lean} <Eigen/Geometry> <functional> <memory> <optional>
                            <string> <vector>)
# Units of the libraries are larger and read more.
set(alembert_core_headers ${alembert_common_headers} <algorithm> [["alembert/task.hpp"]])

# alembert_units(TARGET [SIZE n] [ALONE names]): sources of one folder are compiled forty at a time,
# or n, as one unit, since most of a compilation goes to the same templates again and again; files
# of one folder therefore have no two things of one name, unnamed namespaces included. Those in ALONE
# stay alone: hot passes, which the optimiser is to see by themselves.
option(ALEMBERT_UNITS "Compile several sources as one unit: twice as fast from clean" ON)
function(alembert_units target)
  cmake_parse_arguments(ARG "" "SIZE" "ALONE" ${ARGN})
  if(NOT ALEMBERT_UNITS)
    return()
  endif()
  if(NOT ARG_SIZE)
    set(ARG_SIZE 40)
  endif()
  get_target_property(sources ${target} SOURCES)
  set(folders)
  foreach(source ${sources})
    cmake_path(GET source STEM name)
    cmake_path(ABSOLUTE_PATH source OUTPUT_VARIABLE folder)
    cmake_path(GET folder PARENT_PATH folder)
    cmake_path(GET folder FILENAME folder)
    if(NOT name IN_LIST ARG_ALONE)
      list(APPEND folders ${folder})
      list(APPEND in_${folder} ${source})
    endif()
  endforeach()
  list(REMOVE_DUPLICATES folders)
  foreach(folder IN LISTS folders)
    list(LENGTH in_${folder} count)
    math(EXPR units "(${count} + ${ARG_SIZE} - 1) / ${ARG_SIZE}")
    set(number 0)
    foreach(source ${in_${folder}})
      math(EXPR unit "${number} * ${units} / ${count}") # of equal size
      math(EXPR number "${number} + 1")
      set_source_files_properties(${source} PROPERTIES UNITY_GROUP ${target}_${folder}_${unit})
    endforeach()
  endforeach()
  set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE GROUP)
endfunction()

# What reads, writes and talks waits for files and people: half the optimiser's time is enough. For
# whole targets only: a source with options of its own is left out of units.
set(alembert_cold_options $<$<CONFIG:Release>:-O1>)

# What is built for the first command, and what besides for half of the others (docs/architecture.md,
# Build): the sources that these files name. All others are built for what needs them.
set(alembert_stages first second later)
foreach(stage first second)
  file(STRINGS ${PROJECT_SOURCE_DIR}/cmake/${stage}_sources.txt alembert_${stage}_sources
       REGEX "^[^#]")
  set_property(DIRECTORY ${PROJECT_SOURCE_DIR} APPEND
               PROPERTY CMAKE_CONFIGURE_DEPENDS cmake/${stage}_sources.txt)
  foreach(source ${alembert_${stage}_sources})
    if(NOT EXISTS ${PROJECT_SOURCE_DIR}/${source})
      message(FATAL_ERROR "cmake/${stage}_sources.txt names ${source}, which is not there")
    endif()
  endforeach()
endforeach()

# alembert_split(OUT source…): the sources, with their folders, as OUT_first, OUT_second, OUT_later.
function(alembert_split out)
  foreach(source ${ARGN})
    cmake_path(ABSOLUTE_PATH source)
    cmake_path(RELATIVE_PATH source BASE_DIRECTORY ${PROJECT_SOURCE_DIR} OUTPUT_VARIABLE path)
    set(of later)
    foreach(stage first second)
      if(path IN_LIST alembert_${stage}_sources)
        set(of ${stage})
      endif()
    endforeach()
    list(APPEND in_${of} ${source})
  endforeach()
  foreach(stage ${alembert_stages})
    set(${out}_${stage} ${in_${stage}} PARENT_SCOPE)
  endforeach()
endfunction()

# alembert_link_stages(TARGET stage…): all objects of these stages, before any others. Templates of
# Eigen are compiled in many units, at several levels of optimisation, and the linker takes the
# first of each: in all programs the same ones, so that all compute the same to the last bit.
function(alembert_link_stages target)
  foreach(stage ${ARGN})
    target_link_libraries(${target} PRIVATE alembert_${stage}_parts)
    # One option: of several equal ones only the first would be left.
    target_link_options(
      ${target} PRIVATE
      LINKER:--whole-archive,$<TARGET_FILE:alembert_${stage}_parts>,--no-whole-archive)
  endforeach()
endfunction()

# alembert_precompile(TARGET OWNER): the headers above are read once, with the owner's options, which
# are the target's. (GCC would optimise as the owner does, whatever the target says.)
function(alembert_precompile target owner)
  if(target STREQUAL owner)
    target_precompile_headers(${target} PRIVATE ${alembert_core_headers})
  else()
    target_precompile_headers(${target} REUSE_FROM ${owner})
  endif()
endfunction()

# alembert_share(TARGET): a shared library whose names are those of Alembert and no others: what it
# was compiled with of Eigen, fmt and the like stays its own. While the major version is 0, every
# minor one may be another interface to the linker (docs/stability.md).
function(alembert_share target)
  set(names ${PROJECT_SOURCE_DIR}/cmake/alembert.map)
  set_target_properties(
    ${target} PROPERTIES VERSION ${PROJECT_VERSION} LINK_DEPENDS ${names}
                         SOVERSION ${PROJECT_VERSION_MAJOR}.${PROJECT_VERSION_MINOR})
  target_link_options(${target} PRIVATE LINKER:--version-script=${names} LINKER:-z,defs)
endfunction()

# alembert_library(core SOURCES … ALONE … COLD … PUBLIC … PRIVATE … OPTIONS …) makes alembert_core
# and alembert::core, where core is among the components that are built; ALONE as in alembert_units;
# COLD are sources for the cold options.
# Its objects are those of alembert_core_hot_first, alembert_core_cold_first, alembert_core_hot_second
# and so on; those of the first and second stage, and the packages behind, are added to
# alembert_first_parts and alembert_second_parts.
function(alembert_library component)
  cmake_parse_arguments(ARG "" "" "SOURCES;ALONE;COLD;PUBLIC;PRIVATE;OPTIONS" ${ARGN})
  if(NOT component IN_LIST alembert_built)
    return()
  endif()
  set(target alembert_${component})
  alembert_split(hot ${ARG_SOURCES})
  alembert_split(cold ${ARG_COLD})
  set(options_hot ${ARG_OPTIONS})
  set(options_cold ${alembert_cold_options})
  set(size_hot 20) # in larger ones the optimiser decides otherwise what it inlines
  set(size_cold 40)
  foreach(kind hot cold)
    foreach(stage ${alembert_stages})
      if(NOT ${kind}_${stage})
        continue()
      endif()
      set(objects ${target}_${kind}_${stage})
      list(APPEND all_sources ${${kind}_${stage}})
      list(APPEND all_objects $<TARGET_OBJECTS:${objects}>)
      add_library(${objects} OBJECT ${${kind}_${stage}})
      target_link_libraries(${objects} PRIVATE alembert_flags alembert_headers ${ARG_PRIVATE})
      target_compile_options(${objects} PRIVATE ${options_${kind}})
      set_target_properties(${objects} PROPERTIES POSITION_INDEPENDENT_CODE ON)
      alembert_units(${objects} SIZE ${size_${kind}} ALONE ${ARG_ALONE})
      if(NOT stage STREQUAL "later")
        alembert_precompile(${objects} alembert_core_${kind}_first)
        target_sources(alembert_${stage}_parts PRIVATE $<TARGET_OBJECTS:${objects}>)
        target_link_libraries(alembert_${stage}_parts PUBLIC ${ARG_PRIVATE})
      endif()
    endforeach()
  endforeach()
  add_library(${target} ${all_objects}) # static, or shared where BUILD_SHARED_LIBS says so
  add_library(alembert::${component} ALIAS ${target})
  target_compile_features(${target} PUBLIC cxx_std_20)
  target_include_directories(
    ${target}
    PUBLIC $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include>
           $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>
    PRIVATE ${PROJECT_SOURCE_DIR}/src)
  if(BUILD_SHARED_LIBS)
    alembert_share(${target})
    # It knows by itself what it needs: whoever links with it need not find that.
    list(TRANSFORM ARG_PRIVATE REPLACE "^([^$].*)$" "$<BUILD_INTERFACE:\\1>")
  endif()
  target_link_libraries(${target} PUBLIC ${ARG_PUBLIC} PRIVATE $<BUILD_INTERFACE:alembert_flags>
                                                               ${ARG_PRIVATE})
  set_target_properties(
    ${target} PROPERTIES EXPORT_NAME ${component} LINKER_LANGUAGE CXX
                         ALEMBERT_SOURCES "${all_sources}")
endfunction()
