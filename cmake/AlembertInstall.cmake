# find_package(alembert COMPONENTS …) after `cmake --install`: an export set a component.
include(CMakePackageConfigHelpers)
set(alembert_package ${CMAKE_INSTALL_LIBDIR}/cmake/alembert)

install(DIRECTORY include/alembert DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} COMPONENT dev)
foreach(component IN LISTS alembert_built)
  install(TARGETS alembert_${component} EXPORT alembert-${component}
          LIBRARY COMPONENT library NAMELINK_COMPONENT dev
          ARCHIVE COMPONENT dev)
  install(EXPORT alembert-${component} NAMESPACE alembert:: DESTINATION ${alembert_package}
          COMPONENT dev)
endforeach()

set(alembert_is_shared OFF)
if(BUILD_SHARED_LIBS)
  set(alembert_is_shared ON)
endif()
configure_package_config_file(cmake/alembertConfig.cmake.in alembertConfig.cmake
                              INSTALL_DESTINATION ${alembert_package})
write_basic_package_version_file(alembertConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/alembertConfig.cmake
              ${CMAKE_CURRENT_BINARY_DIR}/alembertConfigVersion.cmake
              cmake/AlembertComponents.cmake
              cmake/FindCVODE.cmake cmake/FindIpopt.cmake cmake/FindMuJoCo.cmake
        DESTINATION ${alembert_package} COMPONENT dev)

# Guides, and the site where it was built (scripts/site.sh).
if(PROJECT_IS_TOP_LEVEL)
  set(alembert_pages ${CMAKE_INSTALL_DATADIR}/doc/alembert)
  install(FILES README.md CHANGELOG.md CONTRIBUTING.md CITATION.cff DESTINATION ${alembert_pages}
          COMPONENT doc)
  install(DIRECTORY docs DESTINATION ${alembert_pages} COMPONENT doc)
  install(DIRECTORY build/site/html DESTINATION ${alembert_pages} COMPONENT doc OPTIONAL)
  include(AlembertDebian)
endif()
