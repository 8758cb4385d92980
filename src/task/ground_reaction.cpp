#include <Eigen/Geometry>

#include "alembert/contact_forces.hpp"

namespace alembert {

const ContactForce* GroundReaction::find(const std::string& name) const {
  for (const std::vector<ContactForce>* forces : {&contacts, &bodies}) {
    for (const ContactForce& force : *forces) {
      if (force.name == name) return &force;
    }
  }
  return nullptr;
}

Eigen::Vector3d GroundReaction::force() const {
  Eigen::Vector3d sum = Eigen::Vector3d::Zero();
  for (const ContactForce& contact : contacts) sum += contact.force;
  return sum;
}

Eigen::Vector3d GroundReaction::moment_about(const Eigen::Vector3d& point) const {
  Eigen::Vector3d sum = Eigen::Vector3d::Zero();
  for (const ContactForce& contact : contacts) {
    sum += contact.moment + (contact.origin - point).cross(contact.force);
  }
  return sum;
}

}  // namespace alembert
