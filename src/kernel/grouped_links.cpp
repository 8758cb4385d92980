#include "kernel/grouped_links.hpp"

namespace alembert {

GroupedLinks::GroupedLinks(const RegroupedModel& model)
    : groups_(model),
      constants_(index(groups_.count())),
      frames_(constants_.size()),
      ends_(groups_.runs().size()) {
  std::vector<double> masses;
  for (const RegroupedJoint& joint : model.joints) {
    joints_.emplace_back(joint);
    masses.push_back(joint.m);
    heavy_ |= joint.m != 0.0;
  }
  for (std::size_t j = masses.size(); j-- > 0;) {
    if (joints_[j].parent >= 0) masses[index(joints_[j].parent)] += masses[j];
  }
  for (int g = 0; g < groups_.count(); ++g) {
    const auto [first, count] = groups_.group(g);
    Constants& c = constants_[index(g)];
    for (int lane = 0; lane < count; ++lane) {
      const RegroupedJoint& j = model.joints[index(first + lane)];
      c.revolute &= j.motion == JointMotion::revolute;
      const bool prismatic = j.motion == JointMotion::prismatic;
      const std::pair<Across*, double> numbers[] = {
          {&c.turns, prismatic ? 0.0 : 1.0},
          {&c.slides, prismatic                          ? 1.0
                      : j.motion == JointMotion::helical ? j.pitch
                                                         : 0.0},
          {&c.own.m, j.m},
          {&c.own.hx, j.h.x()},
          {&c.own.hy, j.h.y()},
          {&c.own.hz, j.h.z()},
          {&c.own.Jxx, j.J(0, 0)},
          {&c.own.Jyy, j.J(1, 1)},
          {&c.own.Jzz, j.J(2, 2)},
          {&c.own.Jxy, j.J(0, 1)},
          {&c.own.Jxz, j.J(0, 2)},
          {&c.own.Jyz, j.J(1, 2)},
          {&c.mass, masses[index(first + lane)]}};
      for (const auto& [across, value] : numbers) across->of[lane] = value;
    }
  }
}

}  // namespace alembert
