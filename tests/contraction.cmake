# The tests of numbers a second time, with the core, in the other kind of rounding: products and sums
# fused where the processor's baseline does not fuse them, and not where it does. What passes in both
# owes nothing to one machine.
find_package(Eigen3 3.4 REQUIRED NO_MODULE)
find_package(Threads REQUIRED)
include(CheckCXXSourceRuns)
set(CMAKE_REQUIRED_FLAGS -O2) # GCC fuses nothing below
check_cxx_source_runs(
  "int main() {
     volatile double x = 1.0 + 1e-9, y = x * x;
     const double a = x, b = x, c = -y;
     return a * b + c == 0.0 ? 1 : 0;  // the rounding of the product is left where it is fused
   }"
  ALEMBERT_FUSES_BY_DEFAULT)
if(ALEMBERT_FUSES_BY_DEFAULT)
  set(other_rounding -O1 -ffp-contract=off)
else()
  set(CMAKE_REQUIRED_FLAGS "-O2 -mfma")
  check_cxx_source_runs("#include <immintrin.h>
    int main() { return _mm_cvtsd_f64(_mm_fmadd_sd(_mm_set_sd(1), _mm_set_sd(1), _mm_set_sd(-1))) != 0.0; }"
                        ALEMBERT_CAN_FUSE)
  if(NOT ALEMBERT_CAN_FUSE)
    message(STATUS "This processor cannot fuse products and sums: numbers are tested in one rounding")
    return()
  endif()
  set(other_rounding -O2 -ffp-contract=fast -mfma)
endif()

# Optimised little and nothing flattened: only the rounding matters here.
add_library(alembert_contracted_flags INTERFACE)
target_compile_options(alembert_contracted_flags INTERFACE ${other_rounding})
target_compile_definitions(alembert_contracted_flags INTERFACE ALEMBERT_FLATTEN=)

# As objects, so that they are found before the plain ones that the readers are linked with.
sources_of(core alembert_core)
add_library(alembert_core_contracted OBJECT ${core})
target_include_directories(alembert_core_contracted PUBLIC ${PROJECT_SOURCE_DIR}/include
                                                    PRIVATE ${PROJECT_SOURCE_DIR}/src)
target_link_libraries(alembert_core_contracted PUBLIC Eigen3::Eigen Threads::Threads
                                               PRIVATE alembert_contracted_flags alembert_flags)
target_precompile_headers(alembert_core_contracted PRIVATE ${alembert_common_headers})
alembert_units(alembert_core_contracted 16)

foreach(name formulation kernel model tables trajectory)
  set(program test_${name}_contracted)
  sources_of(sources test_${name})
  add_executable(${program} ${sources} $<TARGET_OBJECTS:alembert_core_contracted>)
  foreach(property COMPILE_DEFINITIONS INCLUDE_DIRECTORIES)
    get_target_property(value test_${name} ${property})
    set_property(TARGET ${program} PROPERTY ${property} ${value})
  endforeach()
  target_link_libraries(${program} PRIVATE alembert_contracted_flags alembert_flags alembert_io
                                           GTest::gtest_main)
  if(name STREQUAL "formulation") # the first
    target_precompile_headers(${program} PRIVATE ${alembert_common_headers} <gtest/gtest.h>)
  else()
    target_precompile_headers(${program} REUSE_FROM test_formulation_contracted)
  endif()
  gtest_discover_tests(${program} TEST_PREFIX contracted. TEST_LIST ${program}_list
                       DISCOVERY_TIMEOUT 60 PROPERTIES LABELS contracted)
endforeach()
