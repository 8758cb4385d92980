# The tests of numbers a second time, on a core that rounds the other way: without fusing
# multiplications and additions where the compiler does it (arm64), with it where it does not
# (baseline x86-64) but this processor can. So one machine shows what both kinds compute.
if(CMAKE_SYSTEM_PROCESSOR MATCHES "x86_64|AMD64|amd64")
  set(rounding fused)
  # GCC fuses nothing below -O2. Fused, but in registers of 16 bytes like all that is linked to it:
  # seeing AVX, Eigen would align by 32 bytes, and a Robot that is read would be laid out otherwise
  # than one that is compiled.
  set(rounding_options -O2 -ffp-contract=fast -mfma -U__AVX__ -U__FMA__)
  include(CheckCXXSourceRuns)
  list(JOIN rounding_options " " CMAKE_REQUIRED_FLAGS)
  check_cxx_source_runs(
    "int main() {
       volatile double x = 1.0 + 1e-9, y = x * x;
       const double a = x, c = -y;
       return a * a + c == 0.0;  // the rounding of the product is left where it is fused
     }"
    ALEMBERT_CAN_FUSE)
  unset(CMAKE_REQUIRED_FLAGS)
  if(NOT ALEMBERT_CAN_FUSE)
    message(STATUS "This processor fuses no products and sums: numbers are tested in one rounding")
    return()
  endif()
else()
  set(rounding unfused)
  set(rounding_options -O1 -ffp-contract=off)
endif()

sources_of(core alembert_core)
add_library(alembert_${rounding}_objects OBJECT ${core})
target_include_directories(alembert_${rounding}_objects PRIVATE ${PROJECT_SOURCE_DIR}/src)
target_link_libraries(alembert_${rounding}_objects PRIVATE alembert_core alembert_flags)
# Optimised little and nothing flattened: only the rounding matters here.
target_compile_options(alembert_${rounding}_objects PRIVATE ${rounding_options})
target_compile_definitions(alembert_${rounding}_objects PRIVATE ALEMBERT_FLATTEN=)
target_precompile_headers(alembert_${rounding}_objects PRIVATE ${alembert_common_headers})
alembert_units(alembert_${rounding}_objects 16)

# alembert_rounding(TEST [FILTER]): the program of alembert_test again, or a part of it. The core
# comes first and as objects, so that it is found before the plain one in the libraries.
function(alembert_rounding name)
  set(program test_${name}_${rounding})
  add_executable(${program} $<TARGET_OBJECTS:alembert_${rounding}_objects>
                            $<TARGET_OBJECTS:test_${name}>)
  get_target_property(libraries test_${name} LINK_LIBRARIES)
  target_link_libraries(${program} PRIVATE ${libraries})
  gtest_discover_tests(
    ${program} TEST_PREFIX ${rounding}. TEST_LIST ${program}_list DISCOVERY_TIMEOUT 60
    TEST_FILTER "${ARGV1}" PROPERTIES LABELS ${rounding})
endfunction()

alembert_rounding(kernel)
alembert_rounding(model)
alembert_rounding(formulation)
alembert_rounding(tables)
alembert_rounding(trajectory)
alembert_rounding(motion "*Terms*:ClosestCoordinates*:TwoArmCapsules*")
