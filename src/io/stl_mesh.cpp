// STL: facets of three vertices each, as text or as bytes.
#include <fmt/format.h>

#include <array>
#include <cmath>
#include <cstring>

#include "alembert/error.hpp"
#include "io/mesh_file.hpp"
#include "io/text.hpp"

namespace alembert::io {

namespace {

constexpr std::size_t stl_head = 84, stl_facet = 50;
constexpr const char* stl_advice = "write the mesh again, as binary STL";

void add_triangle(Mesh& mesh, const std::array<Eigen::Vector3d, 3>& corners) {
  for (const Eigen::Vector3d& p : corners) {
    mesh.corners.push_back(static_cast<int>(mesh.points.size()));
    mesh.points.push_back(p);
  }
}

std::uint32_t said_count(std::string_view bytes) {
  std::uint32_t count = 0;
  std::memcpy(&count, bytes.data() + stl_head - sizeof count, sizeof count);
  return count;
}

/// The file is as long as its head says.
Mesh read_binary_stl(std::string_view bytes, const std::string& file) {
  Mesh mesh;
  const std::size_t count = said_count(bytes);
  mesh.points.reserve(3 * count);
  mesh.corners.reserve(3 * count);
  for (std::size_t i = 0; i < count; ++i) {
    std::array<float, 9> xyz;
    std::memcpy(xyz.data(), bytes.data() + stl_head + stl_facet * i + 12, sizeof xyz);
    std::array<Eigen::Vector3d, 3> corners;
    for (std::size_t k = 0; k < 3; ++k) {
      corners[k] << xyz[3 * k], xyz[3 * k + 1], xyz[3 * k + 2];
      if (corners[k].allFinite()) continue;
      throw Error(Error::Code::value, {file, 0}, fmt::format("triangle {} is not finite", i + 1),
                  stl_advice);
    }
    add_triangle(mesh, corners);
  }
  return mesh;
}

/// Words one after the other, and the line they are on.
class StlText {
 public:
  StlText(std::string_view text, const std::string& file) : text_(text), file_(file) {}

  Mesh read() {
    Mesh mesh;
    for (std::string_view word = next(); !word.empty(); word = next()) {
      if (!same(word, "solid")) refuse(word, "solid");
      skip_line();  // its name
      read_facets(mesh);
    }
    return mesh;
  }

 private:
  void read_facets(Mesh& mesh) {
    for (;;) {
      const std::string_view word = next();
      if (same(word, "endsolid")) return skip_line();
      if (!same(word, "facet")) refuse(word, "facet or endsolid");
      expect("normal");
      for (int k = 0; k < 3; ++k) number();  // programs write what they like there
      expect("outer");
      expect("loop");
      std::array<Eigen::Vector3d, 3> corners;
      for (Eigen::Vector3d& corner : corners) {
        expect("vertex");
        for (double& x : corner) x = finite();
      }
      expect("endloop");
      expect("endfacet");
      add_triangle(mesh, corners);
    }
  }
  static bool blank(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n'; }
  std::string_view next() {
    for (; at_ < text_.size() && blank(text_[at_]); ++at_) line_ += text_[at_] == '\n';
    const std::size_t from = at_;
    while (at_ < text_.size() && !blank(text_[at_])) ++at_;
    return text_.substr(from, at_ - from);
  }
  void skip_line() { at_ = std::min(text_.find('\n', at_), text_.size()); }
  static bool same(std::string_view word, std::string_view keyword) {
    return word == keyword || (word.size() == keyword.size() && lower_case(word) == keyword);
  }
  void expect(std::string_view keyword) {
    const std::string_view word = next();
    if (!same(word, keyword)) refuse(word, keyword);
  }
  double number() {
    const std::string_view word = next();
    const auto value = parse_number(word);
    if (!value) refuse(word, "a number");
    return *value;
  }
  double finite() {
    const double value = number();
    if (std::isfinite(value)) return value;
    throw Error(Error::Code::value, {file_, line_}, "a vertex is not finite", stl_advice);
  }
  [[noreturn]] void refuse(std::string_view word, std::string_view wanted) const {
    throw Error(Error::Code::syntax, {file_, line_},
                fmt::format("{} where {} should be",
                            word.empty() ? "the end of the file" : in_quotes(word), wanted),
                stl_advice);
  }

  std::string_view text_;
  const std::string& file_;
  std::size_t at_ = 0;
  int line_ = 1;
};

}  // namespace

Mesh read_stl(std::string_view bytes, const std::string& file) {
  const bool has_head = bytes.size() >= stl_head;
  const std::size_t said = has_head ? said_count(bytes) : 0;
  if (has_head && bytes.size() == stl_head + stl_facet * said) return read_binary_stl(bytes, file);
  // Binary files may begin with the same word, but hold zeros.
  const bool text = bytes.find('\0') == std::string_view::npos;
  if (text && lower_case(trimmed(bytes).substr(0, 5)) == "solid")
    return StlText(bytes, file).read();
  throw Error(Error::Code::syntax, {file, 0},
              has_head && !text
                  ? fmt::format("the file says {} triangles and is {} bytes long, not {}", said,
                                bytes.size(), stl_head + stl_facet * said)
                  : "the file is neither STL as text, which begins with solid, nor binary",
              stl_advice);
}

}  // namespace alembert::io
