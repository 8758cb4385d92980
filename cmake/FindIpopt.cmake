# Finds Ipopt's headers and library and defines Ipopt::ipopt. Debian's package has no CMake file.
find_path(Ipopt_INCLUDE_DIR coin/IpIpoptApplication.hpp)
find_library(Ipopt_LIBRARY ipopt)
include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(Ipopt DEFAULT_MSG Ipopt_LIBRARY Ipopt_INCLUDE_DIR)
if(Ipopt_FOUND AND NOT TARGET Ipopt::ipopt)
  add_library(Ipopt::ipopt UNKNOWN IMPORTED)
  set_target_properties(
    Ipopt::ipopt
    PROPERTIES IMPORTED_LOCATION "${Ipopt_LIBRARY}"
               INTERFACE_INCLUDE_DIRECTORIES "${Ipopt_INCLUDE_DIR}"
               # Its headers choose between C and C++ names of system headers by this.
               INTERFACE_COMPILE_DEFINITIONS HAVE_CSTDDEF)
endif()
mark_as_advanced(Ipopt_INCLUDE_DIR Ipopt_LIBRARY)
