#include "alembert/human.hpp"

#include <algorithm>

#include "model/human_tables.hpp"

namespace alembert {

namespace {

using Eigen::Vector3d;

constexpr double degree = 3.14159265358979323846 / 180.0;
constexpr double g = 9.81;

// Ours, as shares of what is named: where de Leva's segments are cut, and where joints lie that his
// table does not say. human_yaml() prints them.
constexpr double ankle_height = 0.039;         // of the height (Winter, after Drillis and Contini)
constexpr double hip_aside = 0.0464;           // of the height (gait2392: 83.5 mm of 1.8 m)
constexpr double spine_behind = 0.017;         // of the height, behind the line of mass centres
constexpr double shoulder_aside = 0.10;        // of the height
constexpr double shoulder_below = 0.02;        // of the height, below the suprasternale
constexpr double clavicle_aside = 0.012;       // of the height
constexpr double heel_behind_ankle = 0.23;     // of the foot's length
constexpr double ball_from_heel = 0.72;        // of the foot's length
constexpr double foot_width = 0.38;            // of the foot's length
constexpr double toes_mass = 0.14;             // of the foot's
constexpr double toes_centre = 0.85;           // of the foot's length, from the heel
constexpr double l5s1_height = 0.65;           // of the lower trunk, above the hips
constexpr double t12l1_height = 0.5;           // of the middle trunk
constexpr double neck_mass = 0.12;             // of the head's
constexpr double neck_below_head = 0.6;        // centres, of the head's length
constexpr double head_joint_below_top = 0.75;  // of the head's length
constexpr double palm_from_wrist = 0.8;        // of the hand's length
constexpr double palm_aside = 0.25;            // of the hand's length, out of the palm
constexpr double limb_thinness = 0.9;          // what is kept apart, of what is drawn
constexpr double trunk_core_radius = 0.046;    // of the height
constexpr double trunk_core_half_width = 0.036;  // of the height, where its ends' centres are

Inertia body(double mass, const Vector3d& com, const Vector3d& radii) {
  Inertia inertia;
  inertia.mass = mass;
  inertia.com = com;
  inertia.about_com = (mass * radii.cwiseAbs2()).asDiagonal();
  return inertia;
}

/// A body cut in two across a direction: mass, centre and inertia of both together are its own.
/// The part along the direction has the share, and its centre lies so far from the other's.
std::pair<Inertia, Inertia> cut(const Inertia& whole, const Vector3d& along, double share,
                                double apart) {
  Inertia far = whole, near = whole;
  far.mass = share * whole.mass;
  near.mass = whole.mass - far.mass;
  far.com += (1.0 - share) * apart * along;
  near.com -= share * apart * along;
  const double lever = share * (1.0 - share) * whole.mass * apart * apart;
  const Eigen::Matrix3d rest =
      whole.about_com - lever * (Eigen::Matrix3d::Identity() - along * along.transpose());
  far.about_com = share * rest;
  near.about_com = (1.0 - share) * rest;
  return {near, far};
}

class HumanMaker {
 public:
  explicit HumanMaker(const Person& person)
      : person_(person),
        data_(body_data(person.sex)),
        scale_(person.height / data_.height),
        total_(data_.head.mass + data_.upper_trunk.mass + data_.middle_trunk.mass +
               data_.lower_trunk.mass +
               2.0 * (data_.upper_arm.mass + data_.forearm.mass + data_.hand.mass +
                      data_.thigh.mass + data_.shank.mass + data_.foot.mass)) {}

  Robot make() {
    robot_.name = "human";
    robot_.base = "ground";
    link("ground", {});
    Joint base;
    base.name = "base";
    base.type = JointType::floating;
    base.parent = "ground";
    base.child = "pelvis";
    base.origin.translation().z() =
        person_.height * ankle_height + length(data_.shank) + length(data_.thigh);
    robot_.joints.push_back(std::move(base));
    add_trunk();
    add_head();
    for (const std::string side : {"left_", "right_"}) add_leg(side);
    for (const std::string side : {"left_", "right_"}) add_arm(side);
    balance_masses();
    keep_apart();
    return std::move(robot_);
  }

 private:
  double length(const SegmentData& segment) const { return scale_ * segment.length; }
  double mass(const SegmentData& segment) const { return person_.mass * segment.mass / total_; }
  /// A segment that hangs down from its first end at `top`.
  Inertia hanging(const SegmentData& segment, const Vector3d& top) const {
    const double l = length(segment);
    return body(mass(segment), top - Vector3d(0, 0, segment.centre * l),
                l * Vector3d(segment.sagittal, segment.transverse, segment.longitudinal));
  }
  Vector3d on(const std::string& side, const Vector3d& left) const {
    return side == "right_" ? Vector3d(left.x(), -left.y(), left.z()) : left;
  }

  Link& link(const std::string& name, const Inertia& inertia) {
    Link made;
    made.name = name;
    if (inertia.mass > 0.0) made.inertia = inertia;
    robot_.links.push_back(std::move(made));
    return robot_.links.back();
  }

  /// One degree of freedom; where `child` is empty another at the same place follows it.
  void joint(const std::string& side, const std::string& name, const std::string& parent,
             const std::string& child, const Vector3d& origin) {
    const JointData& data = joint_data(name);
    Joint made;
    made.name = side + name;
    made.parent = parent;
    made.child = child.empty() ? made.name : child;
    made.origin.translation() = origin;
    made.axis = data.axis;
    // A mirror turns rotations about its own axes the other way, but those about its normal.
    if (side == "right_") made.axis = Vector3d(-data.axis.x(), data.axis.y(), -data.axis.z());
    made.limits.lower = data.lower * degree;
    made.limits.upper = data.upper * degree;
    const double scale = person_.mass * g * person_.height;
    const double* share = person_.sex == Sex::male ? data.male : data.female;
    made.limits.torque = scale * std::max(share[0], share[1]);
    if (share[0] < share[1]) made.limits.torque_lower = -scale * share[0];
    if (share[1] < share[0]) made.limits.torque_upper = scale * share[1];
    robot_.joints.push_back(std::move(made));
    if (child.empty()) link(side + name, {});
  }

  void frame(const std::string& name, const std::string& on_link, const Vector3d& at) {
    robot_.frames.push_back({name, on_link, Eigen::Isometry3d(Eigen::Translation3d(at)), {}});
  }

  static void capsule(Link& link, const Vector3d& from, const Vector3d& to, double radius) {
    Visual shape;
    shape.shape = Visual::Shape::capsule;
    shape.size = Vector3d(radius, (to - from).norm(), 0.0);
    shape.pose.translation() = 0.5 * (from + to);
    shape.pose.linear() =
        Eigen::Quaterniond::FromTwoVectors(Vector3d::UnitZ(), to - from).toRotationMatrix();
    link.visuals.push_back(std::move(shape));
  }

  void add_trunk() {
    const double h = person_.height;
    const double lower = length(data_.lower_trunk), middle = length(data_.middle_trunk),
                 upper = length(data_.upper_trunk);
    const Vector3d up = Vector3d::UnitZ(), spine(-spine_behind * h, 0, 0);
    // Above the hips, which are the pelvis' origin; each body's own origin is its lowest joint.
    const Vector3d l5s1 = spine + l5s1_height * lower * up, l3l4 = spine + lower * up,
                   t12l1 = spine + (lower + t12l1_height * middle) * up,
                   t9t10 = spine + (lower + middle) * up;
    const auto [pelvis, low] =
        cut(hanging(data_.lower_trunk, lower * up), up, 1.0 - l5s1_height, 0.5 * lower);
    const auto [high, ribs] = cut(hanging(data_.middle_trunk, (lower + middle) * up), up,
                                  1.0 - t12l1_height, 0.5 * middle);
    const Inertia chest = hanging(data_.upper_trunk, (lower + middle + upper) * up);
    const auto from = [](const Vector3d& origin, Inertia inertia) {
      inertia.com -= origin;
      return inertia;
    };
    const double wide = 0.055 * h, deep = 0.055 * h;
    Link& hips = link("pelvis", pelvis);
    capsule(hips, Vector3d(0, -wide, 0.02 * h), Vector3d(0, wide, 0.02 * h), deep);

    const auto level = [&](const std::string& name, const std::string& parent,
                           const std::string& child, const Vector3d& below, const Vector3d& at,
                           const Inertia& inertia, double half, const Vector3d& middle_of) {
      joint("", name + "_flexion", parent, "", at - below);
      joint("", name + "_bending", name + "_flexion", "", Vector3d::Zero());
      joint("", name + "_rotation", name + "_bending", child, Vector3d::Zero());
      Link& made = link(child, from(at, inertia));
      capsule(made, middle_of - at - Vector3d(0, half, 0), middle_of - at + Vector3d(0, half, 0),
              deep);
    };
    level("l5s1", "pelvis", "lumbar_low", Vector3d::Zero(), l5s1, low, 0.045 * h,
          0.85 * lower * up);
    level("l3l4", "lumbar_low", "lumbar_high", l5s1, l3l4, high, 0.04 * h,
          (lower + 0.25 * middle) * up);
    level("t12l1", "lumbar_high", "thorax_low", l3l4, t12l1, ribs, 0.045 * h,
          (lower + 0.75 * middle) * up);
    level("t9t10", "thorax_low", "thorax_high", t12l1, t9t10, chest, 0.055 * h,
          (lower + middle + 0.45 * upper) * up);
    frame("back", "thorax_high",
          (lower + middle + 0.3 * upper) * up - t9t10 - Vector3d(deep, 0, 0));
  }

  void add_head() {
    const double h = person_.height, size = length(data_.head);
    const double hips = h * ankle_height + length(data_.shank) + length(data_.thigh);
    const double t9t10 = length(data_.lower_trunk) + length(data_.middle_trunk);
    const Vector3d up = Vector3d::UnitZ(), top = (h - hips - t9t10) * up;
    const Vector3d chest(-spine_behind * h, 0, 0);  // where t9t10 is
    const Vector3d neck = chest + top - scale_ * data_.vertex_to_cervicale * up;
    const Vector3d skull = 0.5 * chest + top - head_joint_below_top * size * up;
    auto [below, above] =
        cut(hanging(data_.head, top), up, 1.0 - neck_mass, neck_below_head * size);
    below.com -= neck;
    above.com -= skull;
    joint("", "neck_flexion", "thorax_high", "", neck - chest);
    joint("", "neck_bending", "neck_flexion", "", Vector3d::Zero());
    joint("", "neck_rotation", "neck_bending", "neck", Vector3d::Zero());
    Link& throat = link("neck", below);
    capsule(throat, Vector3d::Zero(), skull - neck, 0.033 * h);
    joint("", "head_nod", "neck", "", skull - neck);
    joint("", "head_turn", "head_nod", "head", Vector3d::Zero());
    Link& face = link("head", above);
    const double radius = 0.046 * h;
    capsule(face, Vector3d(0.012 * h, 0, 0.2 * size), top - skull - radius * up, radius);
    frame("head_top", "head", top - skull);
  }

  void add_leg(const std::string& side) {
    const double h = person_.height, thigh = length(data_.thigh), shank = length(data_.shank);
    const Vector3d none = Vector3d::Zero();
    joint(side, "hip_flexion", "pelvis", "", on(side, Vector3d(0, hip_aside * h, 0)));
    joint(side, "hip_abduction", side + "hip_flexion", "", none);
    joint(side, "hip_rotation", side + "hip_abduction", side + "thigh", none);
    Link& upper = link(side + "thigh", hanging(data_.thigh, none));
    capsule(upper, Vector3d(0, 0, -0.02 * h), Vector3d(0, 0, -thigh), 0.036 * h);
    joint(side, "knee", side + "thigh", side + "shank", Vector3d(0, 0, -thigh));
    Link& lower = link(side + "shank", hanging(data_.shank, none));
    capsule(lower, none, Vector3d(0, 0, -0.98 * shank), 0.027 * h);
    add_foot(side);
  }

  void add_foot(const std::string& side) {
    const SegmentData& data = data_.foot;
    const double long_ = length(data), sole = -ankle_height * person_.height;
    const double heel = -heel_behind_ankle * long_, ball = heel + ball_from_heel * long_,
                 tip = heel + long_, half = 0.5 * foot_width * long_;
    const Vector3d joint_at(ball, 0, sole);
    const Inertia whole = body(mass(data), Vector3d(heel + data.centre * long_, 0, 0.5 * sole),
                               long_ * Vector3d(data.longitudinal, data.transverse, data.sagittal));
    // Centres apart such that the toes' is where we say.
    const double apart = (toes_centre - data.centre) / (1.0 - toes_mass) * long_;
    auto [foot, toes] = cut(whole, Vector3d::UnitX(), toes_mass, apart);
    toes.com -= joint_at;
    joint(side, "ankle", side + "shank", "", Vector3d(0, 0, -length(data_.shank)));
    joint(side, "subtalar", side + "ankle", side + "foot", Vector3d::Zero());
    Link& hind = link(side + "foot", foot);
    const double thick = 0.5 * half;
    for (const double y : {-0.5 * half, 0.5 * half}) {
      capsule(hind, Vector3d(heel + thick, y, sole + thick),
              Vector3d(ball - thick, y, sole + thick), thick);
    }
    capsule(hind, Vector3d(heel + 2.0 * thick, 0, sole + 1.6 * thick),
            Vector3d(0.2 * ball, 0, 0.2 * sole), 1.5 * thick);
    joint(side, "toes", side + "foot", side + "toes", joint_at);
    Link& front = link(side + "toes", toes);
    const double thin = 0.35 * half;
    for (const double y : {-0.5 * half, 0.5 * half}) {
      capsule(front, Vector3d(thin, y, thin), Vector3d(tip - ball - thin, y, thin), thin);
    }
    frame(side + "heel", side + "foot", Vector3d(heel, 0, sole));
    frame(side + "ball", side + "foot", joint_at);
    frame(side + "sole", side + "foot", Vector3d(0, 0, sole));
    frame(side + "toe_tip", side + "toes", Vector3d(tip - ball, 0, 0));
  }

  void add_arm(const std::string& side) {
    const double h = person_.height, upper = length(data_.upper_arm), fore = length(data_.forearm);
    const Vector3d none = Vector3d::Zero();
    const Vector3d chest(spine_behind * h, 0, length(data_.upper_trunk));
    const Vector3d clavicle(0, clavicle_aside * h, 0);
    const Vector3d shoulder(0, (shoulder_aside - clavicle_aside) * h, -shoulder_below * h);
    joint(side, "clavicle_elevation", "thorax_high", "", chest + on(side, clavicle));
    joint(side, "clavicle_protraction", side + "clavicle_elevation", side + "clavicle", none);
    Link& collar = link(side + "clavicle", {});
    capsule(collar, none, on(side, shoulder), 0.026 * h);
    joint(side, "shoulder_flexion", side + "clavicle", "", on(side, shoulder));
    joint(side, "shoulder_abduction", side + "shoulder_flexion", "", none);
    joint(side, "shoulder_rotation", side + "shoulder_abduction", side + "upper_arm", none);
    Link& humerus = link(side + "upper_arm", hanging(data_.upper_arm, none));
    capsule(humerus, none, Vector3d(0, 0, -upper), 0.024 * h);
    joint(side, "elbow", side + "upper_arm", "", Vector3d(0, 0, -upper));
    joint(side, "forearm_pronation", side + "elbow", side + "forearm", none);
    Link& ulna = link(side + "forearm", hanging(data_.forearm, none));
    capsule(ulna, none, Vector3d(0, 0, -fore), 0.018 * h);
    add_hand(side);
  }

  void add_hand(const std::string& side) {
    const double size = length(data_.hand);
    const Vector3d none = Vector3d::Zero();
    joint(side, "wrist_flexion", side + "forearm", "", Vector3d(0, 0, -length(data_.forearm)));
    joint(side, "wrist_deviation", side + "wrist_flexion", side + "hand", none);
    // Thumbs forward: the hand's width is in the plane of x, which its radii name the other way
    // round.
    const SegmentData& data = data_.hand;
    Inertia hand = hanging(data, none);
    hand.about_com.diagonal() =
        hand.mass * size * size *
        Vector3d(data.transverse, data.sagittal, data.longitudinal).cwiseAbs2();
    Link& palm = link(side + "hand", hand);
    const double thick = 0.16 * size;
    for (const double x : {-0.28 * size, 0.0, 0.28 * size}) {
      capsule(palm, Vector3d(0.5 * x, 0, -0.2 * size), Vector3d(x, 0, -1.7 * size), thick);
    }
    frame(side + "palm", side + "hand",
          on(side, Vector3d(0, -palm_aside * size, -palm_from_wrist * size)));
  }

  void keep(const std::string& name, const Vector3d& from, const Vector3d& to, double radius) {
    robot_.self_clearance.capsules.push_back({name, name, from, to, radius, {}});
  }

  /// A link's first capsule as it is drawn, but thinner: flesh gives way.
  void keep_limb(const std::string& name) {
    const Visual& drawn = robot_.find_link(name)->visuals.front();
    const Vector3d half(0, 0, 0.5 * drawn.size.y());
    keep(name, drawn.pose * Vector3d(-half), drawn.pose * half, limb_thinness * drawn.size.x());
  }

  /// Legs out of each other, forearms and hands out of the trunk and their own thigh. The trunk's
  /// are narrower than what is drawn: arms hang beside it.
  void keep_apart() {
    const double h = person_.height, foot = length(data_.foot), hand = length(data_.hand);
    const char* trunk[] = {"pelvis", "lumbar_high", "thorax_low"};
    for (const char* name : trunk) {
      const Vector3d middle = robot_.find_link(name)->visuals.front().pose.translation();
      const Vector3d wide(0, trunk_core_half_width * h, 0);
      keep(name, middle - wide, middle + wide, trunk_core_radius * h);
    }
    std::vector<SelfClearance::Pair>& pairs = robot_.self_clearance.pairs;
    for (const std::string side : {"left_", "right_"}) {
      for (const char* limb : {"thigh", "shank", "forearm"}) keep_limb(side + limb);
      const double low = 0.55 * -ankle_height * h;
      keep(side + "foot", Vector3d(-0.11 * foot, 0, low), Vector3d(0.385 * foot, 0, low),
           0.5 * limb_thinness * foot_width * foot);
      keep(side + "hand", Vector3d(0, 0, -0.35 * hand), Vector3d(0, 0, -1.5 * hand), 0.3 * hand);
      for (const char* part : {"forearm", "hand"}) {
        for (const char* middle : trunk) pairs.push_back({side + part, middle});
        pairs.push_back({side + part, side + "thigh"});
      }
    }
    for (const char* part : {"thigh", "shank", "foot"}) {
      pairs.push_back({std::string("left_") + part, std::string("right_") + part});
    }
    pairs.push_back({"left_foot", "right_shank"});
    pairs.push_back({"left_shank", "right_foot"});
  }

  /// Rounding is the pelvis' share.
  void balance_masses() {
    double others = 0.0;
    for (const Link& part : robot_.links) {
      if (part.inertia && part.name != "pelvis") others += part.inertia->mass;
    }
    for (Link& part : robot_.links) {
      if (part.name == "pelvis") part.inertia->mass = person_.mass - others;
    }
  }

  const Person& person_;
  const BodyData& data_;
  double scale_, total_;
  Robot robot_;
};

}  // namespace

Robot human(const Person& person) {
  if (!(person.height >= 1.2 && person.height <= 2.3 && person.mass >= 30.0 &&
        person.mass <= 250.0)) {
    throw Error(Error::Code::value,
                "a person of " + std::to_string(person.height) + " m and " +
                    std::to_string(person.mass) + " kg is beyond what the tables were measured for",
                "give an adult's height (1.2 to 2.3 m) and mass (30 to 250 kg)");
  }
  return HumanMaker(person).make();
}

MirroredJoints mirrored_joints() {
  MirroredJoints mirrored;
  for (const JointData& data : joint_data()) {
    const std::string name = data.name;
    if (data.on_both_sides) {
      mirrored.pairs.emplace_back("left_" + name, "right_" + name);
    } else if (data.axis.y() == 0.0) {
      mirrored.reversed.push_back(name);
    }
  }
  return mirrored;
}

}  // namespace alembert
