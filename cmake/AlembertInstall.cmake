# find_package(alembert) after `cmake --install`.
include(CMakePackageConfigHelpers)

install(DIRECTORY include/alembert DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
install(TARGETS alembert_core alembert_motion alembert_simulation alembert_io alembert_report
        EXPORT alembertTargets)
install(EXPORT alembertTargets NAMESPACE alembert::
        DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/alembert)

configure_package_config_file(
  cmake/alembertConfig.cmake.in alembertConfig.cmake
  INSTALL_DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/alembert)
write_basic_package_version_file(alembertConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/alembertConfig.cmake
              ${CMAKE_CURRENT_BINARY_DIR}/alembertConfigVersion.cmake
              cmake/FindCVODE.cmake cmake/FindIpopt.cmake cmake/FindMuJoCo.cmake
        DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/alembert)
