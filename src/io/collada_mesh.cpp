// COLLADA: geometries, and nodes of a scene that place them. Triangles are read, colours are not.
// As all who read such files for robots do, the unit is applied and the axis that points up is not:
// links have their own axes.
#include <fmt/format.h>

#include <Eigen/Geometry>
#include <algorithm>
#include <charconv>
#include <cmath>
#include <map>

#include "alembert/error.hpp"
#include "io/mesh_file.hpp"
#include "io/text.hpp"
#include "io/xml.hpp"

namespace alembert::io {

namespace {

constexpr const char* collada_advice = "write the mesh again, as binary STL";
/// Nodes in nodes; files that go deeper place a node in itself.
constexpr int deepest_node = 64;
/// Instances of instances can be many times what the file holds.
constexpr int most_nodes = 100'000;

class ColladaText {
 public:
  ColladaText(const std::string& text, const std::string& file) : xml_(text, file) {}

  Mesh read() {
    const XmlElement root = xml_.root();
    if (root.tag() != "COLLADA") {
      fail(root, fmt::format("the file begins with <{}>, not with <COLLADA>", root.tag()));
    }
    collect(root);
    const double unit = unit_of(root);
    const Eigen::Affine3d metres(Eigen::Scaling(unit));
    if (const std::optional<XmlElement> scene = scene_of(root)) {
      for (const XmlElement& node : all(*scene, "node")) add_node(node, metres, 0);
    } else {
      for (const XmlElement& geometry : geometries_) add_geometry(geometry, metres);
    }
    return std::move(mesh_);
  }

 private:
  using Points = std::vector<Eigen::Vector3d>;

  [[noreturn]] static void fail(const XmlElement& at, const std::string& reason) {
    at.fail(Error::Code::syntax, reason, collada_advice);
  }

  static std::vector<XmlElement> all(const XmlElement& of, const char* tag) {
    std::vector<XmlElement> out = of.children();
    std::erase_if(out, [&](const XmlElement& child) { return child.tag() != tag; });
    return out;
  }

  /// Whatever has an id.
  void collect(const XmlElement& root) {
    for (const XmlElement& library : root.children()) {
      for (const XmlElement& item : library.children()) {
        if (item.tag() == "geometry") geometries_.push_back(item);
        if (item.tag() == "node") collect_nodes(item, 0);
        if (item.tag() == "visual_scene") {
          for (const XmlElement& node : all(item, "node")) collect_nodes(node, 0);
        }
        keep_id(item);
      }
    }
  }
  void collect_nodes(const XmlElement& node, int depth) {
    if (depth > deepest_node) fail(node, "nodes stand in nodes without end");
    keep_id(node);
    for (const XmlElement& inner : all(node, "node")) collect_nodes(inner, depth + 1);
  }
  void keep_id(const XmlElement& item) {
    if (const auto id = item.attribute("id")) by_id_.emplace(*id, item);
  }

  /// What "#id" in this attribute names.
  const XmlElement& named(const XmlElement& by, const char* attribute,
                          const std::map<std::string, XmlElement>& among) const {
    const std::string url = by.required(attribute);
    const auto found = among.find(url.substr(url.rfind('#') + 1));
    if (found == among.end()) fail(by, fmt::format("{} names nothing here", in_quotes(url)));
    return found->second;
  }

  static double unit_of(const XmlElement& root) {
    const std::vector<XmlElement> assets = all(root, "asset");
    if (assets.empty()) return 1.0;
    const std::vector<XmlElement> units = all(assets.front(), "unit");
    const double metres = units.empty() ? 1.0 : units.front().number("meter", 1.0);
    if (!(metres > 0.0)) fail(units.front(), "a unit has no length");
    return metres;
  }

  std::optional<XmlElement> scene_of(const XmlElement& root) const {
    const std::vector<XmlElement> scenes = all(root, "scene");
    if (scenes.empty()) return {};
    const std::vector<XmlElement> visual = all(scenes.front(), "instance_visual_scene");
    if (visual.empty()) return {};
    return named(visual.front(), "url", by_id_);
  }

  void add_node(const XmlElement& node, const Eigen::Affine3d& parent, int depth) {
    if (depth > deepest_node) fail(node, "nodes stand in nodes without end");
    if (++nodes_ > most_nodes) fail(node, fmt::format("there are more than {} nodes", most_nodes));
    Eigen::Affine3d place = parent;
    for (const XmlElement& child : node.children()) {
      const std::string tag = child.tag();
      if (std::optional<Eigen::Affine3d> step = step_of(child, tag)) place = place * *step;
      if (tag == "node") add_node(child, place, depth + 1);
      if (tag == "instance_node") add_node(named(child, "url", by_id_), place, depth + 1);
      if (tag == "instance_geometry") add_geometry(named(child, "url", by_id_), place);
      if (tag == "instance_controller") fail(child, "a skin that follows bones is not read");
    }
  }

  /// One after the other, as they stand.
  static std::optional<Eigen::Affine3d> step_of(const XmlElement& of, const std::string& tag) {
    if (tag == "matrix") {
      const std::vector<double> m = numbers(of, 16);
      Eigen::Affine3d out;
      out.matrix() = Eigen::Map<const Eigen::Matrix<double, 4, 4, Eigen::RowMajor>>(m.data());
      if (!out.matrix().row(3).isApprox(Eigen::RowVector4d(0, 0, 0, 1))) {
        fail(of, "the last row of a matrix is not 0 0 0 1");
      }
      return out;
    }
    if (tag == "translate") {
      const std::vector<double> t = numbers(of, 3);
      return Eigen::Affine3d(Eigen::Translation3d(t[0], t[1], t[2]));
    }
    if (tag == "scale") {
      const std::vector<double> s = numbers(of, 3);
      return Eigen::Affine3d(Eigen::Scaling(s[0], s[1], s[2]));
    }
    if (tag == "rotate") {
      const std::vector<double> r = numbers(of, 4);
      const Eigen::Vector3d axis(r[0], r[1], r[2]);
      if (!(axis.norm() > 0.0)) return Eigen::Affine3d::Identity();
      const double degree = std::acos(-1.0) / 180.0;
      return Eigen::Affine3d(Eigen::AngleAxisd(r[3] * degree, axis.normalized()));
    }
    if (tag == "lookat" || tag == "skew") fail(of, fmt::format("<{}> is not read", tag));
    return {};
  }

  static std::vector<double> numbers(const XmlElement& of, std::size_t count) {
    std::vector<double> out;
    const std::string text = of.stray_text().value_or("");
    for (const std::string_view word : words(text)) {
      const std::optional<double> value = parse_number(word);
      if (!value || !std::isfinite(*value)) {
        fail(of, fmt::format("<{}> has {}, which is no number", of.tag(), in_quotes(word)));
      }
      out.push_back(*value);
    }
    if (count > 0 && out.size() != count) {
      fail(of, fmt::format("<{}> has {} numbers, not {}", of.tag(), out.size(), count));
    }
    return out;
  }

  static std::vector<std::size_t> indices(const XmlElement& of) {
    std::vector<std::size_t> out;
    const std::string text = of.stray_text().value_or("");
    for (const std::string_view word : words(text)) {
      std::size_t index = 0;
      const auto [stop, bad] = std::from_chars(word.data(), word.data() + word.size(), index);
      if (bad != std::errc{} || stop != word.data() + word.size()) {
        fail(of, fmt::format("<{}> has {}, which is no index", of.tag(), in_quotes(word)));
      }
      out.push_back(index);
    }
    return out;
  }

  void add_geometry(const XmlElement& geometry, const Eigen::Affine3d& place) {
    for (const XmlElement& shape : all(geometry, "mesh")) {
      std::map<std::string, XmlElement> parts;
      for (const XmlElement& part : shape.children()) {
        if (const auto id = part.attribute("id")) parts.emplace(*id, part);
      }
      // A part that is turned inside out by its place stays so: no one asks which side is which.
      for (const XmlElement& faces : shape.children()) add_faces(faces, parts, place);
    }
  }

  void add_faces(const XmlElement& faces, const std::map<std::string, XmlElement>& parts,
                 const Eigen::Affine3d& place) {
    const std::string kind = faces.tag();
    const bool strips = kind == "tristrips", fans = kind == "trifans" || kind == "polygons";
    if (!strips && !fans && kind != "triangles" && kind != "polylist") return;
    std::size_t stride = 0, vertex = 0;
    const XmlElement* source = nullptr;
    for (const XmlElement& input : all(faces, "input")) {
      const auto offset = static_cast<std::size_t>(input.number("offset", 0.0));
      stride = std::max(stride, offset + 1);
      if (input.required("semantic") != "VERTEX") continue;
      vertex = offset;
      source = &named(input, "source", parts);
    }
    if (!source) fail(faces, fmt::format("<{}> has no vertices", kind));
    if (!all(faces, "ph").empty()) fail(faces, "polygons with holes are not read");
    const std::size_t first = mesh_.points.size();
    add_points(positions(*source, parts), place, faces);
    std::vector<std::size_t> counts;
    for (const XmlElement& count : all(faces, "vcount")) counts = indices(count);
    for (const XmlElement& list : all(faces, "p")) {
      std::vector<std::size_t> corners;
      const std::vector<std::size_t> all_indices = indices(list);
      for (std::size_t k = vertex; k < all_indices.size(); k += stride) {
        corners.push_back(first + all_indices[k]);
      }
      if (kind == "triangles") counts.assign(corners.size() / 3, 3);
      if (strips || fans) counts.assign(1, corners.size());
      add_triangles(list, corners, counts, strips);
    }
  }

  /// Polygons as fans.
  void add_triangles(const XmlElement& at, const std::vector<std::size_t>& corners,
                     const std::vector<std::size_t>& counts, bool strips) {
    std::size_t begin = 0;
    for (const std::size_t count : counts) {
      if (count > corners.size() - begin) fail(at, "there are fewer corners than are counted");
      for (std::size_t k = 2; k < count; ++k) {
        const std::size_t lead = strips ? begin + k - 2 : begin;
        for (const std::size_t i : {lead, begin + k - 1, begin + k}) {
          if (corners[i] >= mesh_.points.size()) {
            fail(at,
                 fmt::format("a face has the corner {} of {}", corners[i], mesh_.points.size()));
          }
          mesh_.corners.push_back(static_cast<int>(corners[i]));
        }
      }
      begin += count;
      if (mesh_.corners.size() > 3 * most_mesh_triangles) {
        fail(at, fmt::format("the mesh has more than {} triangles", most_mesh_triangles));
      }
    }
  }

  void add_points(const Points& points, const Eigen::Affine3d& place, const XmlElement& at) {
    if (mesh_.points.size() + points.size() > 3 * most_mesh_triangles) {
      fail(at, fmt::format("the mesh has more than {} vertices", 3 * most_mesh_triangles));
    }
    for (const Eigen::Vector3d& point : points) mesh_.points.push_back(place * point);
  }

  /// Of <vertices> or, where a file goes there at once, of a <source>.
  Points positions(const XmlElement& from, const std::map<std::string, XmlElement>& parts) const {
    XmlElement source = from;
    for (const XmlElement& input : all(from, "input")) {
      if (input.required("semantic") == "POSITION") source = named(input, "source", parts);
    }
    const std::vector<XmlElement> arrays = all(source, "float_array");
    if (arrays.empty()) fail(source, "vertices have no positions");
    const std::vector<double> values = numbers(arrays.front(), 0);
    std::size_t stride = 3, offset = 0;
    for (const XmlElement& technique : all(source, "technique_common")) {
      for (const XmlElement& accessor : all(technique, "accessor")) {
        stride = static_cast<std::size_t>(std::clamp(accessor.number("stride", 3.0), 3.0, 1e3));
        offset = static_cast<std::size_t>(std::clamp(accessor.number("offset", 0.0), 0.0, 1e9));
      }
    }
    Points out;
    for (std::size_t k = offset; k + 3 <= values.size(); k += stride) {
      out.emplace_back(values[k], values[k + 1], values[k + 2]);
    }
    return out;
  }

  XmlFile xml_;
  Mesh mesh_;
  std::map<std::string, XmlElement> by_id_;
  std::vector<XmlElement> geometries_;
  int nodes_ = 0;
};

}  // namespace

Mesh read_collada(const std::string& text, const std::string& file) {
  return ColladaText(text, file).read();
}

}  // namespace alembert::io
