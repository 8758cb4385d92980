#include "absent/exec_full_program.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <vector>

#include "command.hpp"
#include "page_output.hpp"

namespace alembert {

// ALEMBERT_WHOLE names ./alembert. Nothing has been answered yet.
void exec_full_program() {
  std::fflush(nullptr);
  if (const char* whole = std::getenv("ALEMBERT_WHOLE")) {
    std::vector<std::string> words = cli::typed_words();
    words.insert(words.begin(), whole);
    std::vector<char*> arguments;
    for (std::string& word : words) arguments.push_back(word.data());
    arguments.push_back(nullptr);
    lseek(STDIN_FILENO, 0, SEEK_SET);  // a file that was read; ./alembert keeps pipes from us
    execv(whole, arguments.data());
  }
  fmt::print(stderr,
             "error: this is the part of alembert that is built first, and this needs the rest\n"
             "  fix: run ./alembert, where the sources are, or build the target alembert_cli\n");
  std::exit(static_cast<int>(cli::Exit::wrong_input));
}

}  // namespace alembert
