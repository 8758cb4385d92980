# Public types are laid out alike whatever a program is compiled with, or the linker refuses it (abi.hpp). The sizes
# and alignments of all of them, as the library is compiled, are asserted under other flags and by other compilers.
#   cmake -DHEADERS=… -DFOLDER=… -DCOMPILER=… -DFLAGS=… -DEIGEN=… -DCLANG=… -DPROCESSOR=… -P layout.cmake

# Types, of the headers themselves: what is defined at the left margin, templates apart.
file(GLOB headers ${HEADERS}/alembert/*.hpp)
set(types)
foreach(header IN LISTS headers)
  file(STRINGS ${header} lines REGEX "^(template|struct|class|namespace) ?")
  set(before "")
  set(within OFF)
  foreach(line IN LISTS lines)
    if(line MATCHES "^namespace ([A-Za-z:_]+)")
      string(COMPARE EQUAL "${CMAKE_MATCH_1}" alembert within)
    elseif(within AND NOT before MATCHES "^template" AND line MATCHES "^(struct|class) ([A-Za-z0-9_]+)( : [^{]*)? \\{")
      list(APPEND types ${CMAKE_MATCH_2})
    endif()
    set(before "${line}")
  endforeach()
endforeach()
list(REMOVE_DUPLICATES types)
list(LENGTH types count)
if(count LESS 150)
  message(FATAL_ERROR "${count} public types were found: more are expected, so the search for them is at fault")
endif()

file(MAKE_DIRECTORY ${FOLDER})
set(table "#include <alembert/alembert.hpp>\n#include <cstdio>\nint main() {\n")
foreach(type IN LISTS types)
  string(APPEND table "  std::printf(\"ALEMBERT_LAYOUT(${type}, %zu, %zu)\\n\", sizeof(alembert::${type}), "
         "alignof(alembert::${type}));\n")
endforeach()
string(APPEND table "}\n")
file(WRITE ${FOLDER}/table.cpp "${table}")
file(WRITE ${FOLDER}/asserts.cpp "#include <alembert/alembert.hpp>
#define ALEMBERT_LAYOUT(type, size, alignment)                          \\
  static_assert(sizeof(alembert::type) == size, \"size of \" #type);      \\
  static_assert(alignof(alembert::type) == alignment, \"alignment of \" #type);
#include \"layout.inc\"
")

# As the library is compiled. What is linked is the table alone: the name that abi.hpp asks for is made here.
separate_arguments(flags UNIX_COMMAND "${FLAGS}")
set(include -std=gnu++20 -I${HEADERS} -isystem ${EIGEN} -I${FOLDER})
file(WRITE ${FOLDER}/name.cpp
     "#include <alembert/abi.hpp>\nconst char alembert::ALEMBERT_LIBRARY_LIKE_THIS = 1;\n")
execute_process(COMMAND ${COMPILER} ${flags} -O0 ${include} table.cpp name.cpp -o table
                WORKING_DIRECTORY ${FOLDER} COMMAND_ERROR_IS_FATAL ANY)
execute_process(COMMAND ./table WORKING_DIRECTORY ${FOLDER} OUTPUT_FILE ${FOLDER}/layout.inc
                COMMAND_ERROR_IS_FATAL ANY)

# agrees(EXPECTED COMPILER FLAG…)
function(agrees expected compiler)
  execute_process(COMMAND ${compiler} -fsyntax-only ${include} ${ARGN} asserts.cpp
                  WORKING_DIRECTORY ${FOLDER} RESULT_VARIABLE result ERROR_VARIABLE said)
  string(REGEX MATCHALL "[^\n]*static assertion[^\n]*" differences "${said}")
  list(LENGTH differences different)
  string(REPLACE ";" " " words "${ARGN}")
  message("${compiler} ${words}: ${different} differences of ${count} types")
  if(expected AND NOT result EQUAL 0)
    message(FATAL_ERROR "laid out otherwise, and the linker would not know:\n${said}")
  elseif(NOT expected AND different EQUAL 0)
    message(FATAL_ERROR "nothing differs where Eigen aligns otherwise, so nothing is tested:\n${said}")
  endif()
endfunction()

# Eigen is held to the library's ways, as docs/install.md says, where a processor has wider registers.
if(PROCESSOR MATCHES "x86_64|AMD64")
  set(held -DEIGEN_MAX_ALIGN_BYTES=16 -DEIGEN_MAX_STATIC_ALIGN_BYTES=16 -DEIGEN_MALLOC_ALREADY_ALIGNED=1)
  agrees(ON ${COMPILER} -O3 -mavx2 -mfma ${held})
  agrees(ON ${COMPILER} -O3 -mavx512f -mfma ${held})
elseif(PROCESSOR MATCHES "aarch64|arm64")
  agrees(ON ${COMPILER} -O3 -march=armv8.4-a)
  agrees(ON ${COMPILER} -O3 -march=armv8.2-a+sve)
endif()
agrees(ON ${COMPILER} -O0 -g -DNDEBUG -D_GLIBCXX_ASSERTIONS -std=gnu++23)
if(CLANG)
  agrees(ON ${CLANG})
endif()
agrees(OFF ${COMPILER} -DEIGEN_MAX_ALIGN_BYTES=32 -DEIGEN_MAX_STATIC_ALIGN_BYTES=32)
