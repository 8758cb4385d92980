// alembert: the command line. One file a verb; command.hpp holds them together.
#include <csignal>

#include "command.hpp"

int main(int argc, char** argv) {
  // A reader that has seen enough (`| head`) ends us quietly, even if our parent ignored the
  // signal.
  std::signal(SIGPIPE, SIG_DFL);

  using namespace alembert::cli;
  Program program;
  add_check(program);
  add_info(program);
  add_convert(program);
  add_pose(program);
  add_ik(program);
  add_id(program);
  add_fd(program);
  add_mass(program);
  add_com(program);
  add_energy(program);
  add_derivatives(program);
  add_regressor(program);
  add_identify(program);
  add_payload(program);
  add_excite(program);
  add_new(program);
  add_human(program);
  add_predict(program);
  add_retime(program);
  add_certify(program);
  add_verify(program);
  add_simulate(program);
  add_export(program);
  add_view(program);
  add_sweep(program);
  add_modes(program);
  add_count(program);
  add_compare(program);
  add_table(program);
  add_generate(program);
  add_bench(program);
  add_completion(program);
  return program.run(argc, argv);
}
