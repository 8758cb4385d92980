# Fails where an object compiled for wider registers has a function that others could be linked to:
# a program on an older processor would die of it (src/kernel/batch_lane.hpp). OBJECTS are the core's.
string(REPLACE "|" ";" OBJECTS "${OBJECTS}")
list(FILTER OBJECTS INCLUDE REGEX "/batch_avx")
if(NOT OBJECTS)
  message("Batch: Skipped\nnothing is compiled for wider registers here (x86-64 and GCC only)")
  return()
endif()
foreach(object IN LISTS OBJECTS)
  execute_process(COMMAND ${NM} -C --defined-only ${object} OUTPUT_VARIABLE symbols
                  COMMAND_ERROR_IS_FATAL ANY)
  # Weak or unique: taken from whichever file comes first. And no function but those that make lanes
  # and those whose names say which registers they are for.
  string(REGEX MATCHALL "[0-9a-f]+ [WVuT] [^\n]*" found "${symbols}")
  list(FILTER found EXCLUDE REGEX " V DW\\.ref\\.| T alembert::(make_avx[0-9]+_lane\\(|registers_of_(32|64)::)")
  if(found)
    list(JOIN found "\n" found)
    message(SEND_ERROR "${object} lets others find\n${found}")
  endif()
  if(NOT symbols MATCHES " T alembert::make_avx")
    message(SEND_ERROR "${object} makes no lanes")
  endif()
endforeach()
