// What the ground does to a robot, for the page: footprints, forces and centres of pressure.
#include <algorithm>
#include <limits>

#include "report/ground_parts.hpp"
#include "report/page_parts.hpp"

namespace alembert::report {

namespace {

PageJson corners_json(const std::vector<Eigen::Vector3d>& corners, const Eigen::Isometry3d& pose) {
  return json_list(corners,
                   [&](const Eigen::Vector3d& corner) { return vector_json(pose * corner); });
}

Eigen::Vector3d shift_of_phase(const PageMotion& motion, const Footing& footing,
                               const Footing::Phase& phase) {
  for (const GroundContact& contact : motion.document.problem.contacts) {
    if (contact.name == footing.name && contact.during == phase.during) {
      return shift_of(motion.document, contact);
    }
  }
  return Eigen::Vector3d::Zero();
}

/// Where soles come down, in the world: each place once.
PageJson soles_json(const PageMotion& motion, const Footing& footing) {
  PageJson list = PageJson::array();
  for (const Footing::Phase& phase : footing.phases) {
    const Eigen::Vector3d moved = phase.moved + shift_of_phase(motion, footing, phase);
    PageJson sole = corners_json(footing.corners, Eigen::Translation3d(moved) * footing.place);
    if (std::find(list.begin(), list.end(), sole) == list.end()) list.push_back(std::move(sole));
    if (phase.slides.isZero(0.0)) continue;
    list.push_back(corners_json(footing.corners,
                                Eigen::Translation3d(phase.moved + phase.slides) * footing.place));
  }
  return list;
}

/// What carries, and when: fractions of the segments.
PageJson patches_json(const PageMotion& motion, const std::string& name) {
  PageJson list = PageJson::array();
  for (const GroundContact& contact : motion.document.problem.contacts) {
    if (contact.name != name || contact.slides != 0.0) continue;
    const Eigen::Isometry3d place = Eigen::Translation3d(shift_of(motion.document, contact)) *
                                    motion.model.base() * motion.model.frame(contact.place).pose;
    list.push_back({{"corners", corners_json(contact.patch.corners, place)},
                    {"from", contact.during.from},
                    {"to", contact.during.to}});
  }
  return list;
}

/// Three numbers a sample; no numbers where there is no point.
template <typename PointOf>
PageJson points_json(const std::vector<MotionSample>& samples, PointOf point_of) {
  constexpr double none = std::numeric_limits<double>::quiet_NaN();
  std::vector<double> values;
  for (const MotionSample& sample : samples) {
    const std::optional<Eigen::Vector3d> point = point_of(sample.ground);
    for (int k = 0; k < 3; ++k) values.push_back(point ? (*point)[k] : none);
  }
  return packed(values, true);
}

PageJson contact_json(const MotionDocument& document, const std::string& name, PageJson soles,
                      PageJson patches) {
  using Point = std::optional<Eigen::Vector3d>;
  const auto force = [&](const GroundReaction& ground) -> Point {
    const ContactForce* now = ground.find(name);
    return now ? Point(now->force) : std::nullopt;
  };
  const auto pressure = [&](const GroundReaction& ground) -> Point {
    const ContactForce* now = ground.find(name);
    return now ? now->pressure : std::nullopt;
  };
  return {{"name", name},
          {"soles", std::move(soles)},
          {"patches", std::move(patches)},
          {"force", points_json(document.samples, force)},
          {"pressure", points_json(document.samples, pressure)}};
}

}  // namespace

PageJson ground_json(const PageMotion& motion) {
  const MotionDocument& document = motion.document;
  PageJson contacts = PageJson::array();
  for (const Footing& footing : document.problem.footings) {
    contacts.push_back(contact_json(document, footing.name, soles_json(motion, footing),
                                    patches_json(motion, footing.name)));
  }
  for (const PushedBody& body : document.problem.bodies) {
    PageJson pushed = contact_json(document, body.name, PageJson::array(), PageJson::array());
    pushed["pushed"] = true;
    contacts.push_back(std::move(pushed));
  }
  return {{"weight", document.weight},
          {"contacts", contacts},
          {"zero_moment_point", points_json(document.samples, [](const GroundReaction& ground) {
             return ground.zero_moment_point;
           })}};
}

}  // namespace alembert::report
