// The recursion of Luh, Walker and Paul as printed, run and counted: what luh_count.hpp says that
// its steps cost. Frame i lies at the far end of link i, on the axis of joint i + 1, so that the
// axis of joint i is z in frame i - 1 and has three components in frame i.
#include <gtest/gtest.h>

#include <vector>

#include "alembert/inverse_dynamics.hpp"
#include "support/compare.hpp"
#include "support/operation_count.hpp"

namespace alembert::test::luh_count_test {

using Vector = Vec3<OpCount>;
using Matrix = Mat3<OpCount>;

class PrintedLuh {
 public:
  /// For a chain of turning joints.
  explicit PrintedLuh(const Model& model) : model_(model) {
    const int n = model.joint_count();
    for (int i = 0; i < n; ++i) {
      Eigen::Isometry3d far = Eigen::Isometry3d::Identity();  // frame i in the link's canonical one
      if (i + 1 < n) far = at_zero(model.joint(i + 1));
      const Inertia& body = model.joint(i).inertia;
      Link link;
      const Eigen::Matrix3d R = far.linear();
      link.R = R;
      link.p = (R.transpose() * far.translation()).cast<OpCount>();
      link.r = (R.transpose() * (body.com - far.translation())).cast<OpCount>();
      link.I = (R.transpose() * body.about_com * R).cast<OpCount>();
      link.m = body.mass;
      links_.push_back(link);
    }
  }

  Eigen::VectorXd operator()(const Eigen::VectorXd& q, const Eigen::VectorXd& v,
                             const Eigen::VectorXd& a) {
    const auto n = static_cast<int>(links_.size());
    set_frames(q);
    OpCount::reset();
    for (int i = 0; i < n; ++i) forward(i, v[i], a[i]);
    Vector f, moment;
    Eigen::VectorXd tau(n);
    for (int i = n - 1; i >= 0; --i) {
      const Link& link = links_[static_cast<std::size_t>(i)];
      const Vector arm = link.p + link.r;
      Vector own = link.N + arm.cross(link.F);
      if (i + 1 < n) {
        const Matrix& A = links_[static_cast<std::size_t>(i) + 1].A;
        const Vector carried = A * f, turned = A * moment;
        own = Vector(own + turned + link.p.cross(carried));
        f = carried + link.F;
      } else {
        f = link.F;
      }
      moment = own;
      tau[i] = Vector(link.A.row(2)).dot(moment).value();
    }
    return tau;
  }

 private:
  struct Link {
    Eigen::Matrix3d R;  // frame i in the link's canonical frame
    Matrix A;           // frame i in frame i - 1
    Vector p, r;        // from origin i - 1 to i, from there to the mass centre, in frame i
    Matrix I;
    OpCount m;
    Vector w, wd, pdd, F, N;
  };

  static Eigen::Isometry3d at_zero(const ModelJoint& joint) {
    LinkTransform<double> X;
    X.set(joint, 0.0);
    Eigen::Isometry3d pose = Eigen::Isometry3d::Identity();
    pose.linear() = X.rotation();
    pose.translation() = X.origin();
    return pose;
  }

  void set_frames(const Eigen::VectorXd& q) {
    for (std::size_t i = 0; i < links_.size(); ++i) {
      const Eigen::AngleAxisd turn(q[static_cast<int>(i)], Eigen::Vector3d::UnitZ());
      links_[i].A = (turn.toRotationMatrix() * links_[i].R).cast<OpCount>();
    }
    const Eigen::Vector3d up = -(model_.base().linear().transpose() * model_.gravity());
    up_ = (at_zero(model_.joint(0)).linear().transpose() * up).cast<OpCount>();
  }

  void forward(int i, OpCount rate, OpCount acceleration) {
    Link& link = links_[static_cast<std::size_t>(i)];
    const auto turn = [&](const Vector& u) { return Vector(link.A.transpose() * u); };
    if (i == 0) {
      const Vector z = link.A.row(2);
      link.w = z * rate;
      link.wd = z * acceleration;
      link.pdd = turn(up_);
    } else {
      const Link& before = links_[static_cast<std::size_t>(i) - 1];
      Vector w = before.w, wd = before.wd;
      wd.x() += w.y() * rate;
      wd.y() -= w.x() * rate;
      wd.z() += acceleration;
      w.z() += rate;
      link.w = turn(w);
      link.wd = turn(wd);
      link.pdd = turn(before.pdd);
    }
    const auto field = [&](const Vector& u) {
      return Vector(link.wd.cross(u) + link.w.cross(Vector(link.w.cross(u))));
    };
    link.pdd = Vector(link.pdd + field(link.p));
    const Vector rdd = link.pdd + field(link.r);
    link.F = link.m * rdd;
    const Vector Iw = link.I * link.w;
    link.N = Vector(link.I * link.wd) + link.w.cross(Iw);
  }

  Model model_;
  Vector up_;
  std::vector<Link> links_;
};

TEST(PrintedLuh, RunsToTheCountThatItsStepsAreSaidToHave) {
  for (int n = 2; n <= 8; ++n) {
    const Model model = general_chain(n);
    Random random(static_cast<unsigned>(n));
    const Eigen::VectorXd q = random.values(n), v = random.values(n), a = random.values(n);
    PrintedLuh luh(model);
    const Eigen::VectorXd tau = luh(q, v, a);
    const Tally counted = OpCount::executed();
    Eigen::VectorXd expected(n);
    InverseDynamics{model}(q, v, a, expected);
    EXPECT_LE(relative_difference(tau, expected), 1e-12) << n << " joints";
    for (const char* formulation : {"newton_euler", "silver"}) {
      const Tally published = count_operations(formulation, model).published;
      EXPECT_EQ(published.mul, counted.mul) << formulation << ", " << n << " joints";
      EXPECT_EQ(published.add, counted.add) << formulation << ", " << n << " joints";
    }
  }
}

}  // namespace alembert::test::luh_count_test
