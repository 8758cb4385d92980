// What touches the world as it is said: does it make sense?
#include <algorithm>

#include "alembert/standing.hpp"
#include "require.hpp"
#include "task/footing_patch.hpp"
#include "task/found_places.hpp"

namespace alembert {
namespace {

void check_edges(const Footing& footing) {
  const int corners = static_cast<int>(footing.corners.size());
  for (const Footing::Edge& edge : footing.edges) {
    require(edge.from >= 0 && edge.from < corners && edge.to >= 0 && edge.to < corners &&
                edge.from != edge.to,
            footing, "edge '" + edge.name + "' does not lie between two of its corners",
            "give two numbers of corners, from 0 on");
  }
}

void check_phases(const Footing& footing) {
  require(!footing.phases.empty(), footing, "it never touches", "say when it does");
  double last = 0.0;
  for (const Footing::Phase& phase : footing.phases) {
    require(phase.edge < static_cast<int>(footing.edges.size()), footing,
            "it rolls about an edge that it has not", "name one of its edges");
    require(
        phase.during.from >= last && phase.during.to >= phase.during.from && phase.during.to <= 1.0,
        footing, "its phases of touching overlap, or end before they begin",
        "give them in order, 0 <= from <= to <= 1");
    last = phase.during.to;
  }
}

/// Of no area, not flat, a friction that is none.
void check_patches(const Footing& footing) {
  for (const Footing::Phase& phase : footing.phases) {
    try {
      wrench_cone(patch_of(footing, phase, contact_pose(footing, phase.edge)));
    } catch (const Error& error) {
      refuse(footing, error.reason(), error.fix());
    }
  }
}

/// Is one body held at two places at once? Where one ends and the other begins it is not.
bool overlap(const Footing& a, const Footing& b) {
  for (const Footing::Phase& one : a.phases) {
    for (const Footing::Phase& other : b.phases) {
      const double from = std::max(one.during.from, other.during.from);
      const double to = std::min(one.during.to, other.during.to);
      if (from < to) return true;
    }
  }
  return false;
}

}  // namespace

void refuse(const Footing& footing, const std::string& reason, const std::string& fix) {
  throw Error(Error::Code::value, "contact '" + footing.name + "': " + reason, fix);
}

void check_footing(const Footing& footing) {
  require(footing.corners.size() >= 3, footing,
          "its patch has " + std::to_string(footing.corners.size()) + " corners",
          "give three or more, that have an area between them");
  require(!footing.pivots || footing.edges.empty(), footing,
          "it turns freely, and has edges to roll about", "leave one of them out");
  std::string axes = footing.angles;
  std::sort(axes.begin(), axes.end());
  require(axes == "xyz", footing, "its angles are '" + footing.angles + "'",
          "give x, y and z in the order that it turns about them: zxy, for example");
  check_edges(footing);
  check_phases(footing);
  check_free_axes(footing);
  check_patches(footing);
}

void check_footings(const std::vector<Footing>& footings) {
  require(!footings.empty(), "a robot that stands touches nothing", "give it a contact");
  for (std::size_t k = 0; k < footings.size(); ++k) {
    check_footing(footings[k]);
    for (std::size_t i = 0; i < k; ++i) {
      if (footings[i].frame != footings[k].frame || !overlap(footings[i], footings[k])) continue;
      refuse(footings[k],
             "'" + footings[k].frame + "' touches as '" + footings[i].name + "' at the same time",
             "end one where the other begins, or give one contact several `ways`");
    }
  }
}

}  // namespace alembert
