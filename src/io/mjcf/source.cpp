#include "io/mjcf/source.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <iterator>
#include <set>
#include <string_view>

#include "io/text.hpp"
#include "io/xml.hpp"
#include "model/robot_size.hpp"

namespace alembert::mjcf {

namespace fs = std::filesystem;

namespace {

using Code = Error::Code;
using io::in_quotes;
using io::XmlElement;

constexpr std::size_t most_files = 100;

/// A file that the text asks for.
struct Reach {
  Location where;
  std::string what;
  std::string path;
};

class Inspector {
 public:
  explicit Inspector(const std::string& file) {
    source_.file = file;
    source_.folder = fs::path(file).parent_path();
    if (source_.folder.empty()) source_.folder = ".";
    opened_.insert(fs::path(file).filename().string());
  }

  Source read(const std::string& text) {
    read_file(text, source_.file);
    // Every body hangs on a joint; MuJoCo takes minutes over so many.
    require_few_joints(std::max(source_.bodies.entries.size(), source_.joints.entries.size()),
                       {source_.file, 0});
    require_inside_folders();
    return std::move(source_);
  }

 private:
  void read_file(const std::string& text, const std::string& file) {
    const io::XmlFile xml(text, file);
    const XmlElement root = xml.root();
    const std::string wanted = file == source_.file ? "mujoco" : "mujocoinclude";
    if (root.tag() != "mujoco" && root.tag() != wanted) {
      root.fail(Code::robot,
                fmt::format("the root element is <{}>, so this is not MJCF", root.tag()),
                fmt::format("an MJCF file starts with <{}>", wanted));
    }
    for (const XmlElement& section : root.children()) read_section(section);
  }

  void read_section(const XmlElement& section) {
    check(section);
    if (section.tag() == "include") return include(section);
    if (section.tag() == "worldbody") return read_body(section);
    if (section.tag() == "body") {  // of a file that is included inside a body
      note(source_.bodies, section);
      return read_body(section);
    }
    if (section.tag() == "equality") {
      for (const XmlElement& equality : section.children()) note(source_.equalities, equality);
    }
    check_below(section);
  }

  /// MuJoCo numbers all of a body's joints before those of the bodies inside it.
  void read_body(const XmlElement& body) {
    const std::vector<XmlElement> children = body.children();
    for (const XmlElement& child : children) {
      const std::string tag = child.tag();
      check(child);
      if (tag == "joint" || tag == "freejoint") note(source_.joints, child);
      if (tag == "site") note(source_.sites, child);
      if (tag == "inertial" && !source_.bodies.entries.empty() && body.tag() == "body") {
        source_.bodies.entries.back().inertial = child.where();
      }
      if (tag != "body" && tag != "include") check_below(child);
    }
    for (const XmlElement& child : children) {
      if (child.tag() == "include") include(child);
      if (child.tag() != "body") continue;
      note(source_.bodies, child);
      read_body(child);
    }
  }

  void note(Places& places, const XmlElement& element) {
    places.entries.push_back({element.attribute("name").value_or(""), element.where(), {}});
  }

  void check_below(const XmlElement& element) {
    for (const XmlElement& child : element.children()) {
      check(child);
      if (child.tag() == "include") include(child);
      check_below(child);
    }
  }

  void check(const XmlElement& element) {
    if (element.tag() == "composite") require_few_parts(element);
    for (const std::string& name : element.attribute_names()) {
      const std::string value = *element.attribute(name.c_str());
      if (is_path(name)) {
        require_inside(element, name, value);
      } else if (!is_word(name)) {
        require_finite(element, name, value);
      }
    }
  }

  /// Its bodies are MuJoCo's to make: as many as the product of its counts.
  static void require_few_parts(const XmlElement& composite) {
    double parts = 1.0;
    const std::string counts = composite.attribute("count").value_or("");
    for (const std::string_view word : io::words(counts)) {
      parts *= io::parse_number(word).value_or(1.0);
    }
    if (parts > static_cast<double>(most_joints)) {
      require_few_joints(most_joints + 1, composite.where());
    }
  }

  static bool is_path(const std::string& attribute) {
    static const std::set<std::string> paths = {"file",      "meshdir",  "texturedir", "assetdir",
                                                "fileright", "fileleft", "fileup",     "filedown",
                                                "filefront", "fileback"};
    return paths.contains(attribute);
  }

  /// Attributes that hold names, where "nan" and "inf" are words like others.
  static bool is_word(const std::string& attribute) {
    static const std::set<std::string> words = {
        "name",  "class", "childclass", "model",  "joint",  "joint1",  "joint2", "body",
        "body1", "body2", "site",       "geom",   "geom1",  "geom2",   "mesh",   "material",
        "site1", "site2", "tendon",     "hfield", "target", "texture", "data",   "prefix"};
    return words.contains(attribute);
  }

  static void require_finite(const XmlElement& element, const std::string& name,
                             const std::string& value) {
    for (const std::string_view word : io::words(value)) {
      const auto number = io::parse_number(word);
      if (!number || std::isfinite(*number)) continue;
      element.fail(Code::value,
                   fmt::format("{} of {} has {}, which is not finite", name, element.label(),
                               in_quotes(word)),
                   "write a finite number");
    }
  }

  void require_inside(const XmlElement& element, const std::string& name,
                      const std::string& value) {
    const fs::path path(value);
    const bool plain = !path.is_absolute() && value.find_first_of(":\\") == std::string::npos &&
                       std::find(path.begin(), path.end(), "..") == path.end();
    const Reach reach{element.where(), fmt::format("{} of {}", name, element.label()), value};
    if (!plain || !is_inside(path)) refuse(reach);
    if (name.ends_with("dir")) {
      folders_.insert(value);
    } else {
      reaches_.push_back(reach);
    }
  }

  /// Once all of meshdir, texturedir and assetdir are known: no symbolic link leads out of them,
  /// and what is there are files.
  void require_inside_folders() {
    if (folders_.empty()) folders_.insert("");
    for (const Reach& reach : reaches_) {
      for (const std::string& folder : folders_) {
        const fs::path path = fs::path(folder) / reach.path;
        if (!is_inside(path)) refuse(reach);
        require_file(reach, source_.folder / path);
      }
    }
  }

  /// What is there but is no file may never end: a pipe.
  static void require_file(const Reach& reach, const fs::path& path) {
    std::error_code none;
    if (!fs::exists(path, none) || fs::is_regular_file(path, none)) return;
    throw Error(
        Code::file, reach.where,
        fmt::format("{} is {}, a folder, a pipe or a device", reach.what, in_quotes(reach.path)),
        "name a file");
  }

  bool is_inside(const fs::path& path) const {
    std::error_code error;
    const fs::path home = fs::weakly_canonical(fs::absolute(source_.folder), error);
    const fs::path there = fs::weakly_canonical(fs::absolute(source_.folder / path), error);
    return !error &&
           std::mismatch(home.begin(), home.end(), there.begin(), there.end()).first == home.end();
  }

  [[noreturn]] static void refuse(const Reach& reach) {
    throw Error(Code::file, reach.where,
                fmt::format("{} is {}, which may lie outside the robot's folder", reach.what,
                            in_quotes(reach.path)),
                "copy the file next to the robot and name it by a path without .. or a leading /");
  }

  /// Included files are found from the main file's folder, whoever includes them.
  void include(const XmlElement& element) {
    const std::string name = element.required("file");
    if (!opened_.insert(fs::path(name).filename().string()).second) {
      element.fail(Code::robot, fmt::format("{} is included twice", in_quotes(name)),
                   "include every file once, under a name of its own");
    }
    if (opened_.size() > most_files) {
      element.fail(Code::robot, fmt::format("more than {} files are included", most_files),
                   "put the robot into fewer files");
    }
    const fs::path path = source_.folder / name;
    require_file({element.where(), "file of " + element.label(), name}, path);
    std::ifstream stream(path, std::ios::binary);
    const std::string text{std::istreambuf_iterator<char>(stream), {}};
    if (!stream.is_open() || stream.bad()) {
      element.fail(Code::file, fmt::format("included file {} cannot be read", in_quotes(name)),
                   "put it next to the robot, or remove the <include>");
    }
    read_file(text, path.string());
  }

  Source source_;
  std::set<std::string> opened_;
  std::set<std::string> folders_;
  std::vector<Reach> reaches_;
};

}  // namespace

const Places::Entry* Places::find_named(const std::string& name) const {
  const auto found = std::find_if(entries.begin(), entries.end(), [&](const Entry& entry) {
    return !name.empty() && entry.name == name;
  });
  return found == entries.end() ? nullptr : &*found;
}

const Places::Entry* Places::find(std::size_t index, std::size_t count,
                                  const std::string& name) const {
  return entries.size() == count ? &entries[index] : find_named(name);
}

Source inspect(const std::string& text, const std::string& file) {
  return Inspector(file).read(text);
}

}  // namespace alembert::mjcf
