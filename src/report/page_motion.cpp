// A motion for the page: its document, its samples as columns, and the words for both.

#include <algorithm>
#include <cmath>

#include "alembert/ground_coordinates.hpp"
#include "alembert/report.hpp"
#include "io/json_text.hpp"
#include "report/page_parts.hpp"

namespace alembert {

namespace report {

namespace {

template <typename Sample>
PageJson column(const std::vector<Sample>& samples, Eigen::VectorXd Sample::*member, bool single) {
  std::vector<double> values;
  for (const Sample& sample : samples) {
    const Eigen::VectorXd& v = sample.*member;
    values.insert(values.end(), v.begin(), v.end());
  }
  return packed(values, single);
}

template <typename Sample>
PageJson times(const std::vector<Sample>& samples) {
  std::vector<double> values;
  for (const Sample& sample : samples) values.push_back(sample.t);
  return packed(values, false);
}

PageJson columns_json(const std::vector<MotionSample>& samples) {
  PageJson json = {{"count", samples.size()},
                   {"t", times(samples)},
                   {"q", column(samples, &MotionSample::q, false)},
                   {"v", column(samples, &MotionSample::v, true)},
                   {"a", column(samples, &MotionSample::a, true)},
                   {"tau", column(samples, &MotionSample::tau, true)}};
  if (!samples.empty() && samples.front().force.size() > 0) {
    json["force"] = column(samples, &MotionSample::force, true);
  }
  return json;
}

const char* verdict_word(LimitProof::Verdict verdict) {
  static constexpr const char* words[] = {"proven", "violated", "not proven", "residual"};
  return words[static_cast<int>(verdict)];
}

PageJson margin_json(const LimitNote& note, double margin, const char* verdict) {
  return {{"name", full_name(note.of)},
          {"of", note.of.name},
          {"unit", unit(note.of)},
          {"time", number_json(note.time)},
          {"value", number_json(note.value)},
          {"bound", number_json(note.bound)},
          {"room", number_json(margin)},
          {"verdict", verdict}};
}

/// A coordinate of the ground that is held at a limit of its own: nothing to tell.
bool only_rests(const ProblemDocument& problem, const LimitNote& note) {
  if (note.of.kind != LimitKind::position || note.of.place != LimitPlace::throughout) return false;
  const auto joint = std::find(problem.joints.begin(), problem.joints.end(), note.of.name);
  return joint != problem.joints.end() && note.violation <= 0.0 &&
         rests_at(problem, static_cast<int>(joint - problem.joints.begin()), note.bound);
}

/// Every limit, the nearest first.
PageJson margins_json(const MotionDocument& document) {
  const MotionCertificate& certificate = document.solution.certificate;
  std::vector<PageJson> rows;
  if (certificate.proof) {
    for (const LimitProof& limit : certificate.proof->limits) {
      if (only_rests(document.problem, limit.worst)) continue;
      rows.push_back(margin_json(limit.worst, -limit.bound, verdict_word(limit.verdict)));
    }
  } else {
    for (const LimitNote& note : certificate.limits) {
      rows.push_back(
          margin_json(note, -note.violation, note.violation > 0.0 ? "violated" : "sampled"));
    }
  }
  const auto margin = [](const PageJson& row) {
    const PageJson& value = row.at("room");
    return value.is_null() ? -infinity : value.get<double>();
  };
  std::stable_sort(rows.begin(), rows.end(),
                   [&](const PageJson& a, const PageJson& b) { return margin(a) < margin(b); });
  return rows;
}

/// "Solved and proven": how a reader would say it first.
std::string verdict_line(const MotionDocument& document) {
  static constexpr const char* words[] = {"Solved", "Nearly solved", "No such motion",
                                          "Not solved: out of iterations", "Stopped early"};
  static_assert(std::size(words) == static_cast<std::size_t>(MotionStatus::interrupted) + 1);
  const Solution& found = document.solution;
  if (verdict(document) == MotionVerdict::not_verified) return "Not verified";
  const bool proven = found.certificate.method == MotionCertificate::Method::proven;
  const bool solved = found.status == MotionStatus::solved;
  return words[static_cast<int>(found.status)] +
         std::string(solved && proven ? ", and proven" : "");
}

PageJson words_json(const MotionDocument& document) {
  const Solution& found = document.solution;
  const bool smoothed = document.problem.friction == FrictionCover::smoothed;
  const std::string headline = verdict_line(document) +
                               (smoothed ? ", for smoothed friction" : "") +
                               unseen_words(document.problem.unseen_links);
  const auto active_json = [](const LimitNote& note) {
    return margin_json(note, -note.violation, "active");
  };
  PageJson words = {{"headline", headline},
                    {"message", verdict_message(document)},
                    {"margins", margins_json(document)},
                    {"active", json_list(found.active, active_json)},
                    {"violations", PageJson::array()},
                    {"verification", ""},
                    {"comes_back", nullptr}};
  for (const LimitNote& note : found.violations) {
    PageJson row = margin_json(note, -note.violation, "violated");
    row["sentence"] = sentence(note);
    words["violations"].push_back(row);
  }
  if (document.verification && !document.verification->empty()) {
    words["verification"] = verification_line(*document.verification, reproduction_tolerance);
    words["comes_back"] = reproduces_plan(*document.verification);
  }
  if (found.cause) words["cause"] = sentence(*found.cause);
  return words;
}

/// A controller may give a sample a millisecond: so many are not drawn.
std::vector<SimulatedSample> thinned(const std::vector<SimulatedSample>& samples) {
  constexpr std::size_t most = 1500;
  if (samples.size() <= most + 1) return samples;
  std::vector<SimulatedSample> out;
  const double step = static_cast<double>(samples.size() - 1) / most;
  for (std::size_t k = 0; k <= most; ++k) {
    out.push_back(samples[std::lround(static_cast<double>(k) * step)]);
  }
  return out;
}

PageJson run_json(const PageRun& shown, const MotionDocument& plan) {
  const Simulation& run = shown.run;
  const std::vector<SimulatedSample> samples = thinned(run.samples);
  const auto joint_json = [](const JointTracking& joint) {
    return PageJson{{"name", joint.name},
                    {"rms", number_json(joint.rms_error)},
                    {"largest", number_json(joint.largest_error)},
                    {"final", number_json(joint.final_error)},
                    {"peak_torque", number_json(joint.peak_torque)},
                    {"saturated", number_json(joint.saturated)}};
  };
  return {{"columns",
           {{"count", samples.size()},
            {"t", times(samples)},
            {"q", column(samples, &SimulatedSample::q, false)},
            {"v", column(samples, &SimulatedSample::v, true)},
            {"tau", column(samples, &SimulatedSample::tau, true)}}},
          {"survives", run.survives(shown.threshold)},
          {"threshold", shown.threshold},
          {"largest_error", number_json(run.largest_error)},
          {"worst_joint", run.worst_joint},
          {"worst_time", run.worst_time},
          {"controller", controller_name(shown.options.control.kind)},
          {"text", simulation_text(plan.problem, shown.options, run, shown.threshold)},
          {"joints", json_list(run.joints, joint_json)}};
}

PageJson motion_json(const PageMotion& motion) {
  MotionDocument bare = motion.document;
  bare.samples.clear();
  return {{"label", motion.label},
          {"document", io::parse_json(write_motion(bare, "."), "")},
          {"columns", columns_json(motion.document.samples)},
          {"words", words_json(motion.document)}};
}

}  // namespace
}  // namespace report

int page_samples(double duration) {
  return static_cast<int>(std::clamp(std::ceil(50.0 * duration), 400.0, 1500.0)) + 1;
}

PageMotion page_motion(const MotionFile& file, const MotionDocument& document) {
  PageMotion shown{.label = document.problem.name,
                   .robot = file.robot,
                   .model = file.problem.model,
                   .document = document,
                   .meshes = file.meshes};
  const Trajectory& motion = document.solution.motion;
  shown.document.samples = sample(file.problem, motion, page_samples(motion.duration()));
  return shown;
}

std::string motion_html(const std::vector<PageMotion>& motions, const PageOrigin& origin,
                        std::vector<UndrawnMesh>* undrawn) {
  using report::PageJson;
  std::string title;
  for (const PageMotion& motion : motions) title += (title.empty() ? "" : " · ") + motion.label;
  PageJson page = report::page_head("motion", title, origin);
  page["robots"] = PageJson::array();
  page["motions"] = PageJson::array();
  for (const PageMotion& motion : motions) {
    PageJson robot = report::robot_json(motion.robot, motion.model, motion.meshes, undrawn);
    const int placing = motion.document.problem.ground_coordinates;
    if (placing > 0) robot["ground_coordinates"] = placing;
    for (const PushedBody& body : motion.document.problem.bodies) {
      robot["pushed_from"].push_back(body.first);
    }
    PageJson& robots = page["robots"];
    std::size_t index = 0;
    while (index < robots.size() && robots[index] != robot) ++index;
    if (index == robots.size()) robots.push_back(std::move(robot));
    PageJson shown = report::motion_json(motion);
    shown["robot"] = index;
    if (motion.document.problem.touches()) shown["ground"] = report::ground_json(motion);
    if (motion.run) shown["run"] = report::run_json(*motion.run, motion.document);
    page["motions"].push_back(std::move(shown));
  }
  return report::filled_page(page);
}

}  // namespace alembert
