#include "io/mesh_place.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <string_view>
#include <vector>

#include "io/text.hpp"

namespace alembert::io {

namespace {

namespace fs = std::filesystem;

constexpr const char* absent_mesh = "the file is not there";
constexpr const char* no_file = "it is a folder, a pipe or a device, no file";
constexpr const char* outside_mesh =
    "it lies outside the robot's folder and packages; --package NAME=DIR names one more, "
    "--allow-outside lets in all";

bool is_file(const fs::path& path) {
  std::error_code none;
  return fs::is_regular_file(path, none);
}

bool is_folder(const fs::path& path) {
  std::error_code none;
  return fs::is_directory(path, none);
}

/// By its name alone, without steps back or a slash at its end.
fs::path tidy(const fs::path& path) {
  const fs::path plain = fs::absolute(path).lexically_normal();
  return plain.has_filename() ? plain : plain.parent_path();
}

bool begins_with(const fs::path& path, const fs::path& folder) {
  const auto ends = std::mismatch(folder.begin(), folder.end(), path.begin(), path.end());
  return ends.first == folder.end();
}

/// Once links are followed.
bool lies_in(const fs::path& path, const fs::path& folder) {
  std::error_code none;
  const fs::path inner = fs::canonical(path, none), outer = fs::canonical(folder, none);
  return !inner.empty() && !outer.empty() && begins_with(inner, outer);
}

/// From a folder up to the root.
std::vector<fs::path> upwards(fs::path folder) {
  std::vector<fs::path> all = {folder};
  for (; folder != folder.parent_path(); all.push_back(folder)) folder = folder.parent_path();
  return all;
}

std::vector<fs::path> folders_in(const char* variable) {
  std::vector<fs::path> all;
  const char* value = std::getenv(variable);
  std::string_view rest = value ? value : "";
  while (!rest.empty()) {
    const std::size_t colon = std::min(rest.find(':'), rest.size());
    if (colon > 0) all.emplace_back(rest.substr(0, colon));
    rest.remove_prefix(std::min(colon + 1, rest.size()));
  }
  return all;
}

/// Where a package may be. Who names a folder, or installs a package, chose what is in it: links
/// are followed there (colcon installs nothing else when asked to).
struct PackageFolder {
  fs::path folder;
  bool trusted = false;
};

/// Along the paths of ROS 1, with collections of packages one below, and of ROS 2.
std::vector<PackageFolder> installed(const std::string& package) {
  std::vector<PackageFolder> all;
  const auto offer = [&](const fs::path& folder) {
    if (is_folder(folder)) all.push_back({folder, true});
  };
  for (const fs::path& folder : folders_in("ROS_PACKAGE_PATH")) {
    if (folder.filename() == package) offer(folder);
    offer(folder / package);
    std::error_code none;
    for (const fs::directory_entry& below : fs::directory_iterator(folder, none)) {
      offer(below.path() / package);
    }
  }
  for (const fs::path& prefix : folders_in("AMENT_PREFIX_PATH")) offer(prefix / "share" / package);
  return all;
}

/// The packages around a robot: those it lies in, by their name or their package.xml, and those
/// that lie beside them. A home folder is none, whatever it is called, nor is a link that leads
/// elsewhere: it may have come with the robot.
std::vector<PackageFolder> around(const fs::path& robot_folder, const std::string& package) {
  std::vector<PackageFolder> all;
  const auto offer_below = [&](const fs::path& folder) {
    if (lies_in(folder / package, folder)) all.push_back({folder / package});
  };
  if (is_folder(robot_folder / package)) offer_below(robot_folder);
  const char* home = std::getenv("HOME");
  for (const fs::path& up : upwards(robot_folder)) {
    const bool named = up.filename() == package && !(home && lies_in(home, up));
    if (named || is_file(up / "package.xml")) all.push_back({up});
    if (is_file(up / package / "package.xml")) offer_below(up);
  }
  return all;
}

MeshPlace in_package(const std::string& name, const fs::path& robot_folder,
                     const MeshFolders& folders) {
  const std::size_t slash = std::min(name.find('/'), name.size());
  const std::string package = name.substr(0, slash);
  const std::size_t begin = std::min(name.find_first_not_of('/', slash), name.size());
  const fs::path rest = fs::path(name.substr(begin)).lexically_normal();
  const bool steps_out = package.empty() || package == "." || package == ".." ||
                         (!rest.empty() && *rest.begin() == "..");
  if (steps_out && !folders.allow_outside) return {.problem = outside_mesh};
  std::vector<PackageFolder> places;
  if (const auto named = folders.packages.find(package); named != folders.packages.end()) {
    places.push_back({named->second, true});
  } else {
    places = around(robot_folder, package);
    const std::vector<PackageFolder> more = installed(package);
    places.insert(places.end(), more.begin(), more.end());
  }
  const bool found = !places.empty();
  places.push_back({robot_folder});  // a file sent without its package
  bool refused = false;
  for (const PackageFolder& place : places) {
    const fs::path file = place.folder / rest;
    if (!is_file(file)) continue;
    if (place.trusted || folders.allow_outside || lies_in(file, place.folder)) return {file};
    refused = true;
  }
  // Further up, where nothing says that it is a package.
  for (const fs::path& up : upwards(robot_folder)) {
    for (const fs::path& file : {up / name, up / rest}) {
      if (!is_file(file)) continue;
      if (folders.allow_outside) return {file};
      refused = true;
    }
  }
  if (refused) return {.problem = outside_mesh};
  if (found) return {.problem = absent_mesh};
  return {.problem = fmt::format("the package {} is not found; --package {}=DIR says where it is",
                                 in_quotes(package), package)};
}

/// Whether a path as it is written may be read.
bool allowed(const fs::path& file, const fs::path& robot_folder, const MeshFolders& folders) {
  if (folders.allow_outside || lies_in(file, robot_folder)) return true;
  for (const fs::path& up : upwards(robot_folder)) {
    if (!is_file(up / "package.xml")) continue;
    if (lies_in(file, up)) return true;
    break;
  }
  std::vector<fs::path> trusted = folders_in("ROS_PACKAGE_PATH");
  for (const fs::path& prefix : folders_in("AMENT_PREFIX_PATH"))
    trusted.push_back(prefix / "share");
  for (const auto& [name, folder] : folders.packages) trusted.emplace_back(folder);
  // Links are followed there, but a step back behind one is not the step that the name shows.
  std::error_code none;
  const bool as_named = fs::equivalent(file, tidy(file), none);
  return std::any_of(trusted.begin(), trusted.end(), [&](const fs::path& folder) {
    return lies_in(file, folder) || (as_named && begins_with(tidy(file), tidy(folder)));
  });
}

}  // namespace

MeshPlace find_mesh(const std::string& name, const std::string& robot_file,
                    const MeshFolders& folders) {
  const fs::path robot_folder =
      robot_file.empty() ? fs::current_path() : tidy(robot_file).parent_path();
  if (name.starts_with("package://")) {
    const std::size_t begin = std::min(name.find_first_not_of('/', 10), name.size());
    return in_package(name.substr(begin), robot_folder, folders);
  }
  const bool address = name.starts_with("file://");
  if (!address && name.find("://") != std::string::npos) {
    return {.problem = "only paths, package:// and file:// are read"};
  }
  const fs::path file = robot_folder / (address ? name.substr(7) : name);
  if (allowed(file, robot_folder, folders)) {
    if (is_file(file)) return {file};
    std::error_code none;
    return {.problem = fs::exists(file, none) ? no_file : absent_mesh};
  }
  // What is not there lies nowhere; where it would lie outside, nobody learns whether it is there.
  const bool would_be_inside = begins_with(tidy(file), robot_folder);
  return {.problem = would_be_inside && !is_file(file) ? absent_mesh : outside_mesh};
}

}  // namespace alembert::io
