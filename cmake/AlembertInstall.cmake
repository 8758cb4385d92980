# find_package(alembert COMPONENTS …) after `cmake --install`: an export set a component.
include(CMakePackageConfigHelpers)
set(alembert_package ${CMAKE_INSTALL_LIBDIR}/cmake/alembert)

install(DIRECTORY include/alembert DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
foreach(component IN LISTS alembert_built)
  install(TARGETS alembert_${component} EXPORT alembert-${component})
  install(EXPORT alembert-${component} NAMESPACE alembert:: DESTINATION ${alembert_package})
endforeach()

configure_package_config_file(cmake/alembertConfig.cmake.in alembertConfig.cmake
                              INSTALL_DESTINATION ${alembert_package})
write_basic_package_version_file(alembertConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/alembertConfig.cmake
              ${CMAKE_CURRENT_BINARY_DIR}/alembertConfigVersion.cmake
              cmake/AlembertComponents.cmake
              cmake/FindCVODE.cmake cmake/FindIpopt.cmake cmake/FindMuJoCo.cmake
        DESTINATION ${alembert_package})
