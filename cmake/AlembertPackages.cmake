# Which components are built: those of ALEMBERT_COMPONENTS, or all whose packages are there.
include(AlembertComponents)
list(JOIN alembert_known " " alembert_known_text)
set(ALEMBERT_COMPONENTS "" CACHE STRING
    "Components to build, of ${alembert_known_text}; empty: all whose packages are there")

# alembert_find_packages(BUILT): looks for the packages of the components that are wanted and sets
# BUILT to the components that can be built. One that was asked for, or that the program needs, and
# whose packages are missing is an error; any other is left out.
function(alembert_find_packages built)
  set(needed ${ALEMBERT_COMPONENTS})
  foreach(component IN LISTS needed)
    if(NOT component IN_LIST alembert_known)
      message(FATAL_ERROR "ALEMBERT_COMPONENTS: there is no component '${component}', only "
                          "${alembert_known_text}")
    endif()
  endforeach()
  if(ALEMBERT_CLI OR ALEMBERT_TESTS OR ALEMBERT_BENCHMARKS OR ALEMBERT_PYTHON)
    set(needed ${alembert_known})
  endif()
  alembert_stand(needed)
  set(wanted ${needed})
  if(NOT wanted)
    set(wanted ${alembert_known})
  endif()

  set(there)
  foreach(component IN LISTS alembert_known)
    if(NOT component IN_LIST wanted)
      continue()
    endif()
    set(missing)
    foreach(package IN LISTS alembert_${component}_packages alembert_${component}_build_packages)
      find_package(${package} ${alembert_${package}_arguments} QUIET)
      if(NOT ${package}_FOUND)
        list(APPEND missing ${package})
      endif()
    endforeach()
    foreach(other IN LISTS alembert_${component}_on)
      if(NOT other IN_LIST there)
        list(APPEND missing "alembert::${other}")
      endif()
    endforeach()
    list(JOIN missing ", " missing)
    if(NOT missing)
      list(APPEND there ${component})
    elseif(component IN_LIST needed)
      message(FATAL_ERROR
        "alembert::${component} needs ${missing}, which is missing. Install it, or build without: "
        "ALEMBERT_COMPONENTS names the components to build; the program, the tests, the "
        "benchmarks and the Python package (ALEMBERT_CLI, ALEMBERT_TESTS, ALEMBERT_BENCHMARKS, "
        "ALEMBERT_PYTHON) need them all "
        "(docs/install.md)")
    else()
      message(STATUS "alembert::${component} is left out: ${missing} is missing")
    endif()
  endforeach()
  list(JOIN there " " text)
  message(STATUS "Components of Alembert: ${text}")
  set(${built} ${there} PARENT_SCOPE)
endfunction()
