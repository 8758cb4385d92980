// What motions and simulations are, for people: sentences, tables, pages and plots. Here, and only
// here, limits and causes become words.
//
//   Solution s = solve(problem);
//   std::cout << summary(s) << '\n';
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "alembert/identification.hpp"
#include "alembert/motion_document.hpp"
#include "alembert/payload.hpp"
#include "alembert/plot.hpp"
#include "alembert/retime.hpp"
#include "alembert/simulation_runs.hpp"
#include "alembert/units.hpp"

namespace alembert {

// Sentences.

/// "waypoint above position", "torque": what is limited.
std::string limit_name(const LimitSubject& subject);
/// "computed torque".
const char* controller_name(Controller kind);
/// "tip z", "joint2", "hand to ball": of what.
std::string entry_name(const LimitSubject& subject);
/// "torque of joint2".
std::string full_name(const LimitSubject& subject);
/// "torque of joint2 is 10.1 N m at t = 0.2 s, limit 10 (1 % beyond)".
std::string sentence(const LimitNote& note);
/// "the goal is outside the position limits: …".
std::string sentence(const InfeasibilityCause& cause);
/// "the path cannot be followed: at …".
std::string sentence(const PathBlock& block);
/// What to know about a solution's status.
std::string message(const Solution& solution);
/// What else to know of an answer: limits that are missing, joints that were held still, what
/// smooth made of the problem. A sentence each.
std::vector<std::string> remarks(const MotionProblem& problem, const Solution& solution);
/// Everything in one line.
std::string summary(const Solution& solution);
/// The same, with what the document knows of its problem.
std::string summary(const MotionDocument& motion);
/// "; links 'a' and 'b' were not looked at: …", to follow what is said of a motion's limits; empty
/// where all were.
std::string unseen_words(const std::vector<std::string>& links);
/// "; friction is smoothed …", likewise, where limits do not cover the true one; else empty.
std::string friction_words(const MotionProblem& problem);

// Documents.

/// A timing as `solve` would have found it.
Solution solution_of(const Retimed& found);

/// The document of what was found, all of it but the verification.
MotionDocument motion_document(const MotionFile& asked, const Solution& found,
                               const std::vector<MotionSample>& samples);

// Texts. Where something went well or badly, `emphasis` may colour the words.

using Emphasis = std::function<std::string(bool good, const std::string& words)>;

/// The words alone.
std::string plain(bool good, const std::string& words);

/// "solved", "NOT SOLVED (infeasible)", "NOT VERIFIED": see MotionVerdict.
std::string verdict_words(const MotionDocument& motion);
/// What to know about it: the document's message and, where torques do not bring the motion back,
/// why.
std::string verdict_message(const MotionDocument& motion);

/// Verdict, duration, objective, what holds the motion back and what is violated.
std::string motion_text(const MotionDocument& motion, const Emphasis& emphasis = plain);
/// The same as a page in Markdown that shows `picture`, a file beside it.
std::string motion_page(const MotionDocument& motion, const std::string& picture);

/// "proven: every limit holds at every instant", or which does not.
std::string proof_sentence(const Proof& proof);
/// A line a limit, the nearest first: where it is met most nearly and the margin that is left.
std::string proof_table(const Proof& proof);

/// Whether forward simulation reproduces the motion, integrator by integrator.
std::string verification_table(const MotionDocument& motion,
                               const std::vector<Verification>& checks, double tolerance,
                               const Emphasis& emphasis = plain);
/// Of a check that failed: which joint is off by how much, or why it could not be followed.
std::string not_reproduced(const Verification& check);
/// Its name in 0.2.
[[deprecated("say not_reproduced")]] inline std::string not_brought_back(
    const Verification& check) {
  return not_reproduced(check);
}
/// The same in a line or two: the first check is from end to end, the second, where that failed,
/// from knot to knot.
std::string verification_line(const std::vector<Verification>& checks, double tolerance);

/// Its tree, coordinates, frames and payloads; with `canonical` also the frames that algorithms
/// use.
std::string robot_text(const Robot& robot, const Model& model, bool canonical);
/// Links and payloads, kg.
double total_mass(const Robot& robot);
/// "revolute", "prismatic", "helical".
const char* motion_name(JointMotion motion);

std::string simulation_text(const ProblemDocument& asked, const SimulateOptions& options,
                            const Simulation& run, double threshold,
                            const Emphasis& emphasis = plain);
std::string runs_text(const ProblemDocument& asked, const SimulateOptions& options,
                      const std::vector<RunOutcome>& runs, double threshold,
                      const Emphasis& emphasis = plain);

/// t, q.NAME, v.NAME, tau.NAME, and the same planned.
std::string simulation_csv(const ProblemDocument& asked, const Simulation& run);

/// What was found in logs: how well it predicts, what is known, what was done to the logs.
/// `everything`: every parameter, not only base parameters.
std::string identification_text(const Identification& found, bool everything,
                                const Emphasis& emphasis = plain);
/// All of it as JSON: robot, scores, joints, base, parameters, prior, findings.
std::string identification_json(const Identification& found);
/// To paste into a problem file: "carry: {...}".
std::string carry_text(const PayloadEstimate& found);
/// frame, mass, centre, moments, carry, findings.
std::string payload_json(const PayloadEstimate& found);
/// What was found as one HTML file with plots: measured and predicted torques, residuals by time
/// and speed, intervals before and after.
std::string identification_html(const Identification& found, const std::string& command);

// Plots, as SVG.

/// Position, velocity and torque against time, limits dashed.
std::string motion_plot(const MotionDocument& motion);
/// Position beside the plan, error, torque beside the plan with limits.
std::string simulation_plot(const ProblemDocument& asked, const SimulateOptions& options,
                            const Simulation& run);

}  // namespace alembert
