#include "mesh_options.hpp"

#include <algorithm>
#include <filesystem>
#include <map>

#include "verb.hpp"

namespace alembert::cli {

void add_mesh_options(Command& command, MeshOptions& options) {
  command.repeatable("--package", "NAME=DIR", options.packages,
                     "the folder that package://NAME/ means in the robot's file (otherwise the "
                     "packages around the robot, ROS_PACKAGE_PATH and AMENT_PREFIX_PATH)");
  command.flag("--allow-outside", options.allow_outside,
               "also read meshes that lie outside the robot's folder and packages");
}

MeshFolders mesh_folders(const MeshOptions& options) {
  MeshFolders folders{.packages = {}, .allow_outside = options.allow_outside};
  for (const std::string& text : options.packages) {
    const std::size_t equals = text.find('=');
    if (equals == std::string::npos || equals == 0 || equals + 1 == text.size()) {
      throw UsageError(fmt::format("--package {} is not of the form NAME=DIR", text),
                       "write a package's name and its folder, such as --package arm=../arm");
    }
    const std::string folder = text.substr(equals + 1);
    if (!std::filesystem::is_directory(folder)) {
      throw UsageError(fmt::format("--package {}: there is no folder {}", text, folder),
                       "name the folder that holds the package's own, such as meshes");
    }
    folders.packages[text.substr(0, equals)] = folder;
  }
  return folders;
}

void note_undrawn(const std::vector<UndrawnMesh>& undrawn) {
  constexpr std::size_t most = 5;
  std::map<std::string, std::vector<std::string>> files;  // by what is wrong with them
  for (const UndrawnMesh& mesh : undrawn) {
    std::vector<std::string>& same = files[mesh.problem];
    const std::string name = std::filesystem::path(mesh.file).filename();  // the page has the rest
    if (std::find(same.begin(), same.end(), name) == same.end()) same.push_back(name);
  }
  for (const auto& [problem, same] : files) {
    const std::size_t shown = std::min(most, same.size());
    const std::string more =
        shown < same.size() ? fmt::format(" and {} more", same.size() - shown) : "";
    note(fmt::format("not drawn: {}{}: {}",
                     fmt::join(same.begin(), same.begin() + static_cast<long>(shown), ", "), more,
                     problem));
  }
}

}  // namespace alembert::cli
