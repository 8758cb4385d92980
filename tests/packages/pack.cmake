# Makes the .deb files of this version anew.
find_program(ccache ccache)
find_program(dpkg_deb dpkg-deb)
if(NOT dpkg_deb)
  message("Packages: Skipped\nThis is no Debian, and the packages are Debian's")
  return()
elseif(NOT ccache)
  message("Packages: Skipped\nWithout ccache packages are compiled for ten minutes: by hand, "
          "cmake --preset package, then cmake --build build/package --target package")
  return()
endif()
file(REMOVE_RECURSE ${FOLDER}/packages)
execute_process(COMMAND ${CMAKE_COMMAND} --preset package -DCMAKE_CXX_COMPILER_LAUNCHER=ccache
                        -DCMAKE_DISABLE_PRECOMPILE_HEADERS=ON
                WORKING_DIRECTORY ${SOURCE} COMMAND_ERROR_IS_FATAL ANY)
execute_process(COMMAND ${CMAKE_COMMAND} --build ${FOLDER} --target package
                COMMAND_ERROR_IS_FATAL ANY)
