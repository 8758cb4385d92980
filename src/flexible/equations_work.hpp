// What FlexibleEquations work on, for any scalar; its passes have a file each.
//
// Symbols (Book 1983; all matrices lose his first row [1 0 0 0], C and G his factor 1/2):
//   W     pose of a body, 3x4, columns [1 x y z]           (3)
//   E     motion of an attachment, H + sum d M + …         (5)
//   D_k   C_k + sum_l d_l C_lk + sum_l d_l Z_kl            (36)
//   G     int h h^T                                        (37), second order kept
//   Q     what a body and all beyond it ask of its frame   (88), accelerations included
//   F     G of a body and all beyond it, in its frame      (79)
// A coordinate t that moves its body by dW = W X adds the column Y = F X^T W^T to J: Y is carried
// down to the base (78), and every coordinate on the way reads its entry Tr(W X Y) (66)-(75).
// Gravity is an acceleration of the base, so it needs no recursion (89), (90) of its own.
// Cost: Q and F linear in the bodies; J quadratic in the coordinates, as there are entries.
#pragma once

#include <vector>

#include "alembert/flexible_equations.hpp"
#include "flexible/attachment_motion.hpp"

namespace alembert {

template <typename S>
struct FlexibleEquations<S>::Constants {
  struct Entry {
    int k, l, row, column;
    S value;
  };
  struct Link {
    flexible::Mat4<S> C;
    Vec3<S> p;
    S pitch;
    std::vector<Entry> C_k, C_kl, Z_kl;
    std::vector<std::vector<Entry>> M, N;  ///< of each attachment
    std::vector<S> x;                      ///< of each attachment
    MatX<S> stiffness, damping;
  };
  std::vector<Link> links;

  static std::vector<Entry> entries(const std::vector<ModeEntry>& from) {
    std::vector<Entry> made;
    for (const ModeEntry& e : from) made.push_back({e.k, e.l, e.row, e.column, S(e.value)});
    return made;
  }

  explicit Constants(const FlexibleModel& model) {
    for (const FlexibleBody& body : model.bodies) {
      Link link{body.C.cast<S>(),
                body.p.cast<S>(),
                S(body.pitch),
                entries(body.integrals.C_k),
                entries(body.integrals.C_kl),
                entries(body.integrals.Z_kl),
                {},
                {},
                {},
                body.integrals.stiffness.template cast<S>(),
                body.integrals.damping.template cast<S>()};
      for (const Attachment& at : body.attachments) {
        link.M.push_back(entries(at.M));
        link.N.push_back(entries(at.N));
        link.x.push_back(S(at.x));
      }
      links.push_back(std::move(link));
    }
  }
};

template <typename S>
struct FlexibleEquations<S>::Work {
  using Mat34 = flexible::Mat34<S>;
  using Mat43 = flexible::Mat43<S>;
  using Mat4 = flexible::Mat4<S>;
  using Rotation = flexible::Rotation<S>;
  using Link = typename Constants::Link;
  using Entry = typename Constants::Entry;

  struct Body {
    Rotation a, alpha, joint, d, e;
    Mat34 W, Wd, Wdd;  ///< of the body
    Mat34 WJ;          ///< of its joint's frame, before the last constant turns
    S travel{};        ///< along z
    bool travel_used = false;
    Mat4 G, F;
    Mat43 Q;
    std::vector<Mat43> D;
    std::vector<flexible::Motion<S>> places;
  };

  FlexibleModel model;
  Constants constants;
  std::vector<Body> bodies;
  std::vector<FlexibleLoad> loads;
  Mat34 base;
  Vec3<S> base_acceleration;
  bool skew;                            ///< without stiffening the turns of E are skew-symmetric
  std::vector<std::vector<char>> hung;  ///< by body and attachment: is its motion needed?
  MatX<S> J;
  VecX<S> R, rhs;

  explicit Work(const FlexibleModel& from) : model(from), constants(from), skew(!from.stiffening) {
    const std::size_t n = model.bodies.size();
    bodies.resize(n);
    hung.resize(n);
    for (std::size_t b = 0; b < n; ++b) {
      const FlexibleBody& body = model.bodies[b];
      Body& work = bodies[b];
      work.a = flexible::rotation<S>(body.a);
      work.alpha = flexible::rotation<S>(body.alpha);
      work.joint = flexible::rotation<S>(body.offset);
      work.d = flexible::rotation<S>(body.d);
      work.e = flexible::rotation<S>(body.e);
      work.D.resize(body.modes);
      work.places.resize(body.attachments.size());
      hung[b].assign(body.attachments.size(), 0);
      for (auto& place : work.places) place.M.resize(body.modes);
      if (body.attachment >= 0) hung[body.parent][body.attachment] = 1;
    }
    const Eigen::Isometry3d& at = model.base;
    base << at.translation().cast<S>(), at.linear().cast<S>();
    base_acceleration = (-model.gravity).cast<S>();
    J.resize(model.size(), model.size());
    R.resize(model.size());
    rhs.resize(model.size());
  }

  // Forward: poses, rates and accelerations (equations_motion.hpp).
  void place_body(std::size_t b, VecIn<S> z, VecIn<S> v, const VecX<S>* acc, bool rates);
  void set_joint(std::size_t b, const S& q);
  void add_joint_rates(const FlexibleBody& body, const Link& link, Body& w, const S& qd,
                       const S* qdd, bool on_base);
  void step_to_joint(std::size_t b, Mat34& W) const;
  void bend(std::size_t b, VecIn<S> z, VecIn<S> v, const VecX<S>* acc, bool rates);
  template <typename D>
  void add_second_order(const Link& link, Body& w, const D& d, Mat43& first);
  void move_place(std::size_t b, std::size_t i, VecIn<S> z, VecIn<S> v, const VecX<S>* acc,
                  bool rates);
  void sweep(VecIn<S> z, VecIn<S> v, const VecX<S>* acc, bool rates);

  // Backward: forces (equations_forces.hpp).
  void to_joint(std::size_t b, Mat43& Y) const;
  void to_parent(std::size_t b, Mat43& Y) const;
  S read_joint(std::size_t b, const Mat43& Y) const;
  S read_mode(std::size_t b, int i, int k, const Mat43& YW) const;
  static Mat43 times_linear(const Mat43& Y, const Mat34& W);
  void gather(VecIn<S> v, const VecX<S>* acc, VecOut<S> forces);
  void start_forces(std::size_t b, VecIn<S> v, const VecX<S>* acc, VecOut<S> forces);
  void add_load(const FlexibleLoad& load);
  void add_elasticity(VecIn<S> z, VecIn<S> v, const VecX<S>* acc, VecOut<S> forces);

  // Inertia (equations_inertia.hpp).
  void inertia(MatOut<S> out);
  static void set(MatOut<S> out, int i, int j, const S& value);
  void add_raised(const flexible::Motion<S>& at, Mat4& F);
  void pass_inertia(std::size_t b, Mat4 F);
  static void shift(Mat4& F, int axis, const S& by);
  void inertia_of_joint(std::size_t b, const Mat4& F, MatOut<S> out);
  void inertia_of_modes(std::size_t b, MatOut<S> out);
  Mat43 times_mode(std::size_t b, int i, int k) const;
  void climb(std::size_t b, int t, Mat43 Y, MatOut<S> out);

  // Of the motion of the last sweep (equations_calls.hpp).
  S kinetic(VecIn<S> v);
};

}  // namespace alembert
