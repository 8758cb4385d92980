// Documents with something in every field, by the same description of the fields that writes and
// reads them.
#pragma once

#include <cmath>
#include <random>

#include "io/motion_fields.hpp"

namespace alembert::testing {

/// An archive that fills what it is shown.
class RandomArchive {
 public:
  static constexpr bool reading = true;
  static constexpr int joints = 3;
  explicit RandomArchive(unsigned seed) : random_(seed) {}

  io::ArchiveContext& context() { return context_; }
  int version() const { return 3; }
  template <typename T>
  void operator()(const char*, T&& value) {
    fill(value);
  }
  template <typename T>
  void unless_empty(const char*, T&& value) {
    fill(value);
  }
  template <typename T>
  void unless_equal(const char*, T& value, const T&) {
    fill(value);
  }
  void derived(const char*, const std::string&) {}

 private:
  int below(int count) { return static_cast<int>(random_() % static_cast<unsigned>(count)); }

  void fill(double& value) {
    value = std::ldexp(static_cast<double>(random_()) - 2e9, below(80) - 60);
  }
  void fill(bool& value) { value = below(2) == 1; }
  void fill(int& value) { value = below(1000) - 2; }
  void fill(long& value) { value = 4'000'000'000L + below(1000); }
  void fill(unsigned& value) { value = static_cast<unsigned>(random_()); }
  void fill(std::string& value) {
    static constexpr const char* parts[] = {"plain", "with \"quotes\"", "<b>ünï</b>", "a\\b ", "/"};
    value = parts[below(5)] + std::to_string(++names_);  // all different, as keys must be
  }
  template <io::Worded E>
  void fill(E& value) {
    value = static_cast<E>(below(static_cast<int>(words_of(value).size())));
  }
  void fill(FrameId& frame) { frame = below(4) == 0 ? FrameId() : FrameId(below(joints)); }
  void fill(std::pair<int, int>& pair) {
    fill(pair.first);
    fill(pair.second);
  }
  void fill(std::pair<std::string, double>& pair) {
    fill(pair.first);
    fill(pair.second);
  }
  template <typename T>
  void fill(std::optional<T>& value) {
    value.reset();
    if (below(2) == 1) fill(value.emplace());
  }
  template <typename T>
  void fill(std::vector<T>& values) {
    values.assign(joints, T());
    for (T& value : values) fill(value);
  }
  template <int R, int C>
  void fill(Eigen::Matrix<double, R, C>& m) {
    m.resize(R == Eigen::Dynamic ? joints : R, C == Eigen::Dynamic ? below(4) : C);
    for (double& x : m.reshaped()) fill(x);
  }
  template <typename T>
  void fill(io::Bounded<T>& bounds) {
    fill(bounds.value);
    if constexpr (std::is_same_v<T, double>) {
      if (below(2) == 1) bounds.value = bounds.none;
    } else {
      bounds.value[below(joints)] = bounds.none;
    }
  }
  void fill(io::ByJoint& numbers) { fill(numbers.values); }
  void fill(io::Units&) {}
  void fill(io::SplineParts&) {}  // its parts must fit each other
  template <typename T>
  requires requires(RandomArchive& a, T& x) { fields(a, x); }
  void fill(T& value) { fields(*this, value); }

  std::mt19937 random_;
  int names_ = 0;
  io::ArchiveContext context_ = {};
};

inline MotionDocument random_document(unsigned seed) {
  RandomArchive a(seed);
  MotionDocument d;
  io::MotionParts parts{.document = d, .spline = {.force_names = d.force_names}};
  fields(a, parts);
  const int degree = 2 + static_cast<int>(seed % 3), segments = 4;
  const Eigen::VectorXd knots = BSpline::clamped_knots(degree, segments, 0.1 + seed);
  const Eigen::Index count = segments + degree;
  if (seed % 2 == 0) {
    d.problem.cut_joints.clear();
    d.problem.contacts.clear();
  }
  // Forces are of cut joints and of contacts that touch in a segment, and are named after them.
  for (GroundContact& contact : d.problem.contacts) contact.components = {0, 2, 4};
  d.force_names = force_names(d.problem);
  d.solution.motion = {BSpline(degree, knots, Eigen::MatrixXd::Random(count, a.joints))};
  if (d.force_names.empty()) return d;
  const int first = 1 + static_cast<int>(seed % 2);  // segments of the first of two stages
  for (const auto& [from, own] : {std::pair{0, first}, {first, segments - first}}) {
    const auto forces = static_cast<Eigen::Index>(force_names(d.problem, from, segments).size());
    d.solution.motion.forces.emplace_back(degree, knots.segment(from, own + 2 * degree + 1),
                                          Eigen::MatrixXd::Random(own + degree, forces));
  }
  return d;
}

}  // namespace alembert::testing
