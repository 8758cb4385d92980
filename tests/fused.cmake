# The tests of numbers a second time where the compiler does not fuse multiplications and additions
# (baseline x86-64) but this processor can: what arm64 computes. -mfma also widens registers
# (pack.hpp), so that the tests are compiled again too. unfused.cmake is the other way round.
if(NOT CMAKE_SYSTEM_PROCESSOR MATCHES "x86_64|AMD64|amd64")
  return()
endif()
include(CheckCXXSourceRuns)
set(CMAKE_REQUIRED_FLAGS "-O2 -mfma") # GCC fuses nothing below -O2
check_cxx_source_runs(
  "int main() {
     volatile double x = 1.0 + 1e-9, y = x * x;
     const double a = x, c = -y;
     return a * a + c == 0.0;  // the rounding of the product is left where it is fused
   }"
  ALEMBERT_CAN_FUSE)
unset(CMAKE_REQUIRED_FLAGS)
if(NOT ALEMBERT_CAN_FUSE)
  message(STATUS "This processor cannot fuse products and sums: numbers are tested in one rounding")
  return()
endif()

add_library(alembert_fused_flags INTERFACE)
target_compile_options(alembert_fused_flags INTERFACE -O2 -ffp-contract=fast -mfma)
target_compile_definitions(alembert_fused_flags INTERFACE ALEMBERT_FLATTEN=)

# As objects, so that they are found before the plain ones that the readers are linked with.
sources_of(core alembert_core)
add_library(alembert_fused_objects OBJECT ${core})
target_include_directories(alembert_fused_objects PRIVATE ${PROJECT_SOURCE_DIR}/src)
target_link_libraries(alembert_fused_objects PRIVATE alembert_core alembert_flags
                                                     alembert_fused_flags)
target_precompile_headers(alembert_fused_objects PRIVATE ${alembert_common_headers})
alembert_units(alembert_fused_objects 16)

foreach(name formulation kernel model tables trajectory)
  set(program test_${name}_fused)
  sources_of(sources test_${name})
  add_executable(${program} ${sources} $<TARGET_OBJECTS:alembert_fused_objects>)
  foreach(property COMPILE_DEFINITIONS INCLUDE_DIRECTORIES LINK_LIBRARIES)
    get_target_property(value test_${name} ${property})
    set_property(TARGET ${program} PROPERTY ${property} ${value})
  endforeach()
  target_link_libraries(${program} PRIVATE alembert_fused_flags)
  if(name STREQUAL "formulation") # the first
    target_precompile_headers(${program} PRIVATE ${alembert_common_headers} <gtest/gtest.h>)
  else()
    target_precompile_headers(${program} REUSE_FROM test_formulation_fused)
  endif()
  gtest_discover_tests(${program} TEST_PREFIX fused. TEST_LIST ${program}_list DISCOVERY_TIMEOUT 60
                       PROPERTIES LABELS fused)
endforeach()
