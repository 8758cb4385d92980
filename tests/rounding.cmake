# The tests of numbers a second time, on a core that rounds the other way: without fusing
# multiplications and additions where the compiler does it (arm64), with it where it does not
# (baseline x86-64) but this processor can. So one machine shows what both kinds compute.
include(CheckCXXSourceRuns)
set(fuses "int main() {
             volatile double x = 1.0 + 1e-9, y = x * x;
             const double a = x, c = -y;
             return a * a + c == 0.0;  // the rounding of the product is left where it is fused
           }")
set(CMAKE_REQUIRED_FLAGS -O2) # GCC fuses nothing below
check_cxx_source_runs("${fuses}" ALEMBERT_FUSES)
if(ALEMBERT_FUSES)
  set(rounding unfused)
  set(rounding_options -O1 -ffp-contract=off)
else()
  set(rounding fused)
  # In registers of 16 bytes, as all that it is linked to: where Eigen sees AVX, it aligns by 32, and
  # a Robot that the readers made would be laid out otherwise than the core believes.
  set(rounding_options -O2 -ffp-contract=fast -mfma -U__AVX__ -U__FMA__)
  list(JOIN rounding_options " " CMAKE_REQUIRED_FLAGS)
  check_cxx_source_runs("${fuses}" ALEMBERT_CAN_FUSE)
endif()
unset(CMAKE_REQUIRED_FLAGS)
if(NOT ALEMBERT_FUSES AND NOT ALEMBERT_CAN_FUSE)
  message(STATUS "This processor fuses no products and sums: numbers are tested in one rounding")
  return()
endif()

foreach(component core flexible formulations tables)
  sources_of(sources alembert_${component})
  list(APPEND core ${sources})
endforeach()
list(FILTER core EXCLUDE REGEX "/(abi|version)\\.cpp$") # constants
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
alembert_rounding(retime)
alembert_rounding(flexible)
alembert_rounding(proof)
alembert_rounding(motion "*Terms*:ClosestCoordinates*:TwoArmCapsules*:Depth*")
