// A robot for the page: the joints that algorithms use, with the user's links and frames on them.
#include <map>

#include "alembert/doctor.hpp"
#include "alembert/flexible_link.hpp"
#include "alembert/page.hpp"
#include "io/robot_words.hpp"
#include "report/page_parts.hpp"

namespace alembert {

namespace report {

namespace {

PageJson joint_json(const ModelJoint& joint) {
  static constexpr const char* motions[] = {"revolute", "prismatic", "helical"};
  return {{"name", joint.name},
          {"parent", joint.parent},
          {"motion", motions[static_cast<int>(joint.motion)]},
          {"beta", {joint.sin_beta, joint.cos_beta}},
          {"alpha", {joint.sin_alpha, joint.cos_alpha}},
          {"p", vector_json(joint.p)},
          {"theta0", joint.theta0},
          {"pitch", joint.pitch},
          {"coordinate", joint.coordinate},
          {"ratio", joint.ratio},
          {"offset", joint.offset}};
}

PageJson coordinate_json(const Coordinate& coordinate) {
  const Limits& limits = coordinate.limits;
  return {{"name", coordinate.name},
          {"angular", coordinate.angular},
          {"wraps", coordinate.wraps},
          {"lower", number_json(limits.lower)},
          {"upper", number_json(limits.upper)},
          {"velocity", number_json(limits.velocity)},
          {"torque", number_json(limits.torque)}};
}

PageJson columns_json(const Eigen::Matrix3Xd& of) {
  return json_list(of.colwise(), [](const auto& column) { return vector_json(column); });
}

PageJson inertia_json(const Inertia& inertia) {
  return {{"mass", inertia.mass},
          {"com", vector_json(inertia.com)},
          {"about_com", columns_json(inertia.about_com.transpose())}};
}

PageJson frame_json(const ModelFrame& frame) {
  return {{"name", frame.name},
          {"joint", frame.joint},
          {"pose", pose_json(frame.pose)},
          {"link", frame.link}};
}

/// Each file once, however many links show it.
class Meshes {
 public:
  Meshes(std::string robot_file, const MeshFolders& folders, std::vector<UndrawnMesh>* undrawn)
      : robot_file_(std::move(robot_file)), folders_(folders), undrawn_(undrawn) {}

  int index(const std::string& name) {
    const auto [found, fresh] = known_.emplace(name, static_cast<int>(list_.size()));
    if (!fresh) return found->second;
    const PageMesh mesh = load_page_mesh(name, robot_file_, folders_);
    PageJson entry = {{"name", name}};
    if (mesh.problem.empty()) {
      std::vector<double> points;
      for (const Eigen::Vector3d& p : mesh.points) points.insert(points.end(), p.begin(), p.end());
      entry["points"] = packed(points, true);
      entry["corners"] = packed({mesh.corners.begin(), mesh.corners.end()}, true);
    } else {
      entry["problem"] = mesh.problem;
      if (undrawn_) undrawn_->push_back({name, mesh.problem});
    }
    list_.push_back(std::move(entry));
    return found->second;
  }
  PageJson take() { return std::move(list_); }

 private:
  std::string robot_file_;
  const MeshFolders& folders_;
  std::vector<UndrawnMesh>* undrawn_;
  std::map<std::string, int> known_;
  PageJson list_ = PageJson::array();
};

PageJson visual_json(const Visual& visual, Meshes& meshes) {
  PageJson json = {{"shape", word_of(visual.shape)},
                   {"size", vector_json(visual.size)},
                   {"pose", pose_json(visual.pose)}};
  if (visual.shape == Visual::Shape::mesh) json["mesh"] = meshes.index(visual.mesh);
  if (visual.rgba) json["rgba"] = *visual.rgba;
  return json;
}

PageJson links_json(const Robot& robot, const Model& model, Meshes& meshes) {
  PageJson links = PageJson::array();
  for (const ModelLink& link : model.links()) {
    PageJson json = {{"name", link.name},
                     {"joint", link.joint},
                     {"parent", link.parent},
                     {"frame", link.frame.index()},
                     {"origin", pose_json(link.origin)}};
    if (link.inertia) json["inertia"] = inertia_json(*link.inertia);
    if (link.payload) json["payload"] = inertia_json(*link.payload);
    json["visuals"] = PageJson::array();
    if (const Link* written = robot.find_link(link.name)) {
      for (const Visual& visual : written->visuals) {
        json["visuals"].push_back(visual_json(visual, meshes));
      }
    }
    links.push_back(std::move(json));
  }
  return links;
}

/// The link that stands, or whose joint stands, where a finding points to; empty if none does.
std::string link_at(const Robot& robot, const Location& where) {
  const auto same = [&](const Location& other) {
    return where.line > 0 && other.line == where.line;
  };
  for (const Link& link : robot.links) {
    if (same(link.where) || same(link.inertia_where)) return link.name;
  }
  for (const Joint& joint : robot.joints) {
    if (same(joint.where) || same(joint.limits.where)) return joint.child;
  }
  for (const Frame& frame : robot.frames) {
    if (same(frame.where)) return frame.link;
  }
  return "";
}

PageJson findings_json(const Robot& robot) {
  return json_list(examine(robot), [&](const Finding& finding) {
    return PageJson{{"severity", to_string(finding.severity)},
                    {"file", finding.where.file},
                    {"line", finding.where.line},
                    {"reason", finding.reason},
                    {"fix", finding.fix},
                    {"link", link_at(robot, finding.where)}};
  });
}

/// As documents of motions have them.
PageJson obstacles_json(const std::vector<Obstacle>& around) {
  PageJson list = PageJson::array();
  for (const Obstacle& obstacle : around) {
    const Solid& solid = obstacle.solid;
    PageJson shape = {{"corner", vector_json(solid.corner)},
                      {"edges", columns_json(solid.edges)},
                      {"radius", solid.radius}};
    if (solid.is_hull()) {
      shape["points"] = columns_json(solid.points);
      shape["facets"] = solid.facets;
    }
    if (solid.disc > 0.0) shape["disc"] = solid.disc;
    list.push_back({{"name", obstacle.name}, {"solid", std::move(shape)}});
  }
  return list;
}

}  // namespace

PageJson robot_json(const Robot& robot, const Model& model, const MeshFolders& folders,
                    std::vector<UndrawnMesh>* undrawn) {
  Meshes meshes(robot.file, folders, undrawn);
  PageJson json = {{"name", model.name()},
                   {"file", robot.file},
                   {"base", pose_json(model.base())},
                   {"gravity", vector_json(model.gravity())},
                   {"coordinates", json_list(model.coordinates(), coordinate_json)},
                   {"joints", json_list(model.joints(), joint_json)},
                   {"frames", json_list(model.frames(), frame_json)}};
  json["links"] = links_json(robot, model, meshes);
  json["meshes"] = meshes.take();
  if (bends(robot)) json["flexible"] = flexible_json(robot);
  return json;
}

}  // namespace report

std::string robot_html(const Robot& robot, const Model& model, const PageOrigin& origin,
                       const MeshFolders& meshes, std::vector<UndrawnMesh>* undrawn,
                       const std::vector<Obstacle>& around) {
  report::PageJson page = report::page_head("robot", model.name(), origin);
  page["robots"] = report::PageJson::array({report::robot_json(robot, model, meshes, undrawn)});
  page["findings"] = report::findings_json(robot);
  if (!around.empty()) page["obstacles"] = report::obstacles_json(around);
  return report::filled_page(page);
}

}  // namespace alembert
