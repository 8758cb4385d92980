# The tests of numbers a second time where the compiler fuses multiplications and additions (arm64),
# on libraries in which it does not: what x86-64 computes. fused.cmake is the other way round.
if(CMAKE_SYSTEM_PROCESSOR MATCHES "x86_64|AMD64|amd64")
  return()
endif()

# As objects, so that they are found before the plain ones in the libraries.
sources_of(core alembert_core)
add_library(alembert_unfused_objects OBJECT ${core})
target_include_directories(alembert_unfused_objects PRIVATE ${PROJECT_SOURCE_DIR}/src)
target_link_libraries(alembert_unfused_objects PRIVATE alembert_core alembert_flags)
# Optimised little and nothing flattened: only the rounding matters here.
target_compile_options(alembert_unfused_objects PRIVATE -O1 -ffp-contract=off)
target_compile_definitions(alembert_unfused_objects PRIVATE ALEMBERT_FLATTEN=)
target_precompile_headers(alembert_unfused_objects PRIVATE ${alembert_common_headers})
alembert_units(alembert_unfused_objects 16)

# alembert_unfused(TEST [FILTER]): the program of alembert_test again, or a part of it.
function(alembert_unfused name)
  set(program test_${name}_unfused)
  add_executable(${program} $<TARGET_OBJECTS:test_${name}>
                            $<TARGET_OBJECTS:alembert_unfused_objects>)
  get_target_property(libraries test_${name} LINK_LIBRARIES)
  target_link_libraries(${program} PRIVATE ${libraries})
  gtest_discover_tests(
    ${program} TEST_PREFIX unfused. TEST_LIST ${program}_list DISCOVERY_TIMEOUT 60
    TEST_FILTER "${ARGV1}" PROPERTIES LABELS unfused)
endfunction()

alembert_unfused(kernel)
alembert_unfused(model)
alembert_unfused(formulation)
alembert_unfused(tables)
alembert_unfused(trajectory)
alembert_unfused(motion "*Terms*:ClosestCoordinates*:TwoArmCapsules*")
