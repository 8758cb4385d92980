#include "check_shapes.hpp"

#include "alembert/self_pairs.hpp"
#include "io/robot_shapes.hpp"
#include "io/shape_doctor.hpp"
#include "verb.hpp"

namespace alembert::cli {

namespace {

std::string beside_mesh(const io::Overstated& of, const std::optional<double>& volume,
                        const std::string& noun) {
  if (!of.problem.empty()) return fmt::format("no {}s ({})", noun, of.problem);
  const std::string what =
      of.solids == 1 ? "as a " + noun : fmt::format("as {} {}s", of.solids, noun);
  const std::string far = fmt::format("up to {:.1f} mm from it", 1e3 * of.farthest);
  if (!volume) return what + " " + far;
  return fmt::format("{} {:.2f} times its volume, {}", what, of.volume / *volume, far);
}

std::string mesh_text(const io::MeasuredMesh& mesh) {
  std::string text = fmt::format("{}: mesh '{}'", mesh.link, mesh.file);
  if (!mesh.problem.empty()) return text + ": " + mesh.problem;
  text += fmt::format(", {} triangles, ", mesh.triangles);
  text += mesh.volume ? fmt::format("{:.3g} litres", 1e3 * *mesh.volume)
                      : std::string("not closed: its volume is not known");
  return fmt::format("{}: {}; {}", text, beside_mesh(mesh.capsule, mesh.volume, "capsule"),
                     beside_mesh(mesh.hulls, mesh.volume, "hull"));
}

Json overstated_json(const io::Overstated& of) {
  if (!of.problem.empty()) return {{"problem", of.problem}};
  return {{"solids", of.solids}, {"volume", of.volume}, {"farthest", of.farthest}};
}

Json mesh_json(const io::MeasuredMesh& mesh) {
  Json out = {{"link", mesh.link}, {"mesh", mesh.file}};
  if (!mesh.problem.empty()) {
    out["problem"] = mesh.problem;
    return out;
  }
  out["triangles"] = mesh.triangles;
  out["volume"] = mesh.volume ? Json(*mesh.volume) : Json(nullptr);
  out["capsule"] = overstated_json(mesh.capsule);
  out["hulls"] = overstated_json(mesh.hulls);
  return out;
}

/// Pairs of solids by how often they touch.
struct PairLists {
  SelfPairs left_out;
  Json always = Json::array(), never = Json::array(), sometimes = Json::array();
  int states = 0;
};

PairLists list_pairs(const Model& model, const std::vector<ArmSolid>& arm, int states) {
  PairLists lists{find_self_pairs(model, arm, 0.0, std::nullopt)};
  const SampledPairs sampled = sample_self_pairs(model, arm, lists.left_out.kept, states);
  lists.states = states;
  for (std::size_t k = 0; k < sampled.pairs.size(); ++k) {
    const auto& [i, j] = sampled.pairs[k];
    const int touching = sampled.touching[k];
    Json& list = touching == 0 ? lists.never : touching == states ? lists.always : lists.sometimes;
    list.push_back(Json::array(
        {arm[static_cast<std::size_t>(i)].name, arm[static_cast<std::size_t>(j)].name}));
  }
  return lists;
}

/// One pair a line, as YAML.
std::string pair_lines(const Json& pairs) {
  std::string text;
  for (const Json& pair : pairs)
    text += fmt::format("    - [{}, {}]\n", pair[0].dump(), pair[1].dump());
  return text;
}

std::string pairs_text(const PairLists& lists) {
  const std::size_t looked_at = lists.always.size() + lists.never.size() + lists.sometimes.size();
  std::string text = wrapped(
      fmt::format(
          "pairs of its solids: {} do not move against each other and {} are on links that a "
          "joint connects; the other {} were looked at in {} states drawn evenly within the "
          "joints' limits",
          lists.left_out.rigid, lists.left_out.neighbours, looked_at, lists.states),
      2);
  text += fmt::format("\n  touch in all of them ({}){}\n{}", lists.always.size(),
                      lists.always.empty() ? "" : ":", pair_lines(lists.always));
  text += fmt::format("  touch in none of them, which is no proof that they never do ({}){}\n{}",
                      lists.never.size(), lists.never.empty() ? "" : ":", pair_lines(lists.never));
  text += fmt::format(
      "  touch in some ({}): to keep these apart and no others, put under `clearance:`\n",
      lists.sometimes.size());
  text += lists.sometimes.empty() ? "  self: []\n" : "  self:\n" + pair_lines(lists.sometimes);
  return text;
}

}  // namespace

ShapeAnswer examine_shapes(const Robot& robot, const Model& model, const ShapeOptions& options) {
  const int states = parse_integer(options.states, "--states", 1, 10'000'000);
  const MeshFolders folders = mesh_folders(options.meshes);
  const io::RobotSolids made = io::solids_of(
      robot, model, folders, options.hulls ? io::MeshesAs::hulls : io::MeshesAs::capsules);
  ShapeAnswer answer{fmt::format("\n{}: {} solids of its shapes\n", robot.file, made.solids.size()),
                     {}};
  Json shapes = Json::array();
  const std::vector<io::MeasuredMesh> meshes = io::measure_meshes(robot, folders);
  for (const io::MeasuredMesh& mesh : meshes) {
    answer.text += "  " + wrapped(mesh_text(mesh), 4) + "\n";
    shapes.push_back(mesh_json(mesh));
  }
  if (!meshes.empty()) {
    answer.text += wrapped(
        fmt::format(
            "  (volumes: of tetrahedra under triangles, of several hulls added up; distances: "
            "from {} points or more of each solid's surface to the nearest triangle)\n",
            io::points_of_surface),
        3);
  }
  const std::vector<std::string> unseen = made.unseen_links();
  for (const std::string& link : unseen) {
    answer.text +=
        fmt::format("  {} has a shape that cannot be read: NO PAIR OF IT IS BELOW\n", link);
  }
  const PairLists pairs = list_pairs(model, made.solids, states);
  answer.text += pairs_text(pairs);
  answer.json = {{"solids", made.words},
                 {"meshes", shapes},
                 {"unseen_links", unseen},
                 {"self_pairs",
                  {{"rigid", pairs.left_out.rigid},
                   {"neighbours", pairs.left_out.neighbours},
                   {"states", pairs.states},
                   {"always", pairs.always},
                   {"never_seen", pairs.never},
                   {"self", pairs.sometimes}}}};
  return answer;
}

}  // namespace alembert::cli
