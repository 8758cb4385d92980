# Finds MuJoCo's headers and library and defines MuJoCo::mujoco. Debian's own mujocoConfig.cmake
# cannot be used: it names an include folder of a package that libmujoco-dev does not depend on.
find_path(MuJoCo_INCLUDE_DIR mujoco/mujoco.h)
find_library(MuJoCo_LIBRARY mujoco)
include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(MuJoCo DEFAULT_MSG MuJoCo_LIBRARY MuJoCo_INCLUDE_DIR)
if(MuJoCo_FOUND AND NOT TARGET MuJoCo::mujoco)
  add_library(MuJoCo::mujoco UNKNOWN IMPORTED)
  set_target_properties(
    MuJoCo::mujoco PROPERTIES IMPORTED_LOCATION "${MuJoCo_LIBRARY}"
                              INTERFACE_INCLUDE_DIRECTORIES "${MuJoCo_INCLUDE_DIR}")
endif()
mark_as_advanced(MuJoCo_INCLUDE_DIR MuJoCo_LIBRARY)
