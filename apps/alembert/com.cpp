// alembert com: the centre of mass of the whole robot.
#include "alembert/center_of_mass.hpp"
#include "matrix_text.hpp"
#include "state_report.hpp"
#include "verb.hpp"

namespace alembert::cli {

namespace {

struct ComArguments {
  StateReportOptions report;
  bool jacobian = false;
};

std::string com_text(const CenterOfMass& centre) {
  Table table({"", right("x"), right("y"), right("z")});
  const auto row = [&](const char* name, const Eigen::Vector3d& u) {
    const double scale = std::max(1.0, u.cwiseAbs().maxCoeff());
    table.row({name, significant(u[0], scale), significant(u[1], scale), significant(u[2], scale)});
  };
  row("position [m]", centre.position());
  row("velocity [m/s]", centre.velocity());
  return fmt::format("mass {} kg\n{}", significant(centre.mass()), table.text());
}

Exit com(const ComArguments& options) {
  const Model model = load(options.report.robot).model;
  auto centre = std::make_shared<CenterOfMass>(model);
  StateReport report;
  report.quantities = {"v"};
  report.columns = {"com.x [m]",    "com.y [m]",    "com.z [m]",
                    "com.vx [m/s]", "com.vy [m/s]", "com.vz [m/s]"};
  report.units = {{"mass", "kg"}, {"position", "m"}, {"velocity", "m/s"}};
  report.row = [centre](const State& at, std::vector<double>& row) {
    centre->update(at.q, at.v);
    for (const double x : centre->position()) row.push_back(x);
    for (const double x : centre->velocity()) row.push_back(x);
  };
  report.json = [centre, &options](const State& at, const std::vector<int>& order) {
    centre->update(at.q, at.v);
    Json sample = {{"mass", centre->mass()},
                   {"position", json_vector(centre->position())},
                   {"velocity", json_vector(centre->velocity())}};
    if (options.jacobian) sample["jacobian"] = json_matrix(centre->jacobian()(Eigen::all, order));
    return sample;
  };
  report.text = [centre, &model, &options](const State& at, const std::vector<int>& order) {
    centre->update(at.q, at.v);
    std::string text = com_text(*centre);
    if (options.jacobian) {
      text += "\nJacobian, world components\n" +
              jacobian_text(model, order, {"vx [m/s]", "vy [m/s]", "vz [m/s]"},
                            centre->jacobian()(Eigen::all, order));
    }
    return text;
  };
  return run_state_report(options.report, model, report);
}

}  // namespace

void add_com(Command& command) {
  auto& options = command.does(com);
  add_robot_options(command, options.report.robot);
  command.flag("--jacobian", options.jacobian, "also the 3 x n Jacobian: its velocity by v");
  add_state_report_options(command, options.report, {"v"});
  command.footer(R"(EXAMPLES
  alembert com arm.urdf --q 0.1,0.2,0.3
  alembert com arm.urdf --q 0.1,0.2,0.3 --v 1,0,0 --jacobian --json
  alembert com arm.urdf --trajectory motion.csv

World components; mass in kg. Everything that has mass counts, payloads and what is welded to the
base too.
--json gives {"samples": [{"mass", "position": [x, y, z], "velocity": [x, y, z], "jacobian": 3xn}]}.

)" + state_report_help({"v"}));
}

}  // namespace alembert::cli
