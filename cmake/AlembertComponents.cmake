# The components, each after those it stands on, and the packages each needs: read by the build and,
# installed beside alembertConfig.cmake, by every find_package(alembert).
set(alembert_known core flexible formulations tables generate cuda simulation motion identify io report sweep)

set(alembert_core_on)
set(alembert_core_packages Eigen3 Threads)

set(alembert_flexible_on core)
set(alembert_flexible_packages)

set(alembert_formulations_on core)
set(alembert_formulations_packages)

set(alembert_tables_on core)
set(alembert_tables_packages)

set(alembert_generate_on core)
set(alembert_generate_packages)

set(alembert_cuda_on generate)
set(alembert_cuda_packages) # the driver and NVRTC are looked for at run time

set(alembert_simulation_on flexible)
set(alembert_simulation_packages CVODE)

set(alembert_motion_on core)
set(alembert_motion_packages) # Ipopt, if it was there when it was built

set(alembert_identify_on motion)
set(alembert_identify_packages)

set(alembert_io_on core)
set(alembert_io_packages tinyxml2 yaml-cpp fmt)
set(alembert_io_build_packages nlohmann_json) # header-only: the installed library needs none of it

set(alembert_report_on io flexible formulations)
set(alembert_report_packages fmt)
set(alembert_report_build_packages nlohmann_json)

set(alembert_sweep_on report motion)
set(alembert_sweep_packages yaml-cpp fmt)
set(alembert_sweep_build_packages nlohmann_json)

# What find_package is told beside the name.
set(alembert_Eigen3_arguments 3.4 NO_MODULE)

# alembert_stand(COMPONENTS_VARIABLE): adds the components that these stand on.
macro(alembert_stand components)
  set(alembert_reversed ${alembert_known})
  list(REVERSE alembert_reversed)
  foreach(alembert_component IN LISTS alembert_reversed)
    if(alembert_component IN_LIST ${components})
      list(APPEND ${components} ${alembert_${alembert_component}_on})
    endif()
  endforeach()
endmacro()
