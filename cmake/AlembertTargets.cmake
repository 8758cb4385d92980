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

# Reading these is a third of a compilation of a test. The sources include all they use: they compile
# without this too (CMAKE_DISABLE_PRECOMPILE_HEADERS). More headers in it would make it slower.
set(alembert_common_headers <Eigen/Geometry> <functional> <memory> <optional> <string> <vector>)
# Units of the libraries are larger and read more.
set(alembert_core_headers ${alembert_common_headers} <algorithm> [["alembert/task.hpp"]])

# alembert_units(TARGET SIZE [ALONE names]): sources of one folder are compiled SIZE at a time as one
# unit, since most of a compilation goes to the same templates again and again; files of one folder
# therefore have no two things of one name, unnamed namespaces included. Those in ALONE stay alone:
# hot passes, which the optimiser is to see by themselves.
option(ALEMBERT_UNITS "Compile several sources as one unit: twice as fast from clean" ON)
function(alembert_units target size)
  cmake_parse_arguments(ARG "" "" "ALONE" ${ARGN})
  if(NOT ALEMBERT_UNITS)
    return()
  endif()
  get_target_property(sources ${target} SOURCES)
  foreach(source ${sources})
    cmake_path(GET source STEM name)
    cmake_path(GET source PARENT_PATH folder)
    cmake_path(GET folder FILENAME folder)
    if(name IN_LIST ARG_ALONE)
      continue()
    endif()
    list(APPEND in_${folder} ${source})
    list(LENGTH in_${folder} count)
    math(EXPR unit "(${count} - 1) / ${size}")
    set_source_files_properties(${source} PROPERTIES UNITY_GROUP ${target}_${folder}_${unit})
  endforeach()
  set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE GROUP)
endfunction()

# What reads, writes and talks waits for files and people: half the optimiser's time is enough. For
# whole targets only: a source with options of its own is left out of units.
set(alembert_cold_options $<$<CONFIG:Release>:-O1>)

# What the first command can do without (docs/architecture.md, Build): folders and files, each a
# regular expression. `alembert-first` has stand-ins for what is called of them (src/absent).
set(alembert_later
    "^src/(flexible|formulation|tables|retime|paths|generate|cuda|identify|sweep)/"
    "^src/dense_rare\\.cpp$"
    "^src/model/(human|human_strengths|human_tables|rooted_robot)\\.cpp$"
    "^src/task/(balance_limits|cone_facets|constant_rate|contact_(checks|drift|forces|gap|limits)|distance_bent|footing_.*|force_rows|found_places|ground|hull_gap|momentary_strength|point_cloud)\\.cpp$"
    "^src/task/(patch_outline|pushed_body|reaction_rows|shared_reaction|slides|sliding_speed|smoothing|standing|wrench_cone)\\.cpp$"
    "^src/simulate/(bending/.*|free_motion|plant|reference|simulate|tracking_control)\\.cpp$"
    "^src/kernel/(base_parameters|batch.*|center_of_mass|checked|derivatives_counted)\\.cpp$"
    "^src/kernel/(coupled_equations|design_.*|factorised_derivative_.*|forward_derivatives)\\.cpp$"
    "^src/kernel/(inertial_columns|inverse_dynamics_(float|other)|manipulability)\\.cpp$"
    "^src/kernel/(grouped_(derivative|mass_matrix)_pass|mass_matrix_factor)\\.cpp$"
    "^src/kernel/(regressor|root_wrench|second_derivatives|tensor_pass|torque_parts)\\.cpp$"
    "^src/trajectory/(polynomial|s_curve)_profile\\.cpp$"
    "^src/motion/(among_obstacles|replanner|sampled_limits|sensitivity|stance|transcribe_contacts)\\.cpp$"
    "^src/io/(convex_hull|convex_hull_absent|scene.*|shape_doctor)\\.cpp$"
    "^src/io/(csv_reader|first_locks|first_problem|human_yaml|joint_trajectory|load_file|mjcf/.*|mjcf_reader|person_reader)\\.cpp$"
    "^src/io/(motion_(bodies|contacts)|robot_log|samples_file|save_robot|simulation_runs)\\.cpp$"
    "^src/io/(state_columns|state_file|urdf_writer|yaml_flexible|yaml_writer)\\.cpp$"
    "^src/report/(count_polynomial|ground_.*|identify_.*|operation_text)\\.cpp$"
    "^src/report/page_(bending|ground|study)\\.cpp$"
    "^src/report/(simulation|study)_text\\.cpp$"
    "^apps/alembert/(bench.*|bending|certify|check_shapes|com|compare|completion|convert|count)\\.cpp$"
    "^apps/alembert/(counting|derivatives|dynamics|energy|export|fd|free_motion|generate|human)\\.cpp$"
    "^apps/alembert/(excite|identify|log_options|payload)\\.cpp$"
    "^apps/alembert/(id|ik|limit_watch|mass|matrix_text|modes|new|pose|regressor|retime)\\.cpp$"
    "^apps/alembert/(sample_options|sensitivity|simulate|state_report|sweep.*|table)\\.cpp$")

# alembert_split(FIRST LATER source…): the sources, with their folders, in two lists.
function(alembert_split first later)
  set(in_first)
  set(in_later)
  foreach(source ${ARGN})
    cmake_path(ABSOLUTE_PATH source)
    cmake_path(RELATIVE_PATH source BASE_DIRECTORY ${PROJECT_SOURCE_DIR} OUTPUT_VARIABLE path)
    set(part first)
    foreach(pattern ${alembert_later})
      if(path MATCHES "${pattern}")
        set(part later)
      endif()
    endforeach()
    list(APPEND in_${part} ${source})
  endforeach()
  set(${first} ${in_first} PARENT_SCOPE)
  set(${later} ${in_later} PARENT_SCOPE)
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
# Its objects are those of alembert_core_first, alembert_core_later and the like for cold ones; what
# the first program takes of them, and the packages behind, is added to alembert_first_parts.
function(alembert_library component)
  cmake_parse_arguments(ARG "" "" "SOURCES;ALONE;COLD;PUBLIC;PRIVATE;OPTIONS" ${ARGN})
  if(NOT component IN_LIST alembert_built)
    return()
  endif()
  set(target alembert_${component})
  alembert_split(first later ${ARG_SOURCES})
  alembert_split(first_cold later_cold ${ARG_COLD})
  foreach(part first later first_cold later_cold)
    if(NOT ${part})
      continue()
    endif()
    set(objects ${target}_${part})
    add_library(${objects} OBJECT ${${part}})
    target_link_libraries(${objects} PRIVATE alembert_flags alembert_headers ${ARG_PRIVATE})
    if(part MATCHES cold)
      target_compile_options(${objects} PRIVATE ${alembert_cold_options})
      alembert_units(${objects} 20)
    else()
      alembert_units(${objects} 20 ALONE ${ARG_ALONE})
      target_compile_options(${objects} PRIVATE ${ARG_OPTIONS})
    endif()
    set_target_properties(${objects} PROPERTIES POSITION_INDEPENDENT_CODE ON)
    list(APPEND all_objects $<TARGET_OBJECTS:${objects}>)
    if(part MATCHES first)
      alembert_precompile(${objects} alembert_core_${part})
      target_sources(alembert_first_parts PRIVATE $<TARGET_OBJECTS:${objects}>)
      target_link_libraries(alembert_first_parts PUBLIC ${ARG_PRIVATE})
    endif()
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
                         ALEMBERT_SOURCES "${first};${later};${first_cold};${later_cold}")
endfunction()
