// Verbs that the first program lists and hands over.
#include "absent/exec_full_program.hpp"
#include "check_shapes.hpp"
#include "later_verbs.hpp"

namespace alembert::cli {

namespace {

void exec_full_program_at(const VerbName& verb, Program& program) {
  Command command = program.verb(verb);
  command.passes_all_on();
  command.runs([]() -> Exit { exec_full_program(); });
}

}  // namespace

ShapeAnswer examine_shapes(const Robot&, const Model&, const ShapeOptions&) { exec_full_program(); }

void add_convert(Program& program) { exec_full_program_at(later::convert, program); }
void add_pose(Program& program) { exec_full_program_at(later::pose, program); }
void add_ik(Program& program) { exec_full_program_at(later::ik, program); }
void add_id(Program& program) { exec_full_program_at(later::id, program); }
void add_fd(Program& program) { exec_full_program_at(later::fd, program); }
void add_mass(Program& program) { exec_full_program_at(later::mass, program); }
void add_new(Program& program) { exec_full_program_at(later::new_, program); }
void add_human(Program& program) { exec_full_program_at(later::human, program); }
void add_derivatives(Program& program) { exec_full_program_at(later::derivatives, program); }
void add_com(Program& program) { exec_full_program_at(later::com, program); }
void add_energy(Program& program) { exec_full_program_at(later::energy, program); }
void add_export(Program& program) { exec_full_program_at(later::export_, program); }
void add_certify(Program& program) { exec_full_program_at(later::certify, program); }
void add_simulate(Program& program) { exec_full_program_at(later::simulate, program); }
void add_regressor(Program& program) { exec_full_program_at(later::regressor, program); }
void add_identify(Program& program) { exec_full_program_at(later::identify, program); }
void add_payload(Program& program) { exec_full_program_at(later::payload, program); }
void add_excite(Program& program) { exec_full_program_at(later::excite, program); }
void add_retime(Program& program) { exec_full_program_at(later::retime, program); }
void add_sensitivity(Program& program) { exec_full_program_at(later::sensitivity, program); }
void add_sweep(Program& program) { exec_full_program_at(later::sweep, program); }
void add_modes(Program& program) { exec_full_program_at(later::modes, program); }
void add_count(Program& program) { exec_full_program_at(later::count, program); }
void add_compare(Program& program) { exec_full_program_at(later::compare, program); }
void add_table(Program& program) { exec_full_program_at(later::table, program); }
void add_generate(Program& program) { exec_full_program_at(later::generate, program); }
void add_bench(Program& program) { exec_full_program_at(later::bench, program); }
void add_completion(Program& program) { exec_full_program_at(later::completion, program); }

}  // namespace alembert::cli
