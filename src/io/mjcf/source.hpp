// The MJCF text before MuJoCo sees it: what it may reach for, and on which line things are.
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

#include "alembert/error.hpp"

namespace alembert::mjcf {

/// Places in document order, includes expanded, a body's own things before those of its children:
/// the order in which MuJoCo numbers them.
struct Places {
  struct Entry {
    std::string name;
    Location where;
    Location inertial;  ///< of the body's <inertial>, if it has one
  };
  std::vector<Entry> entries;

  const Entry* find_named(const std::string& name) const;
  /// Of object `index` out of `count`; by name if the text does not list them one by one.
  const Entry* find(std::size_t index, std::size_t count, const std::string& name) const;
};

struct Source {
  std::filesystem::path folder;  ///< where included files and meshes are looked for
  std::string file;              ///< the main file, as the user gave it
  Places bodies, joints, sites, equalities;
};

/// Throws Error for anything but well-formed MJCF that stays in its own folder and is finite.
Source inspect(const std::string& text, const std::string& file);

}  // namespace alembert::mjcf
