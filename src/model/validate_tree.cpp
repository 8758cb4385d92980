#include <algorithm>
#include <unordered_map>

#include "model/phrase.hpp"
#include "model/validate_parts.hpp"
#include "require.hpp"

namespace alembert {

namespace {

using phrase::quoted;

template <typename T>
std::unordered_map<std::string_view, std::size_t> index_by_name(const std::vector<T>& items) {
  std::unordered_map<std::string_view, std::size_t> index;
  for (std::size_t i = 0; i < items.size(); ++i) index.emplace(items[i].name, i);
  return index;
}

using LinkIndex = std::unordered_map<std::string_view, std::size_t>;

void validate_ends(const Robot& robot, const LinkIndex& links, const Joint& joint) {
  const Location where = best_place(robot, joint.where);
  const auto check = [&](const char* end, const std::string& link) {
    if (links.contains(link)) return;
    const std::string named = link.empty() ? std::string(" names no ") + end + " link"
                                           : std::string(" has ") + end + " link " + quoted(link) +
                                                 ", which does not exist";
    throw Error(Error::Code::name, where, "joint " + quoted(joint.name) + named,
                phrase::did_you_mean(link, phrase::names_of(robot.links)));
  };
  check("parent", joint.parent);
  check("child", joint.child);
  require(joint.parent != joint.child, where,
          "joint " + quoted(joint.name) + " connects link " + quoted(joint.child) + " to itself",
          "name two different links as parent and child", Error::Code::robot);
}

/// By link: the joint that carries it, or nullptr for roots.
std::vector<const Joint*> joints_above(const Robot& robot, const LinkIndex& links) {
  std::vector<const Joint*> above(robot.links.size(), nullptr);
  for (const Joint& joint : robot.joints) {
    validate_ends(robot, links, joint);
    const Joint*& carrier = above[links.at(joint.child)];
    if (carrier != nullptr) {
      throw Error(Error::Code::robot, best_place(robot, joint.where),
                  "link " + quoted(joint.child) + " is the child of two joints, " +
                      quoted(carrier->name) + " and " + quoted(joint.name) +
                      ": a closed loop is not a tree",
                  "cut the loop: leave one of the two joints out (or end it on a link of its own)");
    }
    carrier = &joint;
  }
  return above;
}

/// Throws naming the joints met when going up from `start`, which is known to lead into a cycle.
[[noreturn]] void throw_cycle(const Robot& robot, const LinkIndex& links,
                              const std::vector<const Joint*>& above, std::size_t start) {
  std::size_t link = start;
  for (std::size_t step = 0; step < robot.links.size(); ++step) {
    link = links.at(above[link]->parent);
  }
  std::vector<std::string> names;
  const Joint* first = nullptr;
  for (const std::size_t entry = link; names.empty() || link != entry;) {
    const Joint* joint = above[link];
    names.push_back(joint->name);
    if (first == nullptr || joint->where.line < first->where.line) first = joint;
    link = links.at(joint->parent);
  }
  std::reverse(names.begin(), names.end());
  throw Error(Error::Code::robot, best_place(robot, first->where),
              "joints " + phrase::list(names) + " form a loop that hangs from nothing",
              "cut the loop, so that every link leads back to the base");
}

void validate_single_root(const Robot& robot, const LinkIndex& links,
                          const std::vector<const Joint*>& above) {
  std::vector<std::string> roots;
  const Link* stray = nullptr;
  for (std::size_t i = 0; i < robot.links.size(); ++i) {
    if (above[i] != nullptr) continue;
    const Link& link = robot.links[i];
    const bool is_first_root = roots.empty();
    roots.push_back(link.name);
    if (robot.base.empty() ? !is_first_root : link.name != robot.base) {
      if (stray == nullptr) stray = &link;
    }
  }
  if (roots.empty()) throw_cycle(robot, links, above, 0);
  if (roots.size() > 1) {
    throw Error(Error::Code::robot, best_place(robot, stray->where),
                "robot has " + std::to_string(roots.size()) + " roots, links " +
                    phrase::list(roots) + ": no joint carries them",
                "attach all but one with a joint (type fixed if it does not move), or remove them");
  }
  if (robot.base == roots.front()) return;
  const bool exists = links.contains(robot.base);
  throw Error(Error::Code::robot,
              best_place(robot, exists ? above[links.at(robot.base)]->where : Location{}),
              robot.base.empty() ? std::string("robot names no base link")
              : exists           ? "base link " + quoted(robot.base) + " is carried by joint " +
                             quoted(above[links.at(robot.base)]->name)
                       : "base link " + quoted(robot.base) + " does not exist",
              "name the root link, " + quoted(roots.front()) + ", as the base");
}

void validate_reach(const Robot& robot, const LinkIndex& links,
                    const std::vector<const Joint*>& above) {
  // Each link is visited once: a walk up stops at any link an earlier walk has cleared.
  std::vector<std::size_t> walk_of(robot.links.size(), 0);
  for (std::size_t start = 0; start < robot.links.size(); ++start) {
    const std::size_t walk = start + 1;
    for (std::size_t link = start; walk_of[link] == 0 || walk_of[link] == walk;) {
      if (walk_of[link] == walk) throw_cycle(robot, links, above, start);
      walk_of[link] = walk;
      if (above[link] == nullptr) break;
      link = links.at(above[link]->parent);
    }
  }
}

const Joint& followed_joint(const Robot& robot,
                            const std::unordered_map<std::string_view, std::size_t>& joints,
                            const Joint& joint) {
  const Location where = best_place(robot, joint.mimic->where, joint.where);
  const std::string& name = joint.mimic->joint;
  const auto found = joints.find(name);
  if (found == joints.end()) {
    std::vector<std::string> others;
    for (const Joint& other : robot.joints) {
      if (&other != &joint && has_one_degree(other.type)) others.push_back(other.name);
    }
    throw Error(
        Error::Code::name, where,
        "joint " + quoted(joint.name) + " follows joint " + quoted(name) + ", which does not exist",
        phrase::did_you_mean(name, others));
  }
  const Joint& leader = robot.joints[found->second];
  require(&leader != &joint, where, "joint " + quoted(joint.name) + " follows itself",
          "name another joint to follow, or remove the mimic", Error::Code::robot);
  require(has_one_degree(leader.type), where,
          "joint " + quoted(joint.name) + " follows " + to_string(leader.type) + " joint " +
              quoted(leader.name) + ", which has not one degree of freedom",
          "follow a revolute, continuous, prismatic or helical joint", Error::Code::robot);
  return leader;
}

}  // namespace

void validate_tree(const Robot& robot) {
  const LinkIndex links = index_by_name(robot.links);
  const std::vector<const Joint*> above = joints_above(robot, links);
  validate_single_root(robot, links, above);
  validate_reach(robot, links, above);
}

void validate_mimics(const Robot& robot) {
  const auto joints = index_by_name(robot.joints);
  std::vector<const Joint*> leader(robot.joints.size(), nullptr);
  for (std::size_t j = 0; j < robot.joints.size(); ++j) {
    if (robot.joints[j].mimic) leader[j] = &followed_joint(robot, joints, robot.joints[j]);
  }
  std::vector<std::size_t> walk_of(robot.joints.size(), 0);
  for (std::size_t start = 0; start < robot.joints.size(); ++start) {
    std::vector<std::string> chain;
    for (std::size_t j = start; walk_of[j] == 0 || walk_of[j] == start + 1;) {
      const Joint& joint = robot.joints[j];
      if (walk_of[j] == start + 1) {
        chain.erase(chain.begin(), std::find(chain.begin(), chain.end(), joint.name));
        throw Error(Error::Code::robot, best_place(robot, joint.mimic->where, joint.where),
                    "joints " + phrase::list(chain) + " follow each other in a circle",
                    "let one of them move by itself: remove its mimic");
      }
      walk_of[j] = start + 1;
      chain.push_back(joint.name);
      if (leader[j] == nullptr) break;
      j = static_cast<std::size_t>(leader[j] - robot.joints.data());
    }
  }
}

}  // namespace alembert
