# What reads the user's words (readers, doctor, command line) a second time, with sanitizers.
# Number crunching sees nothing but checked numbers and takes the compiler three times as long with
# them: it is linked as it is. `cmake --preset dev` instruments everything.
add_library(alembert_instrumented_flags INTERFACE)
target_compile_options(
  alembert_instrumented_flags
  INTERFACE -O0 -g1 -UNDEBUG -fno-omit-frame-pointer -fsanitize=address,undefined
            # Costly to compile, and AddressSanitizer sees what they see.
            -fno-sanitize=alignment,null,object-size,vptr -fno-sanitize-recover=all)
target_link_options(alembert_instrumented_flags INTERFACE -fsanitize=address,undefined)
# Eigen allocates otherwise under AddressSanitizer, but matrices pass between instrumented files and
# plain ones.
target_compile_definitions(alembert_instrumented_flags INTERFACE EIGEN_MALLOC_ALREADY_ALIGNED=1)

# The imported targets that the plain programs are linked with, known in their own folders only.
find_package(CLI11 REQUIRED)
find_package(fmt REQUIRED)
find_package(yaml-cpp REQUIRED)
find_package(SQLite3 QUIET)

# alembert_instrumented(NAME TARGET): TARGET again as the program NAME, with sanitizers in it.
function(alembert_instrumented name target)
  sources_of(sources ${target})
  add_executable(${name} ${sources} $<TARGET_OBJECTS:alembert_instrumented>)
  foreach(property COMPILE_DEFINITIONS INCLUDE_DIRECTORIES LINK_LIBRARIES)
    get_target_property(value ${target} ${property})
    if(value)
      set_property(TARGET ${name} PROPERTY ${property} ${value})
    endif()
  endforeach()
  target_link_libraries(${name} PRIVATE alembert_instrumented_flags)
  target_precompile_headers(${name} PRIVATE ${alembert_common_headers})
endfunction()

# As objects, so that they are found before the plain ones in the libraries: whole folders, since units
# of the libraries are of one folder each.
sources_of(core alembert_core "/src/([^/]*|model/.*)\\.cpp$")
list(FILTER core EXCLUDE REGEX "/(abi|version)\\.cpp$") # constants
sources_of(io alembert_io)
add_library(alembert_instrumented OBJECT ${core} ${io})
foreach(property INCLUDE_DIRECTORIES LINK_LIBRARIES)
  get_target_property(value alembert_io ${property})
  set_property(TARGET alembert_instrumented PROPERTY ${property} ${value})
endforeach()
target_link_libraries(alembert_instrumented PRIVATE alembert_instrumented_flags)
target_precompile_headers(alembert_instrumented PRIVATE ${alembert_common_headers})
alembert_units(alembert_instrumented)

alembert_instrumented(alembert_cli_sanitized alembert_cli)
alembert_units(alembert_cli_sanitized)
set_target_properties(alembert_cli_sanitized PROPERTIES OUTPUT_NAME alembert
                                                        RUNTIME_OUTPUT_DIRECTORY sanitized)
alembert_instrumented(test_doctor_sanitized test_doctor)
alembert_instrumented(test_io_sanitized test_io)
alembert_units(test_doctor_sanitized)
alembert_units(test_io_sanitized)

# Looking for leaks at the end of a process takes seconds each.
set(environment ASAN_OPTIONS=detect_leaks=0
                ALEMBERT_PROGRAM=$<TARGET_FILE:alembert_cli_sanitized>)
foreach(program test_doctor_sanitized test_io_sanitized)
  alembert_discover(${program} PREFIX sanitized. LABEL sanitized ENVIRONMENT ${environment})
endforeach()
# Of the command line what reads and refuses words. Searches and simulations, which are linked as they
# are, would only be run once more. Memory under sanitizers is theirs: they keep what is freed.
alembert_discover(
  test_cli PREFIX sanitized. ALONE "."
  FILTER "-FirstHour.*:MotionExamples.*:HumanWalk.*:Documentation.*:Documentation/*README*:Documentation/*worlds*:Documentation/*report*:OfFirst.*:Bench.*:Generate.*:Sweep.*:CertifyWorld.*:SensitivityVerb.*:Simulate*:ExciteVerb.*:IdentifyVerb.*:PayloadVerb.*:ImpossibleTask.*:*Bending*:Retime.*:Smooth.*:Trajectory.MemoryDoesNotGrowWithTheRows"
  LABEL sanitized ENVIRONMENT ${environment})
