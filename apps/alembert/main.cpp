// alembert: the command line. One file a verb; command.hpp holds them together.
#include <csignal>

#include "command.hpp"

int main(int argc, char** argv) {
  // A reader that has seen enough (`| head`) ends us quietly, even if our parent ignored the
  // signal.
  std::signal(SIGPIPE, SIG_DFL);
  return alembert::cli::run(argc, argv);
}
