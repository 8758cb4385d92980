#include "io/yaml_flexible.hpp"

#include <fmt/format.h>

#include <cmath>
#include <filesystem>
#include <numbers>

#include "io/csv.hpp"
#include "io/text.hpp"

namespace alembert::io {

namespace {

using Code = Error::Code;

/// A number, or rows [x, value] from the near end to the far end.
Along read_along(const YamlValue& value) {
  Along along;
  along.where = value.where();
  if (!value.is_list()) {
    along.value = {value.number()};
    return along;
  }
  for (const YamlValue& row : value.list()) {
    const std::vector<YamlValue> pair = row.list_of(2);
    along.x.push_back(pair[0].number(Quantity::length));
    along.value.push_back(pair[1].number());
  }
  if (along.x.size() < 2) {
    value.fail(Code::value, value.label() + " is a table of fewer than two rows",
               "write one number, or rows [x, value] from 0 to the length");
  }
  return along;
}

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
      "write {y: 40 mm, z: 20 mm}, its widths along y and z; a box also "
      "{thickness: 2 mm}";
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

void read_modes(const YamlValue& value, FlexibleLink& link) {
  const YamlMap map = value.map({"bending_y", "bending_z", "torsion", "axial"});
  const auto count = [&](const char* key) {
    const YamlValue* written = map.find(key);
    return written != nullptr ? written->integer(0, 40) : 0;
  };
  link.bending_y = count("bending_y");
  link.bending_z = count("bending_z");
  link.torsion = count("torsion");
  link.axial = count("axial");
}

/// Columns x, then bending_y.1, bending_y.2, …: one shape each.
void read_shapes_file(const YamlValue& value, FlexibleLink& link) {
  namespace fs = std::filesystem;
  link.shapes_file = value.text();
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
  for (std::size_t c = 1; c < header.size(); ++c) {
    SampledShape shape;
    const std::string kind = header[c].substr(0, header[c].find('.'));
    if (kind == "bending_y")
      shape.kind = ModeKind::bending_y, ++link.bending_y;
    else if (kind == "bending_z")
      shape.kind = ModeKind::bending_z, ++link.bending_z;
    else if (kind == "torsion")
      shape.kind = ModeKind::torsion, ++link.torsion;
    else if (kind == "axial")
      shape.kind = ModeKind::axial, ++link.axial;
    else
      throw Error(Code::name, csv.where(), "column " + in_quotes(header[c]) + " is no shape",
                  "name it bending_y.1, bending_z.1, torsion.1 or axial.1");
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

void read_shapes(const YamlValue& value, FlexibleLink& link) {
  if (value.is_map()) {
    const YamlMap map = value.map({"file"});
    link.shapes = ShapeFamily::file;
    read_shapes_file(map.at("file", "write {file: modes.csv}"), link);
    return;
  }
  const std::string name = value.text();
  static const std::vector<std::string> names = {"clamped-free", "clamped-tip-mass", "pinned",
                                                 "polynomial", "finite-element"};
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (name == names[i]) return void(link.shapes = static_cast<ShapeFamily>(i));
  }
  value.fail(Code::value, "the shapes " + in_quotes(name) + " are not known",
             did_you_mean(name, names) + ", or {file: modes.csv}");
}

void read_tip(const YamlMap& map, FlexibleLink& link) {
  link.tip_mass = map.number("tip_mass", 0.0);
  if (const YamlValue* tip = map.find("tip_inertia")) {
    link.tip_inertia = tip->is_list() ? tip->vector() : Eigen::Vector3d::Constant(tip->number());
  }
  if (const YamlValue* tip = map.find("shape_tip")) {
    const YamlMap of = tip->map({"mass", "inertia"});
    link.shape_tip = ShapeTip{of.number("mass", 0.0), of.number("inertia", 0.0)};
  }
}

/// Numbers that cannot be are refused here, where their line is known.
void require_possible(const YamlMap& map) {
  for (const char* key : {"length", "tip_mass"}) {
    const YamlValue* value = map.find(key);
    if (value == nullptr) continue;
    const double x = value->number(Quantity::length);
    const bool zero_is_fine = std::string(key) != "length";
    if (x > 0.0 || (zero_is_fine && x == 0.0)) continue;
    value->fail(Code::value, fmt::format("{} is {}", value->label(), number_text(x)),
                zero_is_fine ? "write zero or more" : "write a length above zero");
  }
  for (const char* key : {"mass_per_length", "EIy", "EIz", "GJ", "EA", "polar_inertia"}) {
    const YamlValue* value = map.find(key);
    if (value == nullptr) continue;
    for (const double x : read_along(*value).value) {
      if (x > 0.0) continue;
      value->fail(Code::value, fmt::format("{} is {}", value->label(), number_text(x)),
                  "stiffness and mass are above zero; leave out what does not bend");
    }
  }
}

}  // namespace

std::shared_ptr<const FlexibleLink> read_flexible(const YamlValue& value) {
  const YamlMap map =
      value.map({"length", "mass_per_length", "EIy", "EIz", "GJ", "EA", "polar_inertia", "tip_mass",
                 "tip_inertia", "damping", "modes", "shapes", "shape_tip", "elements", "section"});
  require_possible(map);
  FlexibleLink link;
  link.where = value.where();
  link.length = map.at("length", "write `length:` in m").number(Quantity::length);
  const auto along = [&](const char* key, Along& to) {
    if (const YamlValue* written = map.find(key)) to = read_along(*written);
  };
  along("mass_per_length", link.mass_per_length);
  along("EIy", link.EIy);
  along("EIz", link.EIz);
  along("GJ", link.GJ);
  along("EA", link.EA);
  along("polar_inertia", link.polar_inertia);
  if (const YamlValue* section = map.find("section")) read_section(*section, link);
  read_tip(map, link);
  if (const YamlValue* damping = map.find("damping")) {
    if (damping->is_list()) {
      for (const YamlValue& ratio : damping->list()) link.damping.push_back(ratio.number());
    } else {
      link.damping = {damping->number()};
    }
  }
  if (const YamlValue* modes = map.find("modes")) {
    read_modes(*modes, link);
  } else {
    if (link.EIz.written()) link.bending_y = 2;
    if (link.EIy.written()) link.bending_z = 2;
  }
  // Cantilever modes know nothing of a taper.
  const bool tapered = !link.mass_per_length.constant() || !link.EIy.constant() ||
                       !link.EIz.constant() || !link.GJ.constant() || !link.EA.constant();
  if (tapered) link.shapes = ShapeFamily::finite_element;
  if (const YamlValue* shapes = map.find("shapes")) read_shapes(*shapes, link);
  if (const YamlValue* elements = map.find("elements")) link.elements = elements->integer(1, 400);
  return std::make_shared<const FlexibleLink>(std::move(link));
}

}  // namespace alembert::io
