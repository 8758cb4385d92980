// States and loads in JSON files: what a robot does at an instant, and what pushes on it.
#pragma once

#include <Eigen/Core>
#include <string>
#include <vector>

#include "alembert/load.hpp"
#include "alembert/model.hpp"

namespace alembert {

/// Each vector has Model::dofs() entries, in the model's order; what was not given is zero.
struct State {
  Eigen::VectorXd q;    ///< rad or m
  Eigen::VectorXd v;    ///< rad/s or m/s
  Eigen::VectorXd a;    ///< rad/s^2 or m/s^2
  Eigen::VectorXd tau;  ///< N m or N
  BaseMotion base;      ///< at rest unless given
};

struct StateFile {
  /// Entry i of the file's arrays speaks of coordinate order[i] of the model.
  std::vector<int> order;
  std::vector<State> samples;  ///< in the order of the file
  /// Given in every sample; otherwise zeros were put in somewhere.
  bool has_v = true, has_a = true, has_tau = true;
};

/// Reads {"q": […], "v": […], "a": […], "tau": […]} or {"samples": [{…}, …]}. Only q must be
/// there. Arrays follow the model's coordinates, or the names of a top-level "joints"; maps
/// ({"q": {"j1": 0.1, …}}) go by name. A sample may hold "base": {"angular_velocity",
/// "angular_acceleration", "acceleration"}. Other keys are left alone. Throws Error.
StateFile read_states(const std::string& text, const std::string& file, const Model& model);
/// The same from a file; "-" is standard input.
StateFile load_states(const std::string& path, const Model& model);

/// Reads {"loads": [{"frame": "tool0", "force": […], "moment": […], "point": […],
/// "axes": "world" or "frame"}, …]} or the bare list. Throws Error.
std::vector<Load> read_loads(const std::string& text, const std::string& file, const Model& model);
/// The same from a file; "-" is standard input.
std::vector<Load> load_loads(const std::string& path, const Model& model);

}  // namespace alembert
