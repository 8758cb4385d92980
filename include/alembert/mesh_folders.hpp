// Where the meshes that a robot's file names may lie, besides the robot's own folder and package.
#pragma once

#include <map>
#include <string>

namespace alembert {

/// `package://NAME/…` is looked for in the folder given here; of packages without one, in the
/// robot's own folder and package, beside that, and along ROS_PACKAGE_PATH and AMENT_PREFIX_PATH.
struct MeshFolders {
  std::map<std::string, std::string> packages = {};  ///< folders, by the packages' names
  /// Also what lies elsewhere: absolute paths, `..`, links that lead away. Meshes go into pages
  /// that people send around, so that a robot's file alone may not choose what is read.
  bool allow_outside = false;
};

}  // namespace alembert
