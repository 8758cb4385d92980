#include "alembert/contact_drift.hpp"

#include <algorithm>
#include <cmath>

#include "task/ground.hpp"

namespace alembert {
namespace {

/// Rows of a gap that are lengths: they come before cosines.
int lengths(const GroundContact& contact) {
  const std::vector<int> held = held_components(contact);
  return static_cast<int>(
      std::count_if(held.begin(), held.end(), [](int component) { return component < 3; }));
}

bool is_drift(const LimitSubject& of, const GroundContact& contact) {
  return of.kind == LimitKind::closure && of.place == LimitPlace::throughout &&
         of.name == contact.name && of.row < lengths(contact);
}

}  // namespace

std::vector<ContactDrift> contact_drifts(const MotionRequest& problem,
                                         const MotionCertificate& certificate) {
  std::vector<ContactDrift> drifts;
  for (const GroundContact& contact : problem.contacts) {
    const bool told = std::any_of(drifts.begin(), drifts.end(), [&](const ContactDrift& other) {
      return other.name == contact.name;
    });
    if (contact.carries || told || contact.during.from == contact.during.to) continue;
    ContactDrift drift{.name = contact.name, .enclosed = certificate.proof.has_value()};
    if (certificate.proof) {
      for (const LimitProof& limit : certificate.proof->limits) {
        if (is_drift(limit.worst.of, contact)) drift.most = std::max(drift.most, limit.bound);
      }
    } else {
      for (const LimitNote& note : certificate.limits) {
        if (is_drift(note.of, contact)) drift.most = std::max(drift.most, std::abs(note.value));
      }
    }
    drifts.push_back(std::move(drift));
  }
  return drifts;
}

}  // namespace alembert
