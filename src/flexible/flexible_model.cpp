// compile_flexible(): links and joints to bodies in frames with few numbers that are not zero.
#include "alembert/flexible_model.hpp"

#include <algorithm>
#include <cmath>

#include "alembert/doctor.hpp"
#include "flexible/integrals.hpp"
#include "flexible/shapes.hpp"
#include "model/link_tree.hpp"
#include "model/phrase.hpp"
#include "model/validate_parts.hpp"
#include "require.hpp"

namespace alembert {

namespace {

using Eigen::Isometry3d;
using Eigen::Matrix3d;
using Eigen::Vector3d;
using phrase::quoted;

/// Exact where the angle is a whole number of quarters to rounding.
Turn turn(double angle) {
  Turn made{std::cos(angle), std::sin(angle)};
  const auto snap = [](double& x) {
    if (std::abs(x) < 1e-14) x = 0.0;
    if (std::abs(std::abs(x) - 1.0) < 1e-14) x = std::copysign(1.0, x);
  };
  snap(made.cosine);
  snap(made.sine);
  return made;
}

struct EulerZxz {
  double a = 0.0, alpha = 0.0, b = 0.0;
};

/// R = Rz(a) Rx(alpha) Rz(b).
EulerZxz euler(const Matrix3d& R) {
  const double sine = std::hypot(R(0, 2), R(1, 2));
  if (sine < 1e-14) {  // axes in line: one angle does
    return {0.0, R(2, 2) < 0.0 ? M_PI : 0.0, std::atan2(-R(0, 1), R(0, 0))};
  }
  return {std::atan2(R(0, 2), -R(1, 2)), std::atan2(sine, R(2, 2)), std::atan2(R(2, 0), R(2, 1))};
}

Matrix3d about_z(double angle) {
  return Eigen::AngleAxisd(angle, Vector3d::UnitZ()).toRotationMatrix();
}

/// z of the joint's own frame along its axis.
Matrix3d aligned(const Vector3d& axis) {
  if (axis.z() > 1.0 - 1e-15) return Matrix3d::Identity();
  if (axis.z() < -1.0 + 1e-12) return Eigen::AngleAxisd(M_PI, Vector3d::UnitX()).toRotationMatrix();
  return Eigen::Quaterniond::FromTwoVectors(Vector3d::UnitZ(), axis).toRotationMatrix();
}

class Compiler {
 public:
  Compiler(const Robot& robot, const FlexibleOptions& options)
      : robot_(robot), options_(options), tree_(robot) {}

  FlexibleModel compile() {
    model_.name = robot_.name;
    model_.gravity = options_.gravity.value_or(robot_.gravity);
    model_.base = robot_.base_pose;
    model_.stiffening = options_.stiffening;
    places_.resize(robot_.links.size());
    for (const int link : tree_.order) place(link);
    add_joints_coordinates();
    add_named_places();
    for (const Payload& payload : robot_.payloads) carry(payload);
    for (std::size_t b = 0; b < model_.bodies.size(); ++b) make_shapes(b);
    for (std::size_t b = 0; b < model_.bodies.size(); ++b) finish(b);
    return std::move(model_);
  }

 private:
  struct Place {
    int body = -1;
    Isometry3d pose = Isometry3d::Identity();  ///< of the link in the body
  };
  /// What a body is made of until its constants are integrated.
  struct Parts {
    const FlexibleLink* flexible = nullptr;
    Location where;
    Inertia rigid;
    std::vector<flexible::Rider> riders;
    std::vector<double> corners;
    std::vector<double> attached;  ///< x of every attachment
    double turned = 0.0;           ///< rigid: about z, so that the first child's `a` is none
    bool turned_set = false;
  };

  Location where(const Joint& joint) const { return best_place(robot_, joint.where); }

  void place(int link) {
    const Link& description = robot_.links[link];
    const int j = tree_.joint_above[link];
    if (j < 0) {
      if (description.flexible) {
        throw Error(Error::Code::unsupported, description.flexible->where,
                    "the base " + quoted(description.name) + " bends", "let it hang from a joint");
      }
      return;  // welded to the world: its inertia moves nothing
    }
    const Joint& joint = robot_.joints[j];
    require(has_one_degree(joint.type) || joint.type == JointType::fixed, where(joint),
            "joint " + quoted(joint.name) + " is " + to_string(joint.type) +
                ", which arms that bend do not know",
            "write it as joints of one degree with massless links between them",
            Error::Code::unsupported);
    const Place parent = places_[tree_.parent[link]];
    const bool on_rigid = parent.body < 0 || parts_[parent.body].flexible == nullptr;
    if (joint.type == JointType::fixed && on_rigid && !description.flexible) {
      places_[link] = {parent.body, parent.pose * joint.origin * joint.tip};
      if (parent.body >= 0 && description.inertia) {
        Inertia& all = parts_[parent.body].rigid;
        all = combined(all, transformed(places_[link].pose, *description.inertia));
      }
      return;
    }
    places_[link] = add_body(description, joint, parent);
  }

  Place add_body(const Link& link, const Joint& joint, const Place& parent) {
    FlexibleBody body;
    body.name = link.name;
    body.parent = parent.body;
    const bool fixed = joint.type == JointType::fixed;
    body.turns = !fixed && joint.type != JointType::prismatic;
    body.pitch = joint.type == JointType::prismatic ? 1.0 : joint.pitch;
    const Matrix3d axis = fixed ? Matrix3d::Identity() : aligned(joint.axis);
    Isometry3d pre = parent.pose * joint.origin;
    pre.linear() = pre.linear() * axis;
    if (parent.body >= 0 && parts_[parent.body].flexible) {
      body.attachment = attachment(parent.body, pre.translation().x());
      pre.translation().x() = 0.0;
    }
    EulerZxz before = euler(pre.linear());
    if (parent.body >= 0 && !parts_[parent.body].flexible && !parts_[parent.body].turned_set) {
      turn_frame(parent.body, before.a);
      pre = Isometry3d(about_z(-before.a)) * pre;
      before.a = 0.0;
    }
    body.p = pre.translation();
    for (double& x : body.p) {
      if (std::abs(x) < 1e-15) x = 0.0;
    }
    Isometry3d post = Isometry3d(axis.transpose()) * joint.tip;
    Parts parts;
    parts.where = best_place(robot_, link.where);
    Place at{static_cast<int>(model_.bodies.size()), post};
    double offset = before.b;
    if (link.flexible) {
      require(post.translation().norm() <= 1e-12, link.flexible->where,
              "link " + quoted(link.name) + " bends, but its frame is not at its joint",
              "write the joint with `origin` and `axis`, or as dh-modified: x runs along the "
              "link from the joint",
              Error::Code::unsupported);
      const EulerZxz after = euler(post.linear());
      offset += after.a;
      body.d = turn(after.alpha);
      body.e = turn(after.b);
      at.pose = Isometry3d::Identity();
      parts.flexible = link.flexible.get();
      parts.where = link.flexible->where;
      body.length = link.flexible->length;
    }
    body.a = turn(before.a);
    body.alpha = turn(before.alpha);
    body.offset = turn(offset);
    if (link.inertia) parts.rigid = transformed(at.pose, *link.inertia);
    if (link.flexible && link.flexible->tip_mass + link.flexible->tip_inertia.sum() > 0.0) {
      Inertia tip;
      tip.mass = link.flexible->tip_mass;
      tip.about_com = link.flexible->tip_inertia.asDiagonal();
      parts.riders.push_back({link.flexible->length, flexible::moments_of(tip)});
    }
    joint_of_.push_back(&joint);
    parts_.push_back(parts);
    model_.bodies.push_back(std::move(body));
    return at;
  }

  /// A rigid body's frame is turned about its joint's axis; everything on it with it.
  void turn_frame(int b, double angle) {
    parts_[b].turned_set = true;
    FlexibleBody& body = model_.bodies[b];
    const double before = std::atan2(body.offset.sine, body.offset.cosine);
    body.offset = turn(before + angle);
    const Isometry3d back(about_z(-angle));
    parts_[b].rigid = transformed(back, parts_[b].rigid);
    for (Place& place : places_) {
      if (place.body == b) place.pose = back * place.pose;
    }
  }

  int attachment(int b, double x) {
    Parts& parts = parts_[b];
    const FlexibleLink& link = *parts.flexible;
    if (x < -1e-9 * link.length || x > link.length * (1.0 + 1e-9)) {
      throw Error(Error::Code::value, parts.where,
                  "something hangs on link " + quoted(model_.bodies[b].name) +
                      " at x = " + phrase::number(x) + " m, but the link runs from 0 to " +
                      phrase::number(link.length) + " m",
                  "give origins on the undeformed link, [length, 0, 0] at its tip");
    }
    const double inside = std::clamp(x, 0.0, link.length);
    const auto found = std::find(parts.attached.begin(), parts.attached.end(), inside);
    if (found != parts.attached.end()) return static_cast<int>(found - parts.attached.begin());
    parts.attached.push_back(inside);
    return static_cast<int>(parts.attached.size()) - 1;
  }

  void add_joints_coordinates() {
    for (std::size_t b = 0; b < model_.bodies.size(); ++b) {
      const Joint& joint = *joint_of_[b];
      if (joint.type == JointType::fixed) continue;
      require(!joint.mimic, where(joint),
              "joint " + quoted(joint.name) + " follows another, which arms that bend do not know",
              "leave `mimic` out, or lock the joint", Error::Code::unsupported);
      model_.bodies[b].coordinate = model_.joints++;
      model_.coordinates.push_back({joint.name, joint.type != JointType::prismatic,
                                    joint.type == JointType::continuous, joint.limits});
      FlexibleDrive drive;
      if (!options_.ideal) {
        drive = {joint.friction.viscous, joint.friction.coulomb,
                 joint.rotor.inertia * joint.rotor.gear * joint.rotor.gear, joint.spring.stiffness,
                 joint.spring.rest};
      }
      model_.drives.push_back(drive);
    }
  }

  void add_place(const std::string& name, int link, const Isometry3d& on_link) {
    const Place& at = places_[link];
    FlexiblePlace place{name, at.body, -1, at.pose * on_link};
    if (at.body >= 0 && parts_[at.body].flexible) {
      place.attachment = attachment(at.body, place.pose.translation().x());
      place.pose.translation().x() = 0.0;
    }
    model_.places.push_back(std::move(place));
  }

  void add_named_places() {
    for (std::size_t i = 0; i < robot_.links.size(); ++i) {
      add_place(robot_.links[i].name, static_cast<int>(i), Isometry3d::Identity());
    }
    for (const Frame& frame : robot_.frames)
      add_place(frame.name, link_index(frame.link), frame.pose);
    // The far end of every bending link, where its deflection is told.
    for (std::size_t b = 0; b < model_.bodies.size(); ++b) {
      if (!parts_[b].flexible) continue;
      const int at = attachment(static_cast<int>(b), parts_[b].flexible->length);
      model_.places.push_back(
          {model_.bodies[b].name + ".tip", static_cast<int>(b), at, Isometry3d::Identity()});
    }
  }

  int link_index(const std::string& name) const {
    return static_cast<int>(robot_.find_link(name) - robot_.links.data());
  }

  void carry(const Payload& payload) {
    Isometry3d on_link = Isometry3d::Identity();
    std::string name = payload.frame;
    if (const Frame* frame = robot_.find_frame(name)) {
      on_link = frame->pose;
      name = frame->link;
    }
    const Place& at = places_[link_index(name)];
    if (at.body < 0) return;
    Isometry3d pose = at.pose * on_link;
    Parts& parts = parts_[at.body];
    if (!parts.flexible) {
      parts.rigid = combined(parts.rigid, transformed(pose, payload.inertia));
      return;
    }
    const double x = pose.translation().x();
    (void)attachment(at.body, x);  // refuses what is not on the link
    pose.translation().x() = 0.0;
    parts.riders.push_back({x, flexible::moments_of(transformed(pose, payload.inertia))});
  }

  /// What hangs beyond a body, joints at zero, seen at its far end: mass, and moments of inertia
  /// about the tip.
  std::pair<double, Vector3d> hanging(std::size_t b) const {
    const Parts& parts = parts_[b];
    Eigen::Matrix4d sum = Eigen::Matrix4d::Zero();
    for (const flexible::Rider& rider : parts.riders) {
      Eigen::Matrix4d H = Eigen::Matrix4d::Identity();
      H(1, 0) = rider.x - parts.flexible->length;
      if (rider.x > 0.5 * parts.flexible->length) sum += H * rider.mass * H.transpose();
    }
    std::vector<Isometry3d> pose(model_.bodies.size());
    std::vector<char> beyond(model_.bodies.size(), 0);
    for (std::size_t i = b + 1; i < model_.bodies.size(); ++i) {
      const FlexibleBody& body = model_.bodies[i];
      const bool child = body.parent == static_cast<int>(b);
      if (!child && (body.parent < 0 || !beyond[body.parent])) continue;
      Isometry3d at = Isometry3d::Identity();
      if (body.attachment >= 0) {
        const double from = child ? parts.flexible->length : 0.0;
        at.translation().x() = parts_[body.parent].attached[body.attachment] - from;
      }
      beyond[i] = 1;
      pose[i] = (child ? Isometry3d::Identity() : pose[body.parent]) * at * at_zero(body);
      Inertia inertia = parts_[i].rigid;
      if (parts_[i].flexible) inertia = combined(inertia, parts_[i].flexible->rigid());
      sum += flexible::moments_of(transformed(pose[i], inertia));
    }
    const Matrix3d second = sum.bottomRightCorner<3, 3>();
    return {sum(0, 0), Vector3d::Constant(second.trace()) - second.diagonal()};
  }

  static Isometry3d at_zero(const FlexibleBody& body) {
    const auto z = [](const Turn& t) { return about_z(std::atan2(t.sine, t.cosine)); };
    const auto x = [](const Turn& t) {
      return Eigen::AngleAxisd(std::atan2(t.sine, t.cosine), Vector3d::UnitX()).toRotationMatrix();
    };
    Isometry3d pose(Eigen::Translation3d(body.p));
    pose.linear() = z(body.a) * x(body.alpha) * z(body.offset) * x(body.d) * z(body.e);
    return pose;
  }

  void make_shapes(std::size_t b) {
    Parts& parts = parts_[b];
    if (!parts.flexible) return;
    FlexibleBody& body = model_.bodies[b];
    const auto [mass, moments] = hanging(b);
    for (const ModeKind kind :
         {ModeKind::bending_y, ModeKind::bending_z, ModeKind::torsion, ModeKind::axial}) {
      flexible::TipBody tip{mass, kind == ModeKind::bending_y   ? moments.z()
                                  : kind == ModeKind::bending_z ? moments.y()
                                                                : moments.x()};
      if (parts.flexible->shape_tip && kind != ModeKind::torsion) tip = *parts.flexible->shape_tip;
      const auto shapes = flexible::make_shapes(*parts.flexible, kind, tip, parts.corners);
      for (std::size_t k = 0; k < shapes.size(); ++k) {
        body.shapes.push_back(
            {kind, body.name + "." + to_string(kind) + "." + std::to_string(k + 1), shapes[k]});
      }
    }
    body.modes = static_cast<int>(body.shapes.size());
    body.first_mode = model_.size();
    for (const LinkShape& shape : body.shapes) {
      model_.coordinates.push_back({shape.name, shape.kind == ModeKind::torsion, false, {}});
    }
  }

  void finish(std::size_t b) {
    FlexibleBody& body = model_.bodies[b];
    const Parts& parts = parts_[b];
    if (!parts.flexible) {
      body.C = flexible::moments_of(parts.rigid);
      return;
    }
    flexible::integrate(*parts.flexible, parts.rigid, parts.riders, options_.stiffening,
                        parts.corners, body);
    for (const double x : parts.attached) {
      body.attachments.push_back(
          flexible::attach(*parts.flexible, body.shapes, x, options_.stiffening, parts.corners));
    }
  }

  const Robot& robot_;
  const FlexibleOptions& options_;
  LinkTree tree_;
  FlexibleModel model_;
  std::vector<Place> places_;  // by link
  std::vector<Parts> parts_;   // by body
  std::vector<const Joint*> joint_of_;
};

template <typename Named>
int index_of(const std::vector<Named>& items, const std::string& wanted, const std::string& kind) {
  std::vector<std::string> names;
  for (const Named& item : items) {
    if (item.name == wanted) return static_cast<int>(names.size());
    names.push_back(item.name);
  }
  throw Error(Error::Code::name, "there is no " + kind + " " + quoted(wanted),
              phrase::did_you_mean(wanted, names));
}

}  // namespace

int FlexibleModel::coordinate(const std::string& wanted) const {
  return index_of(coordinates, wanted, "coordinate");
}

int FlexibleModel::place(const std::string& wanted) const {
  return index_of(places, wanted, "link or frame");
}

FlexibleModel compile_flexible(const Robot& robot, const FlexibleOptions& options) {
  validate(robot);
  return Compiler(robot, options).compile();
}

std::optional<FlexibleModel> compile_if_flexible(const Robot& robot,
                                                 const FlexibleOptions& options) {
  if (!bends(robot)) return {};
  return compile_flexible(robot, options);
}

}  // namespace alembert
