#include "kernel/grouped_links.hpp"

namespace ALEMBERT_OF_REGISTERS {

GroupedLinks::GroupedLinks(const RegroupedModel& model)
    : groups_(model),
      constants_(groups_.count()),
      frames_(constants_.size()),
      ends_(groups_.runs().size()) {
  std::vector<double> masses;
  for (const RegroupedJoint& joint : model.joints) {
    joints_.emplace_back(joint);
    masses.push_back(joint.m);
    heavy_ |= joint.m != 0.0;
  }
  for (std::size_t j = masses.size(); j-- > 0;) {
    if (joints_[j].parent >= 0) masses[joints_[j].parent] += masses[j];
  }
  for (int g = 0; g < groups_.count(); ++g) {
    const auto [first, count] = groups_.group(g);
    Constants& c = constants_[g];
    for (int lane = 0; lane < count; ++lane) {
      const RegroupedJoint& j = model.joints[first + lane];
      c.revolute &= j.motion == JointMotion::revolute;
      const bool prismatic = j.motion == JointMotion::prismatic;
      c.turns.of[lane] = prismatic ? 0.0 : 1.0;
      c.slides.of[lane] = prismatic ? 1.0 : j.motion == JointMotion::helical ? j.pitch : 0.0;
      c.mass.of[lane] = masses[first + lane];
      put(LinkNumbers<double>::of(j), lane, c.own);
    }
  }
}

}  // namespace ALEMBERT_OF_REGISTERS
