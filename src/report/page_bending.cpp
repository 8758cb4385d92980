// Arms that bend for the page: what places every frame of a bent arm, the shapes its links bend in,
// and a run of it in time.
#include "alembert/flexible_simulation.hpp"
#include "alembert/page.hpp"
#include "report/page_parts.hpp"

namespace alembert {

namespace report {

namespace {

/// Places along a link at which its shapes are given; straight lines in between are fine enough.
constexpr int places_along = 33;
/// Samples of a run that are drawn at most.
constexpr std::size_t most_drawn = 3000;

PageJson turn_json(const Turn& turn) { return {turn.sine, turn.cosine}; }

PageJson entries_json(const std::vector<ModeEntry>& entries) {
  return json_list(entries, [](const ModeEntry& e) {
    return PageJson{e.k, e.l, e.row, e.column, e.value};
  });
}

PageJson shape_json(const LinkShape& shape, double length) {
  PageJson values = PageJson::array(), slopes = PageJson::array();
  for (int i = 0; i < places_along; ++i) {
    const Eigen::Vector3d at = shape.at(length * i / (places_along - 1));
    values.push_back(at[0]);
    slopes.push_back(at[1]);
  }
  return {{"kind", to_string(shape.kind)},
          {"name", shape.name},
          {"values", values},
          {"slopes", slopes}};
}

PageJson body_json(const FlexibleBody& body) {
  const auto attachment_json = [](const Attachment& a) {
    return PageJson{{"x", a.x}, {"M", entries_json(a.M)}, {"N", entries_json(a.N)}};
  };
  const auto shape = [&](const LinkShape& of) { return shape_json(of, body.length); };
  return {{"name", body.name},
          {"parent", body.parent},
          {"attachment", body.attachment},
          {"p", vector_json(body.p)},
          {"a", turn_json(body.a)},
          {"alpha", turn_json(body.alpha)},
          {"offset", turn_json(body.offset)},
          {"d", turn_json(body.d)},
          {"e", turn_json(body.e)},
          {"turns", body.turns},
          {"pitch", body.pitch},
          {"coordinate", body.coordinate},
          {"first_mode", body.first_mode},
          {"length", body.length},
          {"attachments", json_list(body.attachments, attachment_json)},
          {"shapes", json_list(body.shapes, shape)}};
}

PageJson columns_json(const std::vector<FlexibleSample>& samples) {
  std::vector<double> t, z, v, tau, tips, energy;
  const std::size_t step = (samples.size() + most_drawn - 1) / most_drawn;
  for (std::size_t i = 0; i < samples.size(); i += step) {
    const FlexibleSample& s = samples[i];
    t.push_back(s.t);
    z.insert(z.end(), s.z.begin(), s.z.end());
    v.insert(v.end(), s.v.begin(), s.v.end());
    tau.insert(tau.end(), s.tau.begin(), s.tau.end());
    for (const double x : s.tips.reshaped()) tips.push_back(x);
    energy.push_back(s.energy);
  }
  return {{"count", t.size()},
          {"t", packed(t, false)},
          {"z", packed(z, false)},
          {"v", packed(v, true)},
          {"tau", packed(tau, true)},
          {"tips", packed(tips, true)},
          {"energy", packed(energy, true)}};
}

PageJson tip_json(const TipReport& tip) {
  return {{"link", tip.link}, {"length", tip.length},     {"largest", tip.largest},
          {"at", tip.at},     {"residual", tip.residual}, {"valid", tip.valid()}};
}

/// What is drawn of it.
PageJson model_json(const FlexibleModel& model) {
  const auto name_of = [](const Coordinate& coordinate) { return coordinate.name; };
  const auto place_json = [](const FlexiblePlace& place) {
    return PageJson{{"name", place.name},
                    {"body", place.body},
                    {"attachment", place.attachment},
                    {"pose", pose_json(place.pose)}};
  };
  return {{"coordinates", json_list(model.coordinates, name_of)},
          {"joints", model.joints},
          {"bodies", json_list(model.bodies, body_json)},
          {"places", json_list(model.places, place_json)}};
}

}  // namespace

PageJson flexible_json(const Robot& robot) { return model_json(compile_flexible(robot)); }

}  // namespace report

std::string bending_html(const PageBending& shown, const PageOrigin& origin,
                         std::vector<UndrawnMesh>* undrawn) {
  using report::PageJson;
  const FlexibleSimulation& run = shown.run;
  PageJson page = report::page_head("bending", shown.model.name, origin);
  PageJson robot =
      report::robot_json(shown.robot, compile(rigidified(shown.robot)), shown.meshes, undrawn);
  robot["flexible"] = report::model_json(shown.model);
  page["robots"] = PageJson::array({std::move(robot)});
  page["bending"] = {{"columns", report::columns_json(run.samples)},
                     {"tips", report::json_list(run.tips, report::tip_json)},
                     {"moved_until", shown.moved_until},
                     {"end", run.end},
                     {"steps", run.steps},
                     {"diverged", run.diverged},
                     {"energy_error", report::number_json(run.energy_error)},
                     {"largest_energy", report::number_json(run.largest_energy)},
                     {"largest_error", report::number_json(run.largest_error)}};
  return report::filled_page(page);
}

}  // namespace alembert
