// Book 1983 (B). What is computed: J and R of J z'' = R (82).
//
// paper            code            shape  meaning
// Lambda_j, U, U2  A, U, U2        4x4    joint transformation and its derivatives by q_j
// E_j, M_jk        E, M[k]         4x4    link transformation, its derivative by d_jk
// W_j, W^_j        W, What         4x4    base to the near, to the far end of link j
// W''_v            Wv, Whatv       4x4    second derivatives without q'' and d''
// C, C_k, C_kl     C, C_k, C_kl    4x4    constants of a link (30), (28), (25)
// D_k, G           D[k], G         4x4    (36), (37)
// jF~_h, jF_h, jPhi_h              4x4    sums over the links beyond, by recursion
//
// Where we differ from the print (papers/NOTES.md): (9), (14), (64), (70), (75), (78)-(81) and (86)
// corrected; W_j is kept on both sides in (72), (73), since it is not orthogonal once E has
// small angles; G has its term of second order, without which J becomes indefinite.
// Every A_j may also slide: U and U2 are all that the paper asks of a joint.
// Cost: kinematics, Q, P linear in the links; F~ and J quadratic.
#include <cmath>

#include "alembert/book_equations.hpp"
#include "alembert/error.hpp"
#include "alembert/op_count.hpp"
#include "require.hpp"

namespace alembert {

namespace {

template <typename M4>
M4 turned(const Turn& turn, int axis) {
  using S = typename M4::Scalar;
  M4 m = M4::Identity();
  const int i = axis == 0 ? 2 : 1, j = i + 1;
  m(i, i) = m(j, j) = S(turn.cosine);
  m(i, j) = S(-turn.sine);
  m(j, i) = S(turn.sine);
  return m;
}

/// Tr{A B^T}: only the products on the diagonal.
template <typename M4>
typename M4::Scalar trace_of(const M4& A, const M4& B) {
  typename M4::Scalar sum(0.0);
  for (int i = 0; i < 4; ++i) {
    for (int k = 0; k < 4; ++k) sum += A(i, k) * B(i, k);
  }
  return sum;
}

}  // namespace

template <typename S>
BookEquations<S>::BookEquations(const FlexibleModel& model)
    : model_(model), n_(static_cast<int>(model.bodies.size())) {
  for (int j = 0; j < n_; ++j) {
    const FlexibleBody& body = model.bodies[j];
    require(body.parent == j - 1 && body.coordinate >= 0 && !model.stiffening,
            "Book's recursions are for serial arms without geometric stiffening",
            "use FlexibleEquations, or compile with stiffening off", Error::Code::unsupported);
  }
  links_.resize(n_);
  for (const FlexibleBody& body : model.bodies) {
    const auto m = static_cast<std::size_t>(body.modes);
    Constants c;
    c.C = (0.5 * body.C).cast<S>();
    c.Mr = body.C.col(0).cast<S>();
    c.C_k.assign(m, Mat4::Zero());
    c.C_kl.assign(m * m, Mat4::Zero());
    for (const ModeEntry& e : body.integrals.C_k) {
      c.C_k[e.k](e.row, e.column + 1) = S(0.5 * e.value);
    }
    for (const ModeEntry& e : body.integrals.C_kl) {
      c.C_kl[e.k * m + e.l](e.row + 1, e.column + 1) = S(0.5 * e.value);
    }
    for (const Mat4& C_k : c.C_k) {
      c.epsilon.push_back(C_k.row(0).transpose() + C_k.row(0).transpose());  // (52)
    }
    constants_.push_back(std::move(c));
  }
  for (Link& link : links_) {
    const std::size_t m = constants_[&link - links_.data()].C_k.size();
    link.M.assign(m, Mat4::Zero());
    link.D.assign(m, Mat4::Zero());
  }
  for (int j = 0; j + 1 < n_; ++j) {
    if (!flexible(j)) continue;
    const auto& at = model.bodies[j].attachments[model.bodies[j + 1].attachment];
    for (const ModeEntry& e : at.M) links_[j].M[e.k](e.row + 1, e.column) = S(e.value);
  }
  F_tilde_.assign(n_ * n_, Mat4::Zero());
  F_ = Phi_ = F_tilde_;
  base_.setIdentity();
  base_.template block<3, 1>(1, 0) = model.base.translation().cast<S>();
  base_.template block<3, 3>(1, 1) = model.base.linear().cast<S>();
  gravity_ << S(0.0), model.gravity.cast<S>();
}

template <typename S>
void BookEquations<S>::kinematics(VecIn<S> z, VecIn<S> v) {
  using std::cos, std::sin;
  for (int j = 0; j < n_; ++j) {
    const FlexibleBody& body = model_.bodies[j];
    Link& l = links_[j];
    const Constants& c = constants_[j];
    const S q = z[body.coordinate], qdot = v[body.coordinate];
    {
      const NotPublished<S> joint_matrices;  // A, U and U2 from q: no paper counts them
      Mat4 before = Mat4::Identity(), joint = before, by_q = Mat4::Zero(), by_q2 = by_q;
      before.template block<3, 1>(1, 0) = body.p.cast<S>();
      before = before * turned<Mat4>(body.a, 2) * turned<Mat4>(body.alpha, 0) *
               turned<Mat4>(body.offset, 2);
      const Mat4 after = turned<Mat4>(body.d, 0) * turned<Mat4>(body.e, 2);
      if (body.turns) {
        const S co = cos(q), si = sin(q);
        joint.template block<2, 2>(1, 1) << co, -si, si, co;
        by_q.template block<2, 2>(1, 1) << -si, -co, co, -si;
        by_q2.template block<2, 2>(1, 1) << -co, si, -si, -co;
      }
      joint(3, 0) = S(body.pitch) * q;
      by_q(3, 0) = S(body.pitch);
      l.A = before * joint * after;
      l.U = before * by_q * after;
      l.U2 = before * by_q2 * after;
    }
    const Mat4 none = Mat4::Zero();
    const Link* const last = j > 0 ? &links_[j - 1] : nullptr;
    const Mat4& What = last ? last->What : base_;
    const Mat4& Whatdot = last ? last->Whatdot : none;
    const Mat4& Whatv = last ? last->Whatv : none;
    l.W = What * l.A;                              // (3)
    l.Wdot = Whatdot * l.A + What * (qdot * l.U);  // (9), (11)
    l.Wv = Whatv * l.A + Whatdot * ((qdot + qdot) * l.U) + What * ((qdot * qdot) * l.U2);  // (64)
    l.E = Mat4::Identity();
    l.Edot.setZero();
    l.G = c.C;
    if (j + 1 < n_ && body.modes > 0) {
      l.E(1, 0) = S(body.attachments[model_.bodies[j + 1].attachment].x);  // (6)
    }
    const auto m = static_cast<std::size_t>(body.modes);
    for (std::size_t k = 0; k < m; ++k) {
      const S& d = z[body.first_mode + static_cast<int>(k)];
      l.E += d * l.M[k];                                            // (5)
      l.Edot += v[body.first_mode + static_cast<int>(k)] * l.M[k];  // (16)
      l.D[k] = c.C_k[k];
      for (std::size_t i = 0; i < m; ++i) {
        l.D[k] += z[body.first_mode + static_cast<int>(i)] * c.C_kl[i * m + k];  // (36)
      }
      l.G += d * (l.D[k] + c.C_k[k].transpose());  // (37), with its second order
    }
    l.What = l.W * l.E;                                 // (13)
    l.Whatdot = l.Wdot * l.E + l.W * l.Edot;            // (14)
    l.Whatv = l.Wv * l.E + S(2.0) * (l.Wdot * l.Edot);  // (65)
  }
}

template <typename S>
typename BookEquations<S>::Mat4 BookEquations<S>::W_tilde(int j, int h) const {
  Mat4 W = Mat4::Identity();
  for (int i = j; i < h; ++i) W = W * links_[i].E * links_[i + 1].A;
  return W;
}

template <typename S>
void BookEquations<S>::inertia_recursions() {
  for (int h = n_ - 1; h >= 0; --h) {
    const auto at = [this](int i) -> const Link& { return links_[i]; };
    if (h == n_ - 1) {
      F_tilde_[index(h, h)] = at(h).G;  // (77)
    } else {
      const Mat4 EA = at(h).E * at(h + 1).A;
      F_tilde_[index(h, h)] = at(h).G + F_tilde_[index(h, h + 1)] * EA.transpose();  // (79)
    }
    for (int j = h - 1; j >= 0; --j) {
      F_tilde_[index(j, h)] = at(j).E * at(j + 1).A * F_tilde_[index(j + 1, h)];  // (78)
    }
    for (int j = 0; j < h; ++j) F_tilde_[index(h, j)] = F_tilde_[index(j, h)].transpose();
  }
  for (int h = 0; h + 1 < n_; ++h) {
    if (!flexible(h)) continue;
    const Mat4& A = links_[h + 1].A;
    for (int j = 0; j < n_; ++j) {
      F_[index(j, h)] = F_tilde_[index(j, h + 1)] * A.transpose();  // (80)
    }
    for (int j = 0; j + 1 < n_; ++j) {
      if (!flexible(j)) continue;
      Phi_[index(j, h)] = links_[j + 1].A * F_[index(j + 1, h)];  // (81)
    }
  }
}

template <typename S>
void BookEquations<S>::assemble_inertia(MatOut<S> J) const {
  const auto body = [this](int i) -> const FlexibleBody& { return model_.bodies[i]; };
  const auto link = [this](int i) -> const Link& { return links_[i]; };
  const auto set = [&](int row, int column, const S& half) {
    J(row, column) = J(column, row) = half + half;
  };
  for (int j = 0; j < n_; ++j) {
    const Mat4 WU = (j > 0 ? link(j - 1).What : base_) * link(j).U;
    for (int h = 0; h < n_; ++h) {
      if (h >= j) {
        const Mat4 WU_h = (h > 0 ? link(h - 1).What : base_) * link(h).U;
        set(body(j).coordinate, body(h).coordinate,
            trace_of<Mat4>(WU * F_tilde(j, h), WU_h));  // (66)
      }
      for (int k = 0; k < modes(h); ++k) {
        Mat4 inner = Mat4::Zero();
        if (h + 1 < n_) inner = F(j, h) * link(h).M[k].transpose();
        if (h >= j) inner += W_tilde(j, h) * link(h).D[k];
        set(body(j).coordinate, body(h).first_mode + k,
            trace_of<Mat4>(WU * inner, link(h).W));  // (68), (69), (70)
      }
    }
    for (int f = 0; f < modes(j); ++f) {
      for (int k = 0; k <= f; ++k) {
        const Mat4& C = constants_[j].C_kl[k * modes(j) + f];
        Mat4 inner = C;
        if (j + 1 < n_) inner += link(j).M[f] * Phi(j, j) * link(j).M[k].transpose();
        set(body(j).first_mode + f, body(j).first_mode + k,
            trace_of<Mat4>(link(j).W * inner, link(j).W));  // (72), (73)
      }
      for (int h = j + 1; h < n_; ++h) {
        const Mat4 WM = link(j).W * link(j).M[f];
        // jW_h of (62) begins with A_{j+1} instead of E_j A_{j+1}.
        const Mat4 bar = link(j + 1).A * W_tilde(j + 1, h);
        for (int k = 0; k < modes(h); ++k) {
          Mat4 inner = bar * link(h).D[k];
          if (h + 1 < n_) inner += Phi(j, h) * link(h).M[k].transpose();
          set(body(j).first_mode + f, body(h).first_mode + k,
              trace_of<Mat4>(WM * inner, link(h).W));  // (74), (75)
        }
      }
    }
  }
}

template <typename S>
void BookEquations<S>::remainder(VecIn<S> z, VecIn<S> v, VecOut<S> R) {
  for (int j = n_ - 1; j >= 0; --j) {
    const FlexibleBody& body = model_.bodies[j];
    const Constants& c = constants_[j];
    Link& l = links_[j];
    const Link* const next = j + 1 < n_ ? &links_[j + 1] : nullptr;
    const auto m = static_cast<std::size_t>(body.modes);
    l.Q = l.G * l.Wv.transpose();
    l.P = c.Mr;
    Mat4 moving = Mat4::Zero();
    for (std::size_t k = 0; k < m; ++k) {
      moving += v[body.first_mode + static_cast<int>(k)] * l.D[k];
      l.P += z[body.first_mode + static_cast<int>(k)] * c.epsilon[k];
    }
    if (m > 0) l.Q += S(2.0) * (moving * l.Wdot.transpose());
    if (next) {
      const Mat4 EA = l.E * next->A;
      l.Q += EA * next->Q;  // (88)
      l.P += EA * next->P;  // (90)
    }
    const Mat4 WU = (j > 0 ? links_[j - 1].What : base_) * l.U;
    R[body.coordinate] =
        gravity_.dot(WU * l.P) - S(2.0) * trace_of<Mat4>(WU, l.Q.transpose());  // (83), (84)
    for (std::size_t f = 0; f < m; ++f) {
      Mat4 turning = Mat4::Zero();
      for (std::size_t k = 0; k < m; ++k) {
        turning += v[body.first_mode + static_cast<int>(k)] * c.C_kl[k * m + f];
      }
      S sum = trace_of<Mat4>(l.Wv * l.D[f] + S(2.0) * (l.Wdot * turning), l.W);
      S weight = gravity_.dot(l.W * c.epsilon[f]);
      if (next) {
        const Mat4 WMA = l.W * l.M[f] * next->A;
        sum += trace_of<Mat4>(WMA, next->Q.transpose());
        weight += gravity_.dot(WMA * next->P);
      }
      S elastic(0.0);
      for (std::size_t k = 0; k < m; ++k) {
        elastic += z[body.first_mode + static_cast<int>(k)] *
                   S(body.integrals.stiffness(static_cast<int>(k), static_cast<int>(f)));
      }
      R[body.first_mode + static_cast<int>(f)] = weight - elastic - S(2.0) * sum;  // (85), (86)
    }
  }
}

template <typename S>
void BookEquations<S>::simulation_form(VecIn<S> z, VecIn<S> v, MatOut<S> J, VecOut<S> R) {
  kinematics(z, v);
  inertia_recursions();
  assemble_inertia(J);
  remainder(z, v, R);
}

template class BookEquations<double>;
template class BookEquations<OpCount>;

}  // namespace alembert
