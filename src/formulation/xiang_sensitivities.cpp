// The sensitivities of the recursive Lagrangian: Xiang, Arora, Abdel-Malek 2008, section 4.3, on
// open, branched and cut chains (4.4).
//
//   paper          code           what
//   T, A … G, I    as in xiang.cpp
//   dT/dq …        dT, d2T, d3T   by the joint's own value
//   dA_i/dq_k      A_q  (21)      = dB_i/dq'_k (23) = dC_i/dq''_k (26)
//   dB_i/dq_k      B_q  (22)      half of dC_i/dq'_k (25)
//   dC_i/dq_k      C_q  (24)
//   dD_i/dq_k …    D_q, D_v, D_a  (27), (28), (29), by q_k, q'_k and q''_k
//   d2A_i/dq_idq_k dA_q
//   dE/dq, dF/dq   dE, dF         (30), (31): only in front of joint k
//   dtau/d…        dq, dv, da     (33), (34), (35)
//
// The paper runs over links and, within, over joints k, and stores a matrix for every pair. We take
// one column k at a time: forward through the links that joint k moves, back through them and on to
// the base, everything in O(n) memory. A column costs O(n) operations, and O(depth) for each load
// that joint k carries; all of them O(n^2), as dtau/dq has n^2 entries.
//
// Differences from the print (notes): in (23) and (26), k = i, stands dT_i/dq_i; three of the six
// recursions (21)-(26) repeat others, as said above, and are not run; several loads carry one F
// each (33); at a branch a child's D, E and F are multiplied by its T first (37b); z_0 belongs to
// frame i. Loads that turn with their link, which the paper does not have, add df/dq_k and dh/dq_k.
#include "alembert/formulation/xiang_sensitivities.hpp"

#include "alembert/link_transform.hpp"
#include "formulation/link_matrices.hpp"
#include "kernel/drives.hpp"

namespace alembert {

namespace {

template <typename S>
S trace(const Mat4<S>& a, const Mat4<S>& b) {
  return a.cwiseProduct(b.transpose()).sum();
}

/// f^T M F.
template <typename S>
S power(const Vec4<S>& f, const Mat4<S>& M, const Vec4<S>& F) {
  const Vec4<S> MF = M * F;
  return f.dot(MF);
}

/// A z_0: the joint's axis, if it turns.
template <typename S>
Vec4<S> axis(const ModelJoint& joint, const Mat4<S>& A) {
  return joint.motion == JointMotion::prismatic ? Vec4<S>(Vec4<S>::Zero()) : Vec4<S>(A.col(2));
}

template <typename S>
Vec4<S> direction(const Eigen::Vector3d& u) {
  return Eigen::Vector4d(u.x(), u.y(), u.z(), 0.0).template cast<S>();
}

}  // namespace

template <typename S>
XiangSensitivities<S>::XiangSensitivities(const Model& model)
    : model_(model),
      drives_(std::make_shared<Drives<S>>(model)),
      g_(direction<S>(model.base().linear().transpose() * model.gravity())),
      links_(model.joint_count()),
      moved_(links_.size()) {
  for (std::size_t i = 0; i < links_.size(); ++i) {
    const Eigen::Matrix4d I = homogeneous_second_moment(model.joints()[i].inertia);
    links_[i].I = I.cast<S>();
    links_[i].m_r = I.col(3).cast<S>();
  }
}

template <typename S>
void XiangSensitivities<S>::operator()(VecIn<S> q, VecIn<S> v, VecIn<S> a, Loads loads,
                                       VecOut<S> tau, MatOut<S> dtau_dq, MatOut<S> dtau_dv,
                                       MatOut<S> dtau_da) {
  [[maybe_unused]] const int n = model_.dofs();
  assert(have_size(n, q, v, a, tau) && have_shape(n, n, dtau_dq, dtau_dv, dtau_da));
  Result result{tau, dtau_dq, dtau_dv, dtau_da};
  tau.setZero();
  dtau_dq.setZero();
  dtau_dv.setZero();
  dtau_da.setZero();
  for (int i = 0; i < model_.joint_count(); ++i) move(i, q, v, a);
  torques(loads, result);
  for (int k = 0; k < model_.joint_count(); ++k) column(k, loads, result);
  add_drives(q, v, a, result);
}

/// (12), (13), (14), and the link's own terms of (17) and (18)
template <typename S>
void XiangSensitivities<S>::move(int i, VecIn<S> q, VecIn<S> v, VecIn<S> a) {
  const ModelJoint& joint = model_.joint(i);
  Link& link = links_[i];
  LinkTransform<S> X;
  {
    const NotCounted<S> harness;
    X.set(joint, joint_value<S>(joint, q));
    link.rate = joint_rate<S>(joint, v);
    link.acceleration = joint_rate<S>(joint, a);
  }
  const Mat3<S> R = X.rotation();
  link.T << R, X.origin(), S(0.0), S(0.0), S(0.0), S(1.0);
  link.dT.setZero();
  link.d2T.setZero();
  if (joint.motion != JointMotion::prismatic) {
    link.dT.template topLeftCorner<3, 2>() << R.col(1), -R.col(0);
    link.d2T.template topLeftCorner<3, 2>() << -R.col(0), -R.col(1);
  }
  link.d3T = -link.dT;
  if (joint.motion != JointMotion::revolute) {
    link.dT.template topRightCorner<3, 1>() = S(sliding(joint)) * R.col(2);
  }

  const S qd = link.rate, qdd = link.acceleration;
  if (joint.parent < 0) {  // A_0 = 1, B_0 = C_0 = 0
    link.A = link.T;
    link.dA = link.dT;
    link.B = link.dT * qd;
    link.C = link.d2T * (qd * qd) + link.dT * qdd;
  } else {
    const Link& parent = links_[joint.parent];
    link.A = parent.A * link.T;
    link.dA = parent.A * link.dT;
    link.B = parent.B * link.T + link.dA * qd;
    const Mat4<S> BdT = parent.B * link.dT, Ad2T = parent.A * link.d2T;
    link.C = parent.C * link.T + BdT * (S(2.0) * qd) + Ad2T * (qd * qd) + link.dA * qdd;
  }
  link.D = link.I * link.C.transpose();
  link.E = link.m_r;
}

/// (16) with (17) to (20)
template <typename S>
void XiangSensitivities<S>::torques(Loads loads, Result& result) {
  for (int i = model_.joint_count() - 1; i >= 0; --i) {
    const Link& link = links_[i];
    add(result.tau, i, trace(link.dA, link.D) - power(g_, link.dA, link.E));
    const int p = model_.joint(i).parent;
    if (p < 0) continue;
    Link& parent = links_[p];
    parent.D += link.T * link.D;
    parent.E += link.T * link.E;
  }
  for (const Load& load : loads) {
    const Push p = push(load);
    Vec4<S> F = p.r_f;
    for (int i = p.link; i >= 0; i = model_.joint(i).parent) {
      const Link& link = links_[i];
      add(result.tau, i, -power(p.f, link.dA, F) - p.h.dot(axis(model_.joint(i), link.A)));
      F = Vec4<S>(link.T * F);
    }
  }
}

template <typename S>
void XiangSensitivities<S>::column(int k, Loads loads, Result& result) {
  for (int i = 0; i < model_.joint_count(); ++i) {
    const int parent = model_.joint(i).parent;
    moved_[i].moved = i == k || (parent >= 0 && moved_[parent].moved);
    if (moved_[i].moved) differentiate_motion(i, k);
  }
  differentiate_behind(k, result);
  differentiate_before(k, result);
  for (const Load& load : loads) {
    const Push p = push(load);
    if (p.link >= 0 && moved_[p.link].moved) differentiate_load(k, p, result);
  }
}

/// (21), (22), (24), and the link's own terms of (27), (28), (29)
template <typename S>
void XiangSensitivities<S>::differentiate_motion(int i, int k) {
  const Link& link = links_[i];
  Moved& by = moved_[i];
  const S qd = link.rate, qdd = link.acceleration;
  const S twice_qd = S(2.0) * qd, qd_squared = qd * qd;
  const int p = model_.joint(i).parent;
  if (i != k) {
    const Moved& parent = moved_[p];
    by.A_q = parent.A_q * link.T;  // (21), k < i
    by.dA_q = parent.A_q * link.dT;
    by.B_q = parent.B_q * link.T + by.dA_q * qd;  // (22), k < i
    const Mat4<S> BdT = parent.B_q * link.dT, Ad2T = parent.A_q * link.d2T;
    by.C_q = parent.C_q * link.T + BdT * twice_qd + Ad2T * qd_squared + by.dA_q * qdd;  // (24)
  } else if (p >= 0) {
    const Link& parent = links_[p];
    by.A_q = link.dA;  // (21), k = i
    by.dA_q = parent.A * link.d2T;
    by.B_q = parent.B * link.dT + by.dA_q * qd;  // (22), k = i
    const Mat4<S> Bd2T = parent.B * link.d2T, Ad3T = parent.A * link.d3T;
    by.C_q = parent.C * link.dT + Bd2T * twice_qd + Ad3T * qd_squared + by.dA_q * qdd;  // (24)
  } else {  // A_0 = 1, B_0 = C_0 = 0
    by.A_q = link.dT;
    by.dA_q = link.d2T;
    by.B_q = link.d2T * qd;
    by.C_q = link.d3T * qd_squared + link.d2T * qdd;
  }
  by.D_q = link.I * by.C_q.transpose();
  by.D_v = link.I * (S(2.0) * by.B_q).transpose();  // (25) is twice (22)
  by.D_a = link.I * by.A_q.transpose();             // (26) is (21)
}

/// (27) to (29) and (33) to (35) for i >= k. There dE_i/dq_k = 0.
template <typename S>
void XiangSensitivities<S>::differentiate_behind(int k, Result& result) {
  for (int i = model_.joint_count() - 1; i >= k; --i) {
    const Moved& by = moved_[i];
    if (!by.moved) continue;
    const Link& link = links_[i];
    add(result.dq, i, k,
        trace(by.dA_q, link.D) + trace(link.dA, by.D_q) - power(g_, by.dA_q, link.E));  // (33)
    add(result.dv, i, k, trace(link.dA, by.D_v));                                       // (34)
    add(result.da, i, k, trace(link.dA, by.D_a));                                       // (35)
    if (i == k) continue;
    Moved& parent = moved_[model_.joint(i).parent];
    parent.D_q += link.T * by.D_q;
    parent.D_v += link.T * by.D_v;
    parent.D_a += link.T * by.D_a;
  }
}

/// (27) to (30) and (33) to (35) for i < k: the joints that carry joint k.
template <typename S>
void XiangSensitivities<S>::differentiate_before(int k, Result& result) {
  const Link& own = links_[k];
  const Moved& by = moved_[k];
  int i = model_.joint(k).parent;
  if (i < 0) return;
  Mat4<S> D_q = own.dT * own.D + own.T * by.D_q;  // (27), k = i + 1
  Mat4<S> D_v = own.T * by.D_v;
  Mat4<S> D_a = own.T * by.D_a;
  Vec4<S> dE = own.dT * own.E;  // (30), k = i + 1
  while (true) {
    const Link& link = links_[i];
    add(result.dq, i, k, trace(link.dA, D_q) - power(g_, link.dA, dE));  // (33)
    add(result.dv, i, k, trace(link.dA, D_v));                           // (34)
    add(result.da, i, k, trace(link.dA, D_a));                           // (35)
    i = model_.joint(i).parent;
    if (i < 0) return;
    D_q = Mat4<S>(link.T * D_q);  // (27), k > i + 1
    D_v = Mat4<S>(link.T * D_v);  // (28)
    D_a = Mat4<S>(link.T * D_a);  // (29)
    dE = Vec4<S>(link.T * dE);    // (30)
  }
}

/// The last two terms of (33), from the loaded link to the base; dG/dq = 0 (32) for a load that
/// stays as it is.
template <typename S>
void XiangSensitivities<S>::differentiate_load(int k, const Push& push, Result& result) const {
  Vec4<S> df = Vec4<S>::Zero(), dh = Vec4<S>::Zero();
  if (push.turns) {
    df = moved_[push.link].A_q * push.f_link;
    dh = moved_[push.link].A_q * push.h_link;
  }
  Vec4<S> F = push.r_f, dF = Vec4<S>::Zero();
  bool behind = true;  // i >= k
  for (int i = push.link; i >= 0; i = model_.joint(i).parent) {
    const ModelJoint& joint = model_.joint(i);
    const Link& link = links_[i];
    S entry(0.0);
    if (behind) {
      const Moved& by = moved_[i];
      entry = -power(push.f, by.dA_q, F) - push.h.dot(axis(joint, by.A_q));
      if (i == k) dF = link.dT * F;  // (31), k = i + 1
    } else {
      entry = -power(push.f, link.dA, dF);
      dF = Vec4<S>(link.T * dF);  // (31), k > i + 1
    }
    if (push.turns) entry -= power(df, link.dA, F) + dh.dot(axis(joint, link.A));
    add(result.dq, i, k, entry);
    behind = behind && i != k;
    F = Vec4<S>(link.T * F);  // (19)
  }
}

/// - dA_i F_i and - A_i z_0, the factors of f and h in (16)
template <typename S>
void XiangSensitivities<S>::by_load(FrameId frame, const Eigen::Vector3d& point, MatOut<S> dtau_df,
                                    MatOut<S> dtau_dh) const {
  const Push at = push({.frame = frame, .point = point});
  const Mat3<S> R_base = model_.base().linear().template cast<S>();
  dtau_df.setZero();
  dtau_dh.setZero();
  Vec4<S> F = at.r_f;
  for (int i = at.link; i >= 0; i = model_.joint(i).parent) {
    const ModelJoint& joint = model_.joint(i);
    const Link& link = links_[i];
    const Vec4<S> dAF = link.dA * F, z = axis(joint, link.A);
    const S ratio(joint.ratio);
    dtau_df.row(joint.coordinate) -= ratio * (R_base * dAF.template head<3>()).transpose();
    dtau_dh.row(joint.coordinate) -= ratio * (R_base * z.template head<3>()).transpose();
    F = Vec4<S>(link.T * F);
  }
}

template <typename S>
void XiangSensitivities<S>::add_drives(VecIn<S> q, VecIn<S> v, VecIn<S> a, Result& result) const {
  const NotCounted<S> harness;
  drives_->add(q, v, a, result.tau);
  drives_->add_derivatives(v, result.dq, result.dv, result.da);
}

template <typename S>
auto XiangSensitivities<S>::push(const Load& load) const -> Push {
  const NotCounted<S> harness;
  const ModelFrame& frame = model_.frame(load.frame);
  const Eigen::Vector3d r = frame.pose * load.point;
  Push push{frame.joint, load.axes == Load::Axes::frame, {}, {}, {}, {}, {}};
  push.r_f << r.cast<S>(), S(1.0);
  if (push.link < 0) return push;  // the ground takes it
  const Eigen::Matrix3d R =
      push.turns ? frame.pose.linear() : Eigen::Matrix3d(model_.base().linear().transpose());
  push.f = direction<S>(R * load.force);
  push.h = direction<S>(R * load.moment);
  if (push.turns) {
    push.f_link = push.f;
    push.h_link = push.h;
    push.f = links_[push.link].A * push.f_link;
    push.h = links_[push.link].A * push.h_link;
  }
  return push;
}

/// What joint i needs, as part of its coordinate's torque.
template <typename S>
void XiangSensitivities<S>::add(VecOut<S>& tau, int i, const S& force) const {
  const NotCounted<S> harness;
  tau[model_.joint(i).coordinate] += S(model_.joint(i).ratio) * force;
}

/// The derivative of joint i's torque by joint k's value, as one of coordinates.
template <typename S>
void XiangSensitivities<S>::add(MatOut<S>& matrix, int i, int k, const S& entry) const {
  const NotCounted<S> harness;
  const ModelJoint &row = model_.joint(i), &column = model_.joint(k);
  matrix(row.coordinate, column.coordinate) += S(row.ratio) * S(column.ratio) * entry;
}

template class XiangSensitivities<double>;
template class XiangSensitivities<OpCount>;

}  // namespace alembert
