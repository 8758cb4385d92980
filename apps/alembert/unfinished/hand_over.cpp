// In the programs of what is built first (docs/architecture.md, Build): what they have not hands
// over to the next one.
#include <fmt/format.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <vector>

#include "alembert/arm.hpp"
#include "alembert/flexible_link.hpp"
#include "command.hpp"
#include "interrupt.hpp"
#include "page_output.hpp"
#include "terminal.hpp"

using namespace alembert;

/// What every function is that is not built yet (cmake/stand_ins.cmake). ALEMBERT_NEXT names
/// ./alembert, which knows what to build. No answer has been printed yet; what was found so far,
/// and files that were written, are found and written again.
extern "C" [[noreturn]] void alembert_hand_over() {
  if (cli::is_terminal(cli::on_stderr))
    fmt::print(stderr, "\r\033[K");  // what was drawn of the progress
  std::fflush(nullptr);
  if (cli::GentleInterrupt::asked()) {
    fmt::print(stderr, "interrupted before there was an answer\n");
    _exit(static_cast<int>(cli::Exit::not_reached));
  }
  if (const char* next = std::getenv("ALEMBERT_NEXT")) {
    std::vector<std::string> words = cli::typed_words();
    words.insert(words.begin(), next);
    std::vector<char*> arguments;
    for (std::string& word : words) arguments.push_back(word.data());
    arguments.push_back(nullptr);
    lseek(STDIN_FILENO, 0, SEEK_SET);  // a file that was read; ./alembert keeps pipes from us
    execv(next, arguments.data());
  }
  fmt::print(stderr,
             "error: this is a part of alembert that is built first, and this needs the rest\n"
             "  fix: run ./alembert, where the sources are, or build the target alembert_cli\n");
  std::exit(static_cast<int>(cli::Exit::wrong_input));
}

namespace {

bool is_bending(const Robot& robot) { return bends(robot); }
Model compile_bending(const Robot&, const CompileOptions&) { alembert_hand_over(); }
[[maybe_unused]] const bool arms_that_bend = add_arm_kind({&is_bending, &compile_bending});

}  // namespace
