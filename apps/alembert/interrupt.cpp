#include "interrupt.hpp"

namespace alembert::cli {

namespace {

volatile std::sig_atomic_t interrupt_asked = 0;

}  // namespace

GentleInterrupt::GentleInterrupt() {
  struct sigaction action {};
  action.sa_handler = [](int) { interrupt_asked = 1; };
  action.sa_flags = static_cast<int>(SA_RESETHAND | SA_RESTART);
  sigaction(SIGINT, &action, &before_);
}

bool GentleInterrupt::asked() { return interrupt_asked != 0; }

}  // namespace alembert::cli
