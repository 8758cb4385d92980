// OBJ: vertices, and faces that name them by their number.
#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>

#include "alembert/error.hpp"
#include "io/mesh_file.hpp"
#include "io/text.hpp"

namespace alembert::io {

namespace {

constexpr std::size_t most_vertices = 3 * most_mesh_triangles;

class ObjText {
 public:
  explicit ObjText(const std::string& file) : file_(file) {}

  Mesh read(std::string_view text) {
    while (!text.empty()) {
      ++line_;
      const std::size_t end = std::min(text.find('\n'), text.size());
      read_line(trimmed(text.substr(0, end)));
      text.remove_prefix(std::min(end + 1, text.size()));
    }
    return std::move(mesh_);
  }

 private:
  void read_line(std::string_view line) {
    if (line.empty() || line[0] == '#') return;
    if (line.back() == '\\') fail("a line that goes on below is not read");
    const std::size_t end = std::min(line.find_first_of(" \t"), line.size());
    const std::string_view kind = line.substr(0, end);
    line.remove_prefix(end);
    if (kind == "v") return read_vertex(line);
    if (kind == "f") return read_face(line);
    for (const char* other : {"vn", "vt", "vp", "o", "g", "s", "l", "p", "usemtl", "mtllib"}) {
      if (kind == other) return;
    }
    fail(fmt::format("{} is none of what OBJ files of triangles have", in_quotes(kind)));
  }
  static std::string_view next(std::string_view& line) {
    line = trimmed(line);
    const std::string_view word = line.substr(0, std::min(line.find_first_of(" \t"), line.size()));
    line.remove_prefix(word.size());
    return word;
  }
  /// Three numbers; a fourth, and three of colour, may follow.
  void read_vertex(std::string_view line) {
    Eigen::Vector3d p;
    for (double& x : p) x = number(next(line));
    for (std::string_view word = next(line); !word.empty(); word = next(line)) number(word);
    if (mesh_.points.size() == most_vertices) {
      fail(fmt::format("the mesh has more than {} vertices", most_vertices));
    }
    mesh_.points.push_back(p);
  }
  double number(std::string_view word) const {
    const auto value = parse_number(word);
    if (!value || !std::isfinite(*value)) {
      fail(fmt::format("a vertex has {}, which is no number",
                       word.empty() ? "nothing" : in_quotes(word)));
    }
    return *value;
  }
  /// Faces of more than three corners as fans.
  void read_face(std::string_view line) {
    face_.clear();
    for (std::string_view word = next(line); !word.empty(); word = next(line)) {
      if (face_.size() + mesh_.corners.size() / 3 == most_mesh_triangles) {
        fail(fmt::format("the mesh has more than {} triangles", most_mesh_triangles));
      }
      face_.push_back(corner(word));
    }
    if (face_.size() < 3) fail("a face has fewer than three corners");
    for (std::size_t k = 2; k < face_.size(); ++k) {
      mesh_.corners.insert(mesh_.corners.end(), {face_[0], face_[k - 1], face_[k]});
    }
  }
  /// "7/1/3": the vertex comes first; from 1, or from the last one backwards.
  int corner(std::string_view word) const {
    const std::string_view digits = word.substr(0, std::min(word.find('/'), word.size()));
    int index = 0;
    const auto [stop, failure] =
        std::from_chars(digits.data(), digits.data() + digits.size(), index);
    const bool whole = failure == std::errc{} && stop == digits.data() + digits.size() &&
                       word.find_first_not_of("0123456789/-") == std::string_view::npos;
    if (!whole) fail(fmt::format("a face has the corner {}, which is no number", in_quotes(word)));
    const int count = static_cast<int>(mesh_.points.size());
    const int place = index > 0 ? index - 1 : count + index;
    if (index == 0 || place < 0 || place >= count) {
      fail(fmt::format("a face has the corner {}, and {} vertices stand before it", index, count));
    }
    return place;
  }
  [[noreturn]] void fail(const std::string& reason) const {
    throw Error(Error::Code::syntax, {file_, line_}, reason, "write the mesh again, as binary STL");
  }

  const std::string& file_;
  Mesh mesh_;
  std::vector<int> face_;
  int line_ = 0;
};

}  // namespace

Mesh read_obj(std::string_view text, const std::string& file) { return ObjText(file).read(text); }

}  // namespace alembert::io
