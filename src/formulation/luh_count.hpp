// What the steps of Luh, Walker and Paul cost as printed, for the published reading of a count.
//
// The paper turns a vector by a dense 3x3 matrix (9 multiplications, 6 additions) and keeps its
// frames at the distal end of the link, so that the axis z of joint i has three components in frame
// i and p* + r* is a sum. 125 n - 38 and 105 n - 40 for n revolute joints.
#pragma once

#include "alembert/model.hpp"
#include "alembert/op_count.hpp"

namespace alembert::luh {

struct Step {
  long mul, add;
};

/// w, w' and p'' of a link. At the base w = z q', w' = z q'' and nothing is turned but gravity.
inline Step motion(const ModelJoint& joint) {
  const bool at_base = joint.parent < 0;
  if (joint.motion == JointMotion::revolute) {
    return at_base ? Step{3 + 3 + 27, 0 + 0 + 21} : Step{9 + 11 + 27, 7 + 9 + 21};
  }
  return at_base ? Step{9, 7} : Step{9 + 9 + 37, 6 + 6 + 28};
}

/// r'', F, N, and the link's own part of n: (p* + r*) x F + N.
inline constexpr Step inertia_force{18 + 3 + 24 + 6, 15 + 0 + 18 + 9};

/// f and n of the next link turned, p* x f, and the sums; the last link has none.
inline constexpr Step transmission{9 + 9 + 6, 9 + 15};

/// z . n or z . f
inline constexpr Step projection{3, 2};

/// While it lives, the published count is that of the step.
template <typename S>
class Published : public PublishedAs<S> {
 public:
  explicit Published(Step step) : PublishedAs<S>(step.mul, step.add) {}
};

}  // namespace alembert::luh
