#include "interrupt.hpp"

namespace alembert::cli {

namespace {

volatile std::sig_atomic_t interrupt_asked = 0;

}  // namespace

GentleInterrupt::GentleInterrupt(std::initializer_list<int> signals) {
  struct sigaction action {};
  action.sa_handler = [](int) { interrupt_asked = 1; };
  action.sa_flags = static_cast<int>(SA_RESETHAND | SA_RESTART);
  for (const int which : signals) {
    before_.push_back({which, {}});
    sigaction(which, &action, &before_.back().second);
  }
}

GentleInterrupt::~GentleInterrupt() {
  for (const auto& [which, before] : before_) sigaction(which, &before, nullptr);
}

bool GentleInterrupt::asked() { return interrupt_asked != 0; }

}  // namespace alembert::cli
