#include <fmt/format.h>

#include <utility>

#include "code_names.hpp"
#include "io/mjcf/model.hpp"

namespace alembert::mjcf {

namespace {

using Severity = Finding::Severity;

class Report {
 public:
  Report(const mjModel& model, const Source& source) : m_(model), file_{source.file, 0} {}

  std::vector<Finding> write() {
    tendons();
    actuators();
    medium();
    switches();
    contacts();
    bystanders();
    return std::move(findings_);
  }

 private:
  void add(Severity severity, std::string reason, std::string fix) {
    findings_.push_back({severity, file_, std::move(reason), std::move(fix)});
  }

  void tendons() {
    if (m_.ntendon == 0) return;
    bool acts = false;
    for (int i = 0; i < m_.ntendon; ++i) {
      acts = acts || m_.tendon_stiffness[i] != 0.0 || m_.tendon_damping[i] != 0.0 ||
             m_.tendon_frictionloss[i] != 0.0;
    }
    const std::string what = counted(m_.ntendon, "tendon");
    if (acts) {
      add(Severity::error, what + " left out: torques lack the stiffness, damping or friction",
          "write springs and damping at the joints instead");
    } else {
      add(Severity::note, what + " left out", "nothing to do if they only guide or actuate");
    }
  }

  void actuators() {
    if (m_.nu == 0) return;
    add(Severity::note,
        counted(m_.nu, "actuator") + " left out, but for force ranges, which limit the effort",
        "nothing to do: torques are those at the joints");
  }

  void medium() {
    if (m_.opt.density == 0.0 && m_.opt.viscosity == 0.0) return;
    add(Severity::error, "the medium's density and viscosity are left out: torques lack its drag",
        "remove density and viscosity from <option>");
  }

  void switches() {
    const std::pair<int, const char*> flags[] = {{mjDSBL_CONSTRAINT, "constraint"},
                                                 {mjDSBL_EQUALITY, "equality"},
                                                 {mjDSBL_FRICTIONLOSS, "frictionloss"},
                                                 {mjDSBL_LIMIT, "limit"},
                                                 {mjDSBL_PASSIVE, "passive"}};
    for (const auto& [bit, name] : flags) {
      if ((m_.opt.disableflags & bit) == 0) continue;
      add(Severity::warning,
          fmt::format("<flag {}=\"disable\"> is left out: what it disables is read all the same",
                      name),
          "remove what the flag disables from the file");
    }
  }

  void contacts() {
    const auto collides = [&](int g) { return m_.geom_contype[g] || m_.geom_conaffinity[g]; };
    int colliding = 0;
    for (int g = 0; g < m_.ngeom; ++g) colliding += collides(g) ? 1 : 0;
    if (m_.npair == 0 && colliding < 2) return;
    add(Severity::note, "contacts are left out", "give contact forces as loads where they matter");
  }

  void bystanders() {
    std::string list;
    const std::pair<int, const char*> kinds[] = {{m_.nsensor, "sensor"},
                                                 {m_.nkey, "keyframe"},
                                                 {m_.nskin, "skin"},
                                                 {m_.nmocap, "mocap body's motion"}};
    for (const auto& [count, noun] : kinds) {
      if (count > 0) list += (list.empty() ? "" : ", ") + counted(count, noun);
    }
    if (!list.empty())
      add(Severity::note, list + " left out", "nothing to do: torques are the same");
  }

  const mjModel& m_;
  Location file_;
  std::vector<Finding> findings_;
};

}  // namespace

std::vector<Finding> left_out(const mjModel& model, const Source& source) {
  return Report(model, source).write();
}

}  // namespace alembert::mjcf
