# The tests of numbers a second time, on a core that rounds the other way: without fusing
# multiplications and additions where the compiler does it (arm64), with it where it does not
# (baseline x86-64) but this processor can. So one machine shows what both kinds compute. The same
# run has assertions on, those of the standard library, of Eigen and our own: what is compiled once
# more shows both, and motion is compiled with it for that.
include(CheckCXXSourceRuns)
set(fuses "int main() {
             volatile double x = 1.0 + 1e-9, y = x * x;
             const double a = x, c = -y;
             return a * a + c == 0.0;  // the rounding of the product is left where it is fused
           }")
set(CMAKE_REQUIRED_FLAGS "-O1 -fexpensive-optimizations") # what GCC fuses by
check_cxx_source_runs("${fuses}" ALEMBERT_FUSES)
if(ALEMBERT_FUSES)
  set(rounding unfused)
  set(rounding_options -O1 -ffp-contract=off)
else()
  set(rounding fused)
  # In registers of 16 bytes, as all that it is linked to: where Eigen sees AVX, it aligns by 32, and
  # a Robot that the readers made would be laid out otherwise than the core believes.
  set(rounding_options -O1 -fexpensive-optimizations -ffp-contract=fast -mfma -U__AVX__
                       -U__FMA__)
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
# Constants; paths, of which nothing is run here; batches in registers that it does not use.
list(FILTER core EXCLUDE REGEX "/((abi|version|batch_avx2|batch_avx512)\\.cpp$|paths/)")
sources_of(motion alembert_motion)
if(alembert_has_ipopt)
  find_package(Ipopt REQUIRED)
  set(ipopt Ipopt::ipopt)
endif()
# Optimised little and nothing flattened: only the rounding matters here.
add_library(alembert_${rounding}_objects OBJECT ${core})
add_library(alembert_${rounding}_motion OBJECT ${motion})
foreach(objects alembert_${rounding}_objects alembert_${rounding}_motion)
  target_include_directories(${objects} PRIVATE ${PROJECT_SOURCE_DIR}/src)
  target_link_libraries(${objects} PRIVATE alembert_core alembert_flags ${ipopt})
  target_compile_options(${objects} PRIVATE ${rounding_options} -UNDEBUG -D_GLIBCXX_ASSERTIONS)
  target_compile_definitions(${objects} PRIVATE ALEMBERT_FLATTEN=)
  target_precompile_headers(${objects} PRIVATE ${alembert_common_headers})
  alembert_units(${objects})
endforeach()

# alembert_rounding(TEST [FILTER]): the program of alembert_test again, or a part of it. The core
# comes first and as objects, so that it is found before the plain one in the libraries.
function(alembert_rounding name)
  set(program test_${name}_${rounding})
  add_executable(${program} $<TARGET_OBJECTS:alembert_${rounding}_objects>
                            $<TARGET_OBJECTS:test_${name}>)
  get_target_property(libraries test_${name} LINK_LIBRARIES)
  target_link_libraries(${program} PRIVATE ${libraries})
  set(alone)
  if(name STREQUAL "motion")
    target_sources(${program} PRIVATE $<TARGET_OBJECTS:alembert_${rounding}_motion>)
    set(alone ".")
  endif()
  alembert_discover(${program} PREFIX ${rounding}. FILTER "${ARGV1}" ALONE "${alone}"
                    LABEL ${rounding})
endfunction()

alembert_rounding(kernel)
alembert_rounding(model)
alembert_rounding(formulation)
alembert_rounding(tables)
alembert_rounding(trajectory)
alembert_rounding(retime)
alembert_rounding(flexible)
alembert_rounding(proof)
alembert_rounding(
  motion
  "*Terms*:ClosestCoordinates*:TwoArmCapsules*:Depth*:BorderedBand*:ChainFactor*:EdgeStrip*:InteriorPoint.*:MotionProgram*:ProductRows*:SharedLinks*:Solve.*:TimeGrid*:WarmStart*"
)
