// MJCF through MuJoCo's own compiler: defaults, angles and geom inertias are its business, and what
// it has compiled becomes a Robot whose coordinates equal MuJoCo's qpos.
//
// MuJoCo moves a body by its joints one after another, each turning about an anchor r and axis a
// fixed in the body: X <- X · Trans(r) · Rot(a, q - q0) · Trans(-r). That is our joint with
//   origin = X · Trans(r) · Rot(a, -q0)     tip = Trans(-r)
// and, where a body has several joints, a massless link after each but the last.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <utility>

#include "alembert/io.hpp"
#include "io/format_readers.hpp"
#include "io/mjcf/model.hpp"
#include "io/mjcf/source.hpp"
#include "io/text.hpp"

namespace alembert {

namespace {

using io::in_quotes;
using Severity = Finding::Severity;

Eigen::Vector3d vector3(const mjtNum* x) { return {x[0], x[1], x[2]}; }

Eigen::Matrix3d rotation(const mjtNum* wxyz) {
  return Eigen::Quaterniond(wxyz[0], wxyz[1], wxyz[2], wxyz[3]).normalized().toRotationMatrix();
}

Eigen::Isometry3d pose(const mjtNum* position, const mjtNum* wxyz) {
  Eigen::Isometry3d X = Eigen::Isometry3d::Identity();
  X.linear() = rotation(wxyz);
  X.translation() = vector3(position);
  return X;
}

bool is_scalar(int joint_type) { return joint_type == mjJNT_HINGE || joint_type == mjJNT_SLIDE; }

class Converter {
 public:
  Converter(const mjModel& model, const mjcf::Source& source) : m_(model), source_(source) {
    robot_.name = m_.names;
    robot_.file = source.file;
    body_names_ = names_of(m_.nbody, m_.name_bodyadr, "body", taken_links_);
    joint_names_ = names_of(m_.njnt, m_.name_jntadr, "joint", taken_joints_);
  }

  Robot convert() {
    const bool weightless = (m_.opt.disableflags & mjDSBL_GRAVITY) != 0;
    robot_.gravity = weightless ? Eigen::Vector3d::Zero() : vector3(m_.opt.gravity);
    robot_.base = body_names_[0];
    for (int body = 0; body < m_.nbody; ++body) add_body(body);
    for (int geom = 0; geom < m_.ngeom; ++geom) add_visual(geom);
    note_undrawn_shapes();
    for (int site = 0; site < m_.nsite; ++site) add_site(site);
    for (int eq = 0; eq < m_.neq; ++eq) add_equality(eq);
    add_effort_limits();
    return std::move(robot_);
  }

  /// Of the joints of one degree, whose q is MuJoCo's qpos.
  std::vector<NamedPose> keyframes() const {
    std::vector<NamedPose> poses;
    for (int key = 0; key < m_.nkey; ++key) {
      const std::string name = m_.names + m_.name_keyadr[key];
      NamedPose pose{name.empty() ? fmt::format("key{}", key) : name, {}};
      for (int j = 0; j < m_.njnt; ++j) {
        if (!is_scalar(m_.jnt_type[j])) continue;
        pose.joints.emplace_back(joint_names_[j], m_.key_qpos[key * m_.nq + m_.jnt_qposadr[j]]);
      }
      poses.push_back(std::move(pose));
    }
    return poses;
  }

 private:
  /// The name in the file, or a made-up one; never one that is taken.
  static std::string unique(std::set<std::string>& taken, std::string name) {
    while (!taken.insert(name).second) name += '_';
    return name;
  }

  std::vector<std::string> names_of(int count, const int* address, const char* noun,
                                    std::set<std::string>& taken) const {
    std::vector<std::string> names(static_cast<std::size_t>(count));
    for (int i = 0; i < count; ++i) {
      names[i] = m_.names + address[i];
      if (!names[i].empty()) taken.insert(names[i]);
    }
    for (int i = 0; i < count; ++i) {
      if (names[i].empty()) names[i] = unique(taken, fmt::format("{}{}", noun, i));
    }
    return names;
  }

  void find(Severity severity, const Location& where, std::string reason, std::string fix) {
    robot_.findings.push_back({severity, where, std::move(reason), std::move(fix)});
  }

  static Location where(const mjcf::Places& places, int index, int count, const char* name,
                        const Location& otherwise) {
    const auto* entry = places.find(index, count, name);
    return entry != nullptr ? entry->where : otherwise;
  }

  void add_body(int body) {
    Link link{body_names_[body], {}, {}, {source_.file, 0}, {}};
    const auto* entry =
        body == 0 ? nullptr
                  : source_.bodies.find(body - 1, m_.nbody - 1, m_.names + m_.name_bodyadr[body]);
    if (entry != nullptr) {
      link.where = entry->where;
      link.inertia_where = entry->inertial.line > 0 ? entry->inertial : entry->where;
    }
    if (m_.body_mass[body] > 0.0) {
      const Eigen::Matrix3d R = rotation(m_.body_iquat + 4 * body);
      const Eigen::Matrix3d tensor =
          R * vector3(m_.body_inertia + 3 * body).asDiagonal() * R.transpose();
      link.inertia = Inertia{m_.body_mass[body], vector3(m_.body_ipos + 3 * body),
                             0.5 * (tensor + tensor.transpose())};
    }
    if (body > 0) add_joints(body, link);
    link_of_body_.push_back(robot_.links.size());
    robot_.links.push_back(std::move(link));
  }

  /// The chain of joints from the parent body to this one, with the massless links in it.
  void add_joints(int body, const Link& link) {
    const int count = m_.body_jntnum[body];
    Eigen::Isometry3d X = pose(m_.body_pos + 3 * body, m_.body_quat + 4 * body);
    std::string parent = body_names_[m_.body_parentid[body]];
    if (count == 0) {
      Joint& fixed = robot_.joints.emplace_back();
      fixed.name = unique(taken_joints_, link.name + "_fixed");
      fixed.type = JointType::fixed;
      fixed.parent = parent;
      fixed.child = link.name;
      fixed.origin = X;
      fixed.where = link.where;
    }
    for (int k = 0; k < count; ++k) {
      Joint joint = read_joint(m_.body_jntadr[body] + k, X, link.where);
      joint.parent = parent;
      joint.child = link.name;
      if (k + 1 < count) {
        joint.child = unique(taken_links_, link.name + "/" + joint.name);
        robot_.links.push_back({joint.child, {}, {}, joint.where, {}});
      }
      parent = joint.child;
      robot_.joints.push_back(std::move(joint));
      X.setIdentity();
    }
  }

  Joint read_joint(int j, const Eigen::Isometry3d& X, const Location& body_where) {
    Joint joint;
    joint.name = joint_names_[j];
    joint.where = where(source_.joints, j, m_.njnt, m_.names + m_.name_jntadr[j], body_where);
    joint.limits.where = joint.where;
    const Eigen::Vector3d anchor = vector3(m_.jnt_pos + 3 * j);
    joint.axis = vector3(m_.jnt_axis + 3 * j).normalized();
    const double q0 = m_.qpos0[m_.jnt_qposadr[j]];
    joint.origin = X;
    switch (m_.jnt_type[j]) {
      case mjJNT_HINGE:
        joint.type = m_.jnt_limited[j] ? JointType::revolute : JointType::continuous;
        joint.origin.translate(anchor);
        if (q0 != 0.0) joint.origin.rotate(Eigen::AngleAxisd(-q0, joint.axis));
        joint.tip.translation() = -anchor;
        break;
      case mjJNT_SLIDE:
        joint.type = JointType::prismatic;
        joint.origin.translate(-q0 * joint.axis);
        break;
      case mjJNT_BALL:
        joint.type = JointType::spherical;
        joint.origin.translate(anchor);
        joint.tip.translation() = -anchor;
        break;
      default:  // mjJNT_FREE: qpos is the body's pose in the world, whatever its place at rest
        joint.type = JointType::floating;
        joint.origin.setIdentity();
        break;
    }
    if (is_scalar(m_.jnt_type[j])) {
      read_drive(j, joint);
    } else {
      report_quaternions(j, joint);
    }
    return joint;
  }

  void read_drive(int j, Joint& joint) const {
    const int dof = m_.jnt_dofadr[j];
    if (m_.jnt_limited[j]) {
      joint.limits.lower = m_.jnt_range[2 * j];
      joint.limits.upper = m_.jnt_range[2 * j + 1];
    }
    joint.friction = {m_.dof_damping[dof], m_.dof_frictionloss[dof]};
    joint.rotor.inertia = m_.dof_armature[dof];
    if (m_.jnt_stiffness[j] != 0.0) {
      joint.spring = {m_.jnt_stiffness[j], m_.qpos_spring[m_.jnt_qposadr[j]]};
    }
  }

  void report_quaternions(int j, const Joint& joint) {
    find(Severity::note, joint.where,
         fmt::format("{} joint {} has the coordinates{} here, a quaternion in MuJoCo",
                     to_string(joint.type), in_quotes(joint.name), coordinate_list(joint.type)),
         "convert positions, velocities and torques before comparing them with MuJoCo's");
    const int dof = m_.jnt_dofadr[j];
    if (m_.dof_damping[dof] != 0.0 || m_.dof_frictionloss[dof] != 0.0 ||
        m_.dof_armature[dof] != 0.0 || m_.jnt_stiffness[j] != 0.0) {
      find(Severity::error, joint.where,
           fmt::format("damping, frictionloss, armature or stiffness of {} joint {} is left out",
                       to_string(joint.type), in_quotes(joint.name)),
           "write the joint as hinges and slides, or set these to zero");
    }
    if (m_.jnt_limited[j]) {
      find(Severity::warning, joint.where,
           fmt::format("range of {} joint {} is left out", to_string(joint.type),
                       in_quotes(joint.name)),
           "write the joint as hinges, each with its range");
    }
  }

  static std::string coordinate_list(JointType type) {
    std::string list;
    for (const std::string& suffix : coordinate_suffixes(type)) list += " " + suffix.substr(1);
    return list;
  }

  void add_visual(int geom) {
    constexpr int first_hidden_group = 3;
    if (m_.geom_group[geom] >= first_hidden_group) return;
    const Eigen::Vector3d size = vector3(m_.geom_size + 3 * geom);
    Visual visual;
    switch (m_.geom_type[geom]) {
      case mjGEOM_SPHERE:
        visual.shape = Visual::Shape::sphere;
        visual.size = {size[0], size[0], size[0]};
        break;
      case mjGEOM_CAPSULE:
      case mjGEOM_CYLINDER:
        visual.shape =
            m_.geom_type[geom] == mjGEOM_CAPSULE ? Visual::Shape::capsule : Visual::Shape::cylinder;
        visual.size = {size[0], 2.0 * size[1], 0.0};
        break;
      case mjGEOM_BOX:
        visual.shape = Visual::Shape::box;
        visual.size = 2.0 * size;
        break;
      case mjGEOM_PLANE:
        return;
      default:
        ++undrawn_;
        return;
    }
    visual.pose = pose(m_.geom_pos + 3 * geom, m_.geom_quat + 4 * geom);
    const int material = m_.geom_matid[geom];
    const float* rgba = material < 0 ? m_.geom_rgba + 4 * geom : m_.mat_rgba + 4 * material;
    visual.rgba = {rgba[0], rgba[1], rgba[2], rgba[3]};
    robot_.links[link_of_body_[m_.geom_bodyid[geom]]].visuals.push_back(visual);
  }

  void note_undrawn_shapes() {
    if (undrawn_ == 0) return;
    find(Severity::note, {source_.file, 0},
         fmt::format("{} geoms (meshes, ellipsoids, height fields) will not be drawn", undrawn_),
         "nothing to do: their mass is counted");
  }

  void add_site(int site) {
    Frame frame;
    const std::string written = m_.names + m_.name_siteadr[site];
    frame.name = unique(taken_links_, written.empty() ? fmt::format("site{}", site) : written);
    frame.link = body_names_[m_.site_bodyid[site]];
    frame.pose = pose(m_.site_pos + 3 * site, m_.site_quat + 4 * site);
    frame.where = where(source_.sites, site, m_.nsite, written.c_str(), {source_.file, 0});
    if (!written.empty() && frame.name != written) {
      find(Severity::note, frame.where,
           fmt::format("site {} has the name of a body and becomes frame {}", in_quotes(written),
                       in_quotes(frame.name)),
           "rename the site");
    }
    robot_.frames.push_back(std::move(frame));
  }

  void add_equality(int eq) {
    if (!m_.eq_active[eq]) return;
    const Location place =
        where(source_.equalities, eq, m_.neq, m_.names + m_.name_eqadr[eq], {source_.file, 0});
    if (m_.eq_type[eq] == mjEQ_JOINT) return couple(eq, place);
    const bool tendon = m_.eq_type[eq] == mjEQ_TENDON;
    find(Severity::error, place,
         tendon ? "an equality of tendons is left out: the joints would move independently"
                : "an equality closes a loop between bodies, which is left out",
         tendon ? "couple joints instead: <equality><joint …>"
                : "the torques are those of the open chain: cut the loop in the file");
  }

  /// MuJoCo: q1 - q01 = c0 + c1 (q2 - q02) + c2 (q2 - q02)^2 + …
  void couple(int eq, const Location& place) {
    const mjtNum* c = m_.eq_data + mjNEQDATA * eq;
    const int follower = m_.eq_obj1id[eq], leader = m_.eq_obj2id[eq];
    Joint& joint = joint_of(follower);
    const bool linear = c[2] == 0.0 && c[3] == 0.0 && c[4] == 0.0 && c[1] != 0.0;
    if (leader < 0 || !linear || joint.mimic) {
      find(Severity::error, place,
           fmt::format("an equality on joint {} is left out: {}", in_quotes(joint.name),
                       leader < 0    ? "it holds the joint still"
                       : joint.mimic ? "the joint already follows another"
                       : c[1] == 0.0 ? "it holds the joint still"
                                     : "only linear couplings can be represented"),
           leader < 0 || c[1] == 0.0 ? "remove the joint instead"
                                     : "write one polycoef with only its first two numbers");
      return;
    }
    const double q1 = m_.qpos0[m_.jnt_qposadr[follower]];
    const double q2 = m_.qpos0[m_.jnt_qposadr[leader]];
    joint.mimic = Mimic{joint_names_[leader], c[1], q1 + c[0] - c[1] * q2, place};
  }

  Joint& joint_of(int j) {
    return *std::find_if(robot_.joints.begin(), robot_.joints.end(),
                         [&](const Joint& joint) { return joint.name == joint_names_[j]; });
  }

  /// At the joint: what the force may be, or what a motor (gain times control) makes of the largest
  /// control, whichever is less; geared.
  double largest_force(int i) const {
    const auto largest = [&](const mjtNum* range) {
      return std::max(std::abs(range[2 * i]), std::abs(range[2 * i + 1]));
    };
    const double gear = std::abs(m_.actuator_gear[6 * i]);
    double force = m_.actuator_forcelimited[i] ? largest(m_.actuator_forcerange) : infinity;
    const bool motor = m_.actuator_gaintype[i] == mjGAIN_FIXED &&
                       m_.actuator_biastype[i] == mjBIAS_NONE &&
                       m_.actuator_dyntype[i] == mjDYN_NONE;
    if (motor && m_.actuator_ctrllimited[i]) {
      force = std::min(force,
                       std::abs(m_.actuator_gainprm[mjNGAIN * i]) * largest(m_.actuator_ctrlrange));
    }
    return gear > 0.0 ? force * gear : 0.0;
  }

  /// The force that the actuators on a joint can put there together, if all of them are limited.
  void add_effort_limits() {
    std::map<int, double> effort;
    for (int i = 0; i < m_.nu; ++i) {
      const bool on_joint =
          m_.actuator_trntype[i] == mjTRN_JOINT || m_.actuator_trntype[i] == mjTRN_JOINTINPARENT;
      const int j = m_.actuator_trnid[2 * i];
      if (on_joint && is_scalar(m_.jnt_type[j])) effort[j] += largest_force(i);
    }
    for (const auto& [j, force] : effort) joint_of(j).limits.torque = force;
  }

  const mjModel& m_;
  const mjcf::Source& source_;
  Robot robot_;
  std::set<std::string> taken_links_, taken_joints_;
  std::vector<std::string> body_names_, joint_names_;
  std::vector<std::size_t> link_of_body_;
  int undrawn_ = 0;
};

}  // namespace

Robot read_mjcf(const std::string& text, const std::string& file) {
  const mjcf::Source source = mjcf::inspect(text, file);
  const mjcf::Compiled compiled = mjcf::compile_mjcf(text, source);
  Robot robot = Converter(*compiled.model, source).convert();
  io::require_plain_names(robot);
  const std::vector<Finding> left_out = mjcf::left_out(*compiled.model, source);
  robot.findings.insert(robot.findings.end(), left_out.begin(), left_out.end());
  for (const std::string& warning : compiled.warnings) {
    const std::string words = fmt::format("{}", fmt::join(io::words(warning), " "));
    robot.findings.push_back(
        {Severity::warning, {file, 0}, "MuJoCo warns: " + words, "check the file with MuJoCo"});
  }
  return robot;
}

std::vector<NamedPose> io::mjcf_keyframes(const std::string& text, const std::string& file) {
  const mjcf::Source source = mjcf::inspect(text, file);
  const mjcf::Compiled compiled = mjcf::compile_mjcf(text, source);
  return Converter(*compiled.model, source).keyframes();
}

}  // namespace alembert
