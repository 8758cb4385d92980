# cmake -DNM=… -DOBJECTS=… -DOUTPUT=… -P stand_ins.cmake: what objects call of Alembert and none of
# them has, an option each for the linker, which makes it another name of alembert_hand_over. What
# is no function cannot be stood in for, and is an error.

# symbols_of(OUT REGEX option…): names, given as the first group of REGEX, of lines of `nm`.
function(symbols_of out regex)
  execute_process(COMMAND ${NM} --format=posix ${ARGN} ${OBJECTS} OUTPUT_FILE ${OUTPUT}.symbols
                  COMMAND_ERROR_IS_FATAL ANY)
  file(STRINGS ${OUTPUT}.symbols lines REGEX "${regex}")
  file(REMOVE ${OUTPUT}.symbols)
  list(TRANSFORM lines REPLACE "${regex}" "\\1")
  list(REMOVE_DUPLICATES lines)
  set(${out} "${lines}" PARENT_SCOPE)
endfunction()

# missing_of(OUT REGEX option…): what is called and not there.
function(missing_of out regex)
  symbols_of(called "${regex} [Uw]( 0)* *$" --undefined-only ${ARGN})
  symbols_of(there "${regex} [A-Za-z] [0-9a-f]+ ?[0-9a-f]*$" --defined-only ${ARGN})
  list(REMOVE_ITEM called ${there})
  set(${out} "${called}" PARENT_SCOPE)
endfunction()

missing_of(missing "^(_Z[^ ]*8alembert[^ ]*)")
missing_of(no_functions "^([^(]*alembert::[^(]*)" --demangle)
if(no_functions)
  list(JOIN no_functions "\n  " names)
  message(FATAL_ERROR "this program needs what is built later and is no function:\n  ${names}")
endif()
list(TRANSFORM missing REPLACE "(.+)" "-Wl,--defsym=\\1=alembert_hand_over")
list(JOIN missing "\n" text)
file(WRITE ${OUTPUT} "${text}\n")
