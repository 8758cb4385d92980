// A FlexibleModel is what the equations of bending arms run on: immutable, compiled from a Robot.
//
// Pose of body j in its parent, [1 x y z] as in Book 1983:
//   W_j = W_p · E · Trans(p) Rz(a) Rx(alpha) · Rz(offset + q) Tz(pitch q) · Rx(d) Rz(e)
// E is the motion of the place of a bending parent where the joint sits (Attachment), the
// identity on a rigid one. Rigid bodies have z along their joint and no d, e; bending ones have x
// along the link.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "alembert/flexible_link.hpp"
#include "alembert/model.hpp"

namespace alembert {

/// A number of a constant that is summed with amplitudes: entry (row, column) for the modes k, l.
struct ModeEntry {
  int k = 0, l = 0;         ///< modes of the link, from 0
  int row = 0, column = 0;  ///< from 0
  double value = 0.0;
};

/// Where something hangs on a bending link. Point r of the section at x is at
/// (E [1 r]) with E = H + sum d_k M_k + 1/2 sum d_k d_l N_kl, rows x y z, columns 1 x y z.
struct Attachment {
  double x = 0.0;            ///< m from the near end, undeformed
  std::vector<ModeEntry> M;  ///< l unused
  std::vector<ModeEntry> N;  ///< none without stiffening
};

/// The constants of a bending link: Book's, without his factors 1/2.
struct LinkIntegrals {
  std::vector<ModeEntry> C_k;   ///< (28): int b0 b_k^T, rows 1 x y z, columns x y z (from 0)
  std::vector<ModeEntry> C_kl;  ///< (25): int b_k b_l^T, rows and columns x y z (from 0)
  std::vector<ModeEntry> Z_kl;  ///< int b0 b_kl^T, of the quadratic part; as C_k
  Eigen::MatrixXd stiffness;    ///< (42)
  Eigen::MatrixXd mass;         ///< of the clamped link: int b_k · b_l
  Eigen::MatrixXd damping;      ///< modal
  Eigen::VectorXd frequencies;  ///< Hz, of the clamped link with its tip, by these shapes
};

/// One shape of a link: displacement (or twist), slope and curvature at a place.
struct LinkShape {
  ModeKind kind = ModeKind::bending_y;  ///< the direction of the displacement
  std::string name;                     ///< of its amplitude: link.bending_y.1
  std::function<Eigen::Vector3d(double)> at;
};

/// A turn by a constant angle; exact where it is none or a quarter.
struct Turn {
  double cosine = 1.0, sine = 0.0;             ///< of the angle
  bool none() const { return cosine == 1.0; }  ///< nothing is turned
};

struct FlexibleBody {
  std::string name;                             ///< of the link
  int parent = -1;                              ///< -1: the base
  int attachment = -1;                          ///< of the parent, if that bends
  Eigen::Vector3d p = Eigen::Vector3d::Zero();  ///< m: of the joint, on its parent
  Turn a, alpha, offset, d, e;                  ///< angles of the formula above
  bool turns = false;                           ///< about z by q
  double pitch = 0.0;  ///< and travels by pitch q: 1 for prismatic joints that do not turn
  int coordinate = -1;
  double ratio = 1.0;

  Eigen::Matrix4d C = Eigen::Matrix4d::Zero();  ///< int b0 b0^T with b0 = [1 x y z]
  int first_mode = 0, modes = 0;                ///< first_mode: index into z
  double length = 0.0;                          ///< m; 0 of a rigid one
  std::vector<LinkShape> shapes;                ///< one a mode, in the order of amplitudes
  std::vector<Attachment> attachments;          ///< where joints and places hang on it
  LinkIntegrals integrals;                      ///< over the undeformed link

  bool bends() const { return modes > 0; }  ///< has it amplitudes?
};

struct FlexibleDrive {
  double viscous = 0.0, coulomb = 0.0, rotor_inertia = 0.0, stiffness = 0.0, rest = 0.0;
};

/// A place that the user can name.
struct FlexiblePlace {
  std::string name;
  int body = -1;                                           ///< -1: the base
  int attachment = -1;                                     ///< of the body, if that bends; -1: none
  Eigen::Isometry3d pose = Eigen::Isometry3d::Identity();  ///< in the body, or at the attachment
};

struct FlexibleOptions {
  bool stiffening = true;  ///< geometric: shapes are quadratic in the amplitudes
  bool ideal = false;      ///< without friction, rotors and springs
  std::optional<Eigen::Vector3d> gravity = std::nullopt;
};

/// What the equations of a bending arm run on. Whoever changes a member changes the arm; unchanged,
/// share it between threads.
class FlexibleModel {
 public:
  std::string name;
  std::vector<FlexibleBody> bodies;  ///< parents before children
  std::vector<Coordinate> coordinates;
  std::vector<FlexibleDrive> drives;  ///< one a joint
  std::vector<FlexiblePlace> places;  ///< every link and frame
  Eigen::Isometry3d base = Eigen::Isometry3d::Identity();
  Eigen::Vector3d gravity = Eigen::Vector3d::Zero();  ///< m/s^2, world components
  int joints = 0;                                     ///< coordinates before the amplitudes
  bool stiffening = true;  ///< geometric: shapes are quadratic in the amplitudes

  int size() const { return static_cast<int>(coordinates.size()); }
  int amplitudes() const { return size() - joints; }  ///< coordinates after the joints
  int coordinate(const std::string& name) const;      ///< index by name; throws Error
  int place(const std::string& name) const;  ///< index by name of a link or frame; throws Error
};

/// Throws Error, with the line where a link cannot be.
FlexibleModel compile_flexible(const Robot& robot, const FlexibleOptions& options = {});

/// The same; none for a robot without flexible links.
std::optional<FlexibleModel> compile_if_flexible(const Robot& robot,
                                                 const FlexibleOptions& options = {});

}  // namespace alembert
