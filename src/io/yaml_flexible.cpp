#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <numbers>

#include "io/csv.hpp"
#include "io/robot_parts.hpp"
#include "io/robot_words.hpp"
#include "io/text.hpp"

namespace alembert::io {

namespace {

using Code = Error::Code;

struct Material {
  double E = 0.0, G = 0.0, density = 0.0;
};

Material read_material(const YamlValue& value) {
  if (value.is_map()) {
    const YamlMap map = value.map({"E", "G", "density"});
    const std::string fix = "write {E: 7e10, G: 2.6e10, density: 2700}, SI units";
    return {map.at("E", fix).number(), map.at("G", fix).number(), map.at("density", fix).number()};
  }
  const std::string name = value.text();
  if (name == "steel") return {2.1e11, 8.1e10, 7850.0};
  if (name == "aluminium") return {7.0e10, 2.6e10, 2700.0};
  if (name == "titanium") return {1.1e11, 4.2e10, 4430.0};
  if (name == "carbon") return {7.0e10, 5.0e9, 1600.0};  // woven, quasi-isotropic
  value.fail(Code::value, "the material " + in_quotes(name) + " is not known",
             did_you_mean(name, {"steel", "aluminium", "titanium", "carbon"}) +
                 ", or write {E, G, density}");
}

struct SectionNumbers {
  double area = 0.0, Iy = 0.0, Iz = 0.0, J = 0.0, outer = 0.0;
};

SectionNumbers round_section(double outer, double inner) {
  const double pi = std::numbers::pi;
  const double I = pi / 64.0 * (std::pow(outer, 4) - std::pow(inner, 4));
  return {pi / 4.0 * (outer * outer - inner * inner), I, I, 2.0 * I, outer};
}

/// Saint-Venant's torsion constant of a full rectangle, to 0.01 %.
double rectangle_torsion(double a, double b) {
  const double longer = std::max(a, b), t = std::min(a, b), r = t / longer;
  double sum = 0.0;
  for (int n = 1; n < 40; n += 2) {
    sum += std::tanh(n * std::numbers::pi / (2.0 * r)) / std::pow(n, 5);
  }
  return longer * t * t * t / 3.0 * (1.0 - 192.0 / std::pow(std::numbers::pi, 5) * r * sum);
}

SectionNumbers read_section_shape(const YamlMap& map) {
  const auto positive = [](const YamlMap& of, const char* key, const std::string& fix) {
    const YamlValue& value = of.at(key, fix);
    const double x = value.number(Quantity::length);
    if (x <= 0.0) value.fail(Code::value, value.label() + " is not above zero", fix);
    return x;
  };
  if (const YamlValue* tube = map.find("tube")) {
    const std::string fix = "write {diameter: 50 mm, thickness: 2 mm}";
    const YamlMap of = tube->map({"diameter", "thickness"});
    const double d = positive(of, "diameter", fix), t = positive(of, "thickness", fix);
    if (2.0 * t > d) tube->fail(Code::value, "the tube's wall is thicker than the tube", fix);
    return round_section(d, d - 2.0 * t);
  }
  if (const YamlValue* rod = map.find("rod")) {
    return round_section(positive(rod->map({"diameter"}), "diameter", "write {diameter: 20 mm}"),
                         0.0);
  }
  const YamlValue* rectangle = map.find("rectangle");
  const YamlValue* box = map.find("box");
  if (rectangle == nullptr && box == nullptr) {
    map.value().fail(Code::robot, map.value().label() + " has no shape",
                     "write one of: tube, rod, rectangle, box");
  }
  const std::string fix =
      "write {y: 40 mm, z: 20 mm}, its widths along y and z; a box also {thickness: 2 mm}";
  const YamlMap of = (rectangle ? rectangle : box)
                         ->map(rectangle ? std::vector<std::string>{"y", "z"}
                                         : std::vector<std::string>{"y", "z", "thickness"});
  const double y = positive(of, "y", fix), z = positive(of, "z", fix);
  SectionNumbers full{y * z, y * z * z * z / 12.0, z * y * y * y / 12.0, rectangle_torsion(y, z),
                      std::max(y, z)};
  if (rectangle) return full;
  const double t = positive(of, "thickness", fix), iy = y - 2.0 * t, iz = z - 2.0 * t;
  if (iy < 0.0 || iz < 0.0) box->fail(Code::value, "the box's wall is thicker than the box", fix);
  const double middle = (y - t) * (z - t);  // Bredt: 4 A^2 t / circumference
  return {full.area - iy * iz, full.Iy - iy * iz * iz * iz / 12.0,
          full.Iz - iz * iy * iy * iy / 12.0, 2.0 * middle * middle * t / (y + z - 2.0 * t),
          full.outer};
}

void read_section(const YamlValue& value, FlexibleLink& link) {
  const YamlMap map = value.map({"tube", "rod", "rectangle", "box", "material"});
  const SectionNumbers s = read_section_shape(map);
  const Material m =
      read_material(map.at("material", "write `material: aluminium`, or {E, G, density}"));
  const auto set = [&](Along& along, double number) {
    if (!along.written()) along = {{}, {number}, value.where()};
  };
  set(link.mass_per_length, m.density * s.area);
  set(link.EIy, m.E * s.Iy);
  set(link.EIz, m.E * s.Iz);
  set(link.GJ, m.G * s.J);
  set(link.EA, m.E * s.area);
  set(link.polar_inertia, m.density * (s.Iy + s.Iz));
  link.outer = s.outer;
}

/// Columns x, then bending_y.1, bending_y.2, …: one shape each.
void read_shapes_file(const YamlValue& value, FlexibleLink& link) {
  namespace fs = std::filesystem;
  const fs::path asked(link.shapes_file);
  if (asked.is_absolute() || link.shapes_file.find("..") != std::string::npos) {
    value.fail(Code::file, value.label() + " is outside the robot's folder",
               "put the file beside the robot and give its name");
  }
  const fs::path path = fs::path(value.where().file).parent_path() / asked;
  CsvReader csv(path.string());
  const std::vector<std::string>& header = csv.header();
  if (header.size() < 2 || header[0] != "x") {
    throw Error(Code::syntax, csv.where(), "the first column of a file of shapes is not `x`",
                "write the header x,bending_y.1,bending_y.2,…");
  }
  link.bending_y = link.bending_z = link.torsion = link.axial = 0;
  const Spellings words = words_of(ModeKind());
  int* const counts[] = {&link.bending_y, &link.bending_z, &link.torsion, &link.axial};
  for (std::size_t c = 1; c < header.size(); ++c) {
    SampledShape shape;
    const std::string kind = header[c].substr(0, header[c].find('.'));
    const auto found = std::find(words.begin(), words.end(), kind);
    if (found == words.end()) {
      throw Error(Code::name, csv.where(), "column " + in_quotes(header[c]) + " is no shape",
                  "name it bending_y.1, bending_z.1, torsion.1 or axial.1");
    }
    shape.kind = static_cast<ModeKind>(found - words.begin());
    ++*counts[found - words.begin()];
    link.sampled.push_back(std::move(shape));
  }
  std::vector<double> row(header.size());
  while (csv.next(row)) {
    for (std::size_t c = 1; c < row.size(); ++c) {
      link.sampled[c - 1].x.push_back(row[0]);
      link.sampled[c - 1].value.push_back(row[c]);
    }
  }
}

void shapes_field(YamlArchive& a, FlexibleLink& link) {
  const Spellings words = words_of(ShapeFamily());
  const std::vector<std::string> names(words.begin(), words.end() - 1);  // but a file
  const YamlValue* given = a.given("shapes");
  const bool from_file = given != nullptr ? given->is_map() : link.shapes == ShapeFamily::file;
  if (from_file) {
    link.shapes = ShapeFamily::file;
    a.part("shapes", true, [&] {
      a.needed("file", link.shapes_file, "write {file: modes.csv}");
      if (const YamlValue* file = a.given("file")) read_shapes_file(*file, link);
    });
    return;
  }
  std::string name = names[static_cast<std::size_t>(link.shapes)];
  a("shapes", name);
  const auto it = std::find(names.begin(), names.end(), name);
  if (it == names.end()) {
    given->fail(Code::value, "the shapes " + in_quotes(name) + " are not known",
                did_you_mean(name, names) + ", or {file: modes.csv}");
  }
  link.shapes = static_cast<ShapeFamily>(it - names.begin());
}

/// A number that cannot be is refused where its line is known.
void refuse(const YamlArchive& a, const char* key, double number, const std::string& fix) {
  if (a.entries() == nullptr) return;
  const YamlValue& value = *a.entries()->find(key);
  value.fail(Code::value, fmt::format("{} is {}", value.label(), number_text(number)), fix);
}

void along_field(YamlArchive& a, const char* key, Along& along) {
  if (const YamlValue* given = a.given(key)) along.where = given->where();
  a(key, along.x, along.value);
  for (const double number : along.value) {
    if (number > 0.0) continue;
    refuse(a, key, number, "stiffness and mass are above zero; leave out what does not bend");
  }
}

void tip_inertia_field(YamlArchive& a, Eigen::Vector3d& inertia) {
  const YamlValue* given = a.given("tip_inertia");
  if (given != nullptr && !given->is_list()) {
    inertia.setConstant(given->number());
  } else {
    a.usual("tip_inertia", inertia, Eigen::Vector3d::Zero());
  }
}

void modes_field(YamlArchive& a, FlexibleLink& link) {
  a.part("modes", link.shapes != ShapeFamily::file, [&] {
    a.usual("bending_y", link.bending_y, 0, 0, 40);
    a.usual("bending_z", link.bending_z, 0, 0, 40);
    a.usual("torsion", link.torsion, 0, 0, 40);
    a.usual("axial", link.axial, 0, 0, 40);
  });
  if (a.entries() == nullptr || a.entries()->has("modes")) return;
  if (link.EIz.written()) link.bending_y = 2;
  if (link.EIy.written()) link.bending_z = 2;
}

void beam_fields(YamlArchive& a, FlexibleLink& link) {
  a.where(link.where);
  a.needed("length", link.length, "write `length:` in m", Quantity::length);
  if (!(link.length > 0.0)) refuse(a, "length", link.length, "write a length above zero");
  along_field(a, "mass_per_length", link.mass_per_length);
  along_field(a, "EIy", link.EIy);
  along_field(a, "EIz", link.EIz);
  along_field(a, "GJ", link.GJ);
  along_field(a, "EA", link.EA);
  along_field(a, "polar_inertia", link.polar_inertia);
  if (const YamlValue* section = a.given("section")) read_section(*section, link);
  a.usual("tip_mass", link.tip_mass, 0.0);
  if (link.tip_mass < 0.0) refuse(a, "tip_mass", link.tip_mass, "write zero or more");
  tip_inertia_field(a, link.tip_inertia);
  a("damping", link.damping);
  modes_field(a, link);
  // Cantilever modes know nothing of a taper.
  const bool tapered = !link.mass_per_length.constant() || !link.EIy.constant() ||
                       !link.EIz.constant() || !link.GJ.constant() || !link.EA.constant();
  if (tapered && !a.writing()) link.shapes = ShapeFamily::finite_element;
  shapes_field(a, link);
  a.part("shape_tip", link.shape_tip, [&](ShapeTip& tip) {
    a("mass", tip.mass);
    a("inertia", tip.inertia);
  });
  a.usual("elements", link.elements, FlexibleLink().elements, 1, 400);
  a.may_have({"section"});
}

}  // namespace

void flexible_fields(YamlArchive& a, std::shared_ptr<const FlexibleLink>& link) {
  FlexibleLink described = link ? *link : FlexibleLink();
  beam_fields(a, described);
  if (a.entries() != nullptr) link = std::make_shared<const FlexibleLink>(std::move(described));
}

}  // namespace alembert::io
