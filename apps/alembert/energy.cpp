// alembert energy: kinetic, gravity's and springs' energy.
#include "alembert/energy.hpp"

#include "state_report.hpp"
#include "verb.hpp"

namespace alembert::cli {

namespace {

std::string energy_text(const Energies& energy) {
  const double scale = std::max({1.0, energy.kinetic, std::abs(energy.gravity), energy.elastic});
  Table table({"energy", right("J")});
  table.row({"kinetic", significant(energy.kinetic, scale)});
  table.row({"gravity", significant(energy.gravity, scale)});
  table.row({"springs", significant(energy.elastic, scale)});
  table.row({"total", significant(energy.total(), scale)});
  return table.text();
}

Exit energy(const StateReportOptions& options) {
  const Model model = load(options.robot).model;
  auto energy_of = std::make_shared<Energy>(model);
  StateReport report;
  report.quantities = {"v"};
  report.columns = {"kinetic [J]", "gravity [J]", "springs [J]", "total [J]"};
  report.units = {{"kinetic", "J"}, {"gravity", "J"}, {"springs", "J"}, {"total", "J"}};
  report.row = [energy_of](const State& at, std::vector<double>& row) {
    const Energies e = (*energy_of)(at.q, at.v);
    row.insert(row.end(), {e.kinetic, e.gravity, e.elastic, e.total()});
  };
  report.json = [energy_of](const State& at, const std::vector<int>&) {
    const Energies e = (*energy_of)(at.q, at.v);
    return Json{{"kinetic", e.kinetic},
                {"gravity", e.gravity},
                {"springs", e.elastic},
                {"total", e.total()}};
  };
  report.text = [energy_of](const State& at, const std::vector<int>&) {
    return energy_text((*energy_of)(at.q, at.v));
  };
  return run_state_report(options, model, report);
}

}  // namespace

void add_energy(Command& command) {
  auto& options = command.does(energy);
  add_robot_options(command, options.robot);
  add_state_report_options(command, options, {"v"});
  command.footer(R"(EXAMPLES
  alembert energy arm.urdf --q 0.1,0.2,0.3 --v 1,0,0
  alembert energy arm.urdf --trajectory motion.csv --output energy.csv

Rotors count as kinetic. The energy of gravity is that of the moving links, zero at the height of the
world's origin. --json gives {"samples": [{"kinetic", "gravity", "springs", "total"}]}.

)" + state_report_help({"v"}));
}

}  // namespace alembert::cli
