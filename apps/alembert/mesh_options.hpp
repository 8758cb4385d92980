// --package and --allow-outside: where a robot's meshes may lie.
#pragma once

#include <string>
#include <vector>

#include "alembert/mesh_folders.hpp"
#include "alembert/page.hpp"

namespace alembert::cli {

class Command;

struct MeshOptions {
  std::vector<std::string> packages;
  bool allow_outside = false;
};

void add_mesh_options(Command& command, MeshOptions& options);
/// Throws UsageError for what is not NAME=DIR.
MeshFolders mesh_folders(const MeshOptions& options);

/// On standard error: meshes that a page has not drawn, and why.
void note_undrawn(const std::vector<UndrawnMesh>& undrawn);

}  // namespace alembert::cli
