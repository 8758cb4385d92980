#include "model/following.hpp"

namespace alembert {

Following following(const Robot& robot, const Joint& joint) {
  Following place{&joint};
  while (place.leader->mimic) {
    const Mimic& mimic = *place.leader->mimic;
    place.offset += place.ratio * mimic.offset;
    place.ratio *= mimic.ratio;
    place.leader = robot.find_joint(mimic.joint);
  }
  return place;
}

}  // namespace alembert
