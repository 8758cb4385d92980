#include "motion/near_pairs.hpp"

#include <algorithm>
#include <cmath>
#include <map>

#include "motion/transcribe.hpp"

namespace alembert {
namespace {

constexpr int many_pairs = 60;
/// m: a pair nearer than this at a node is held there …
constexpr double held_within = 0.1;
/// … if no other of the same two (link, obstacle) is nearer by more than this: it would be met
/// first.
constexpr double hidden = 0.03;
/// Segments: where a pair was passed it is held so far around.
constexpr double around_passed = 2.0;
/// m: nearer than this at a sample, it is looked at between samples.
constexpr double looked_at = 0.05;

/// What carries a pair: the first's link and the obstacle, or both links.
std::vector<std::pair<int, int>> carriers(const MotionProblem& problem) {
  const Clearance& clearance = problem.clearance;
  const auto joint = [&](std::size_t i) {
    return problem.model.frame(clearance.arm[i].frame).joint;
  };
  std::vector<std::pair<int, int>> out;
  for (std::size_t i = 0; i < clearance.arm.size(); ++i) {
    for (std::size_t k = 0; k < clearance.obstacles.size(); ++k) {
      out.emplace_back(joint(i), static_cast<int>(k));
    }
  }
  for (const auto& [i, j] : clearance.self_pairs) out.emplace_back(joint(i), -2 - joint(j));
  return out;
}

}  // namespace

bool has_many_pairs(const Task& task) {
  return std::count_if(limits_of(task).begin(), limits_of(task).end(), is_clearance) > many_pairs;
}

bool hold_near_pairs(MotionProgram& program, const Eigen::VectorXd& x) {
  if (!has_many_pairs(program.task())) return false;
  const MotionProblem& problem = program.task().problem();
  NearSolids solids(problem.model, problem.clearance);
  if (!solids.known()) return false;
  std::vector<PointLimit*> limits;
  for (PointLimit& limit : program.point_limits()) {
    if (is_clearance(limit)) limits.push_back(&limit);
  }
  const std::vector<std::pair<int, int>> of = carriers(problem);
  PlacedLinks links(problem.model);
  MotionPoint point(program.dofs(), 0);
  Eigen::VectorXd gaps(solids.pairs());
  const int last = program.grid().segments() - 1;
  for (const int node : checking_nodes(program, 0, last)) {
    // Where the ends are given there is nothing to hold.
    const double at = program.node_segment(node) + program.node_fraction(node);
    if ((at == 0.0 && problem.start.q) || (at == last + 1.0 && problem.goal.q)) continue;
    program.evaluate(x, program.node_segment(node), program.node_fraction(node), point);
    links.update(point.q());
    solids.place(links);
    solids.gaps(gaps);
    std::map<std::pair<int, int>, double> least;
    for (int k = 0; k < gaps.size(); ++k) {
      const auto [it, fresh] = least.try_emplace(of[k], gaps[k]);
      if (!fresh) it->second = std::min(it->second, gaps[k]);
    }
    for (int k = 0; k < gaps.size(); ++k) {
      if (gaps[k] > held_within || gaps[k] > least[of[k]] + hidden) continue;
      std::vector<int>& nodes = limits[k]->nodes;
      if (std::find(nodes.begin(), nodes.end(), node) == nodes.end()) nodes.push_back(node);
    }
  }
  program.finish();
  return true;
}

void hold_passed_pairs(MotionProgram& program, const Certificate& seen) {
  const std::vector<int> nodes = checking_nodes(program, 0, program.grid().segments() - 1);
  for (const Excess& peak : seen.peaks) {
    PointLimit& limit = program.point_limits()[peak.point_limit];
    if (!is_clearance(limit) || peak.violation <= 0.0) continue;
    for (const int node : nodes) {
      const double at = program.node_segment(node) + program.node_fraction(node);
      if (std::abs(at - peak.segment - peak.fraction) > around_passed || at == 0.0 ||
          at == program.grid().segments()) {
        continue;
      }
      if (std::find(limit.nodes.begin(), limit.nodes.end(), node) == limit.nodes.end()) {
        limit.nodes.push_back(node);
      }
    }
  }
}

NearPairs::NearPairs(const MotionProgram& program) {
  int count = 0;
  for (const PointLimit& limit : program.point_limits()) {
    pair_of_.push_back(is_clearance(limit) ? count++ : -1);
  }
  if (!has_many_pairs(program.task())) return;
  const MotionProblem& problem = program.task().problem();
  near_.emplace(problem.model, problem.clearance);
  if (!near_->known() || near_->pairs() != count) near_.reset();
  gaps_.resize(pairs());
  nearest_.resize(pairs());
}

void NearPairs::see(const PlacedLinks& links, int segment, double fraction) {
  near_->place(links);
  near_->gaps(gaps_);
  near_here_ = near_here_ || (gaps_.array() < looked_at);
  for (Eigen::Index k = 0; k < gaps_.size(); ++k) {
    Instant& nearest = nearest_[k];
    if (gaps_[k] < nearest.gap) nearest = {segment, fraction, gaps_[k]};
  }
}

}  // namespace alembert
