# Finds the CVODE integrator of SUNDIALS and defines CVODE::cvode. Debian's SUNDIALSConfig.cmake asks
# for every optional package that SUNDIALS was built with; only these libraries are needed.
find_path(CVODE_INCLUDE_DIR cvode/cvode.h)
find_library(CVODE_LIBRARY sundials_cvode)
find_library(CVODE_NVECTOR_LIBRARY sundials_nvecserial)
find_library(CVODE_GENERIC_LIBRARY sundials_generic)
include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(CVODE DEFAULT_MSG CVODE_LIBRARY CVODE_NVECTOR_LIBRARY
                                  CVODE_INCLUDE_DIR)
if(CVODE_FOUND AND NOT TARGET CVODE::cvode)
  add_library(CVODE::cvode UNKNOWN IMPORTED)
  set(cvode_libraries "${CVODE_NVECTOR_LIBRARY}")
  if(CVODE_GENERIC_LIBRARY)
    list(APPEND cvode_libraries "${CVODE_GENERIC_LIBRARY}")
  endif()
  set_target_properties(
    CVODE::cvode PROPERTIES IMPORTED_LOCATION "${CVODE_LIBRARY}"
                            INTERFACE_INCLUDE_DIRECTORIES "${CVODE_INCLUDE_DIR}"
                            INTERFACE_LINK_LIBRARIES "${cvode_libraries}")
endif()
mark_as_advanced(CVODE_INCLUDE_DIR CVODE_LIBRARY CVODE_NVECTOR_LIBRARY CVODE_GENERIC_LIBRARY)
