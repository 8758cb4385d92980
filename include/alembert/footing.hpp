// A part of a robot that touches the world: where, when and how.
#pragma once

#include <Eigen/Geometry>
#include <string>
#include <vector>

#include "alembert/abi.hpp"
#include "alembert/during.hpp"

namespace alembert {

/// A flat part of a robot that touches the world.
struct Footing {
  std::string name = {};
  std::string frame = {};                             ///< a link or frame of the robot
  std::vector<Eigen::Vector3d> corners = {};          ///< m, in components of the frame
  double friction = 0.5;                              ///< tangential by normal force
  Eigen::Vector3d normal = Eigen::Vector3d::UnitZ();  ///< in the frame: the way the world pushes
  /// The frame in the world while it stands flat.
  Eigen::Isometry3d place = Eigen::Isometry3d::Identity();

  /// A ball: it turns freely about the middle of its patch, which stays where it is.
  bool pivots = false;
  /// Of one that pivots and carries: the axes that its coordinates turn about, one after another.
  /// They are singular where the middle one is at 90 degrees.
  std::string angles = "zyx";

  /// Between two corners, to roll about.
  struct Edge {
    std::string name = {};
    int from = 0, to = 1;  ///< indices into `corners`
    bool operator==(const Edge&) const = default;
  };
  std::vector<Edge> edges = {};  ///< that it may roll about
  /// m: an edge that carries is a strip of this width, because a line has no moment about itself.
  double strip = 0.01;

  /// How it touches, one after another.
  struct Phase {
    During during = {};  ///< ends where it begins: touches down there
    int edge = -1;       ///< rolls about this one; -1: stands flat
    /// m, world: so far from `place`, after a jump.
    Eigen::Vector3d moved = Eigen::Vector3d::Zero();
    /// m, world: it slides so far on its plane, straight and never back. Zero: it stays.
    Eigen::Vector3d slides = Eigen::Vector3d::Zero();
    /// Where it stands is to be found along these axes (0: x, …) of `place`.
    std::vector<int> free = {};
    bool operator==(const Phase&) const = default;
  };
  std::vector<Phase> phases = {Phase()};  ///< how it touches, in the order of time
  double within = 0.3;  ///< m: what is to be found is at most so far from what is given

  bool operator==(const Footing& other) const {
    return name == other.name && frame == other.frame && corners == other.corners &&
           friction == other.friction && normal == other.normal &&
           place.matrix() == other.place.matrix() && edges == other.edges && strip == other.strip &&
           phases == other.phases && within == other.within && pivots == other.pivots &&
           angles == other.angles;
  }
};

}  // namespace alembert
