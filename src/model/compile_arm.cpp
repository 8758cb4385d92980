#include "alembert/arm.hpp"
#include "alembert/flexible_link.hpp"

namespace alembert {

namespace {

std::vector<ArmKind>& arm_kinds() {
  static std::vector<ArmKind> kinds;
  return kinds;
}

}  // namespace

bool add_arm_kind(const ArmKind& kind) {
  arm_kinds().push_back(kind);
  return true;
}

Model compile_arm(const Robot& robot, const CompileOptions& options) {
  for (const ArmKind& kind : arm_kinds()) {
    if (kind.is_asked(robot)) return kind.compile(robot, options);
  }
  for (const Link& link : robot.links) {
    if (!link.flexible) continue;
    throw Error(Error::Code::unsupported, link.flexible->where,
                "link '" + link.name + "' bends, and arms that bend are not part of this program",
                "link it with alembert::flexible (docs/install.md); or take rigidified(), "
                "`alembert convert --rigid`, for the same arm with stiff links");
  }
  return compile(robot, options);
}

}  // namespace alembert
