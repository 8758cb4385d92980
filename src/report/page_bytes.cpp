// The built page of viewer/, as bytes of the program: the assembler reads the file, so that no
// compiler has to parse it.
#include "report/page_bytes.hpp"

asm(".pushsection .rodata\n"
    ".global alembert_viewer_page\n"
    ".hidden alembert_viewer_page\n"
    ".global alembert_viewer_page_end\n"
    ".hidden alembert_viewer_page_end\n"
    "alembert_viewer_page:\n"
    ".incbin \"" ALEMBERT_VIEWER_PAGE
    "\"\n"
    "alembert_viewer_page_end:\n"
    ".byte 0\n"
    ".popsection\n");

extern "C" {
__attribute__((visibility("hidden"))) extern const char alembert_viewer_page[];
__attribute__((visibility("hidden"))) extern const char alembert_viewer_page_end[];
}

namespace alembert::report {

std::string_view viewer_page() {
  return {alembert_viewer_page,
          static_cast<std::size_t>(alembert_viewer_page_end - alembert_viewer_page)};
}

}  // namespace alembert::report
