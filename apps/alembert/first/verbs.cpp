// Verbs that the first program lists and hands over.
#include "absent/hand_over.hpp"
#include "check_shapes.hpp"
#include "later_verbs.hpp"

namespace alembert::cli {

namespace {

void hand_over_at(const VerbName& verb, Program& program) {
  Command command = program.verb(verb);
  command.passes_all_on();
  command.runs([]() -> Exit { hand_over(); });
}

}  // namespace

ShapeAnswer examine_shapes(const Robot&, const Model&, const ShapeOptions&) { hand_over(); }

void add_convert(Program& program) { hand_over_at(later::convert, program); }
void add_pose(Program& program) { hand_over_at(later::pose, program); }
void add_ik(Program& program) { hand_over_at(later::ik, program); }
void add_id(Program& program) { hand_over_at(later::id, program); }
void add_fd(Program& program) { hand_over_at(later::fd, program); }
void add_mass(Program& program) { hand_over_at(later::mass, program); }
void add_new(Program& program) { hand_over_at(later::new_, program); }
void add_human(Program& program) { hand_over_at(later::human, program); }
void add_derivatives(Program& program) { hand_over_at(later::derivatives, program); }
void add_com(Program& program) { hand_over_at(later::com, program); }
void add_energy(Program& program) { hand_over_at(later::energy, program); }
void add_export(Program& program) { hand_over_at(later::export_, program); }
void add_certify(Program& program) { hand_over_at(later::certify, program); }
void add_simulate(Program& program) { hand_over_at(later::simulate, program); }
void add_regressor(Program& program) { hand_over_at(later::regressor, program); }
void add_identify(Program& program) { hand_over_at(later::identify, program); }
void add_payload(Program& program) { hand_over_at(later::payload, program); }
void add_excite(Program& program) { hand_over_at(later::excite, program); }
void add_retime(Program& program) { hand_over_at(later::retime, program); }
void add_sensitivity(Program& program) { hand_over_at(later::sensitivity, program); }
void add_sweep(Program& program) { hand_over_at(later::sweep, program); }
void add_modes(Program& program) { hand_over_at(later::modes, program); }
void add_count(Program& program) { hand_over_at(later::count, program); }
void add_compare(Program& program) { hand_over_at(later::compare, program); }
void add_table(Program& program) { hand_over_at(later::table, program); }
void add_generate(Program& program) { hand_over_at(later::generate, program); }
void add_bench(Program& program) { hand_over_at(later::bench, program); }
void add_completion(Program& program) { hand_over_at(later::completion, program); }

}  // namespace alembert::cli
