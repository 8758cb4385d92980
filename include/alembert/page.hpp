// Motions, robots and studies as one HTML file each: everything inside, no server, no network. The
// page reads one JSON document, `alembert: report/1` (docs/report.md), and nothing else.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "alembert/flexible_simulation.hpp"
#include "alembert/formulation_study.hpp"
#include "alembert/motion_document.hpp"
#include "alembert/operation_study.hpp"
#include "alembert/simulate.hpp"

namespace alembert {

/// Who made a page, and how to make it again.
struct PageOrigin {
  std::string program;  ///< with its version
  std::string command;  ///< as it was typed
};

/// What a controller made of a plan.
struct PageRun {
  SimulateOptions options;  ///< controller and reality of the run
  Simulation run;           ///< its samples are plotted
  double threshold = 0.01;  ///< rad or m
};

/// One motion to show. Several are shown over each other.
struct PageMotion {
  std::string label;  ///< what tells it from the others
  Robot robot;
  Model model;
  /// The samples in it are what is plotted; `page_samples` makes as many as a page wants.
  MotionDocument document;
  std::optional<PageRun> run = {};  ///< shown beside the plan
  MeshFolders meshes = {};          ///< where the robot's may lie
};

/// How many samples a page of a motion wants: enough for plots, few enough for a small file.
int page_samples(double duration);
/// A motion on its problem, sampled for a page.
PageMotion page_motion(const MotionFile& file, const MotionDocument& document);

/// A mesh that a page names and does not draw: links without another shape are drawn as limbs.
struct UndrawnMesh {
  std::string file;     ///< as the robot's file has it
  std::string problem;  ///< why it is not drawn
};

/// The page of one motion or several. Meshes of robots are read where they are found; those that
/// are not are added to `undrawn`.
std::string motion_html(const std::vector<PageMotion>& motions, const PageOrigin& origin,
                        std::vector<UndrawnMesh>* undrawn = nullptr);

/// A robot to look at: sliders for its joints, masses, what the doctor found, and what stands
/// around it.
std::string robot_html(const Robot& robot, const Model& model, const PageOrigin& origin,
                       const MeshFolders& meshes = {}, std::vector<UndrawnMesh>* undrawn = nullptr,
                       const std::vector<Obstacle>& around = {});

/// An arm that bends, moved in time.
struct PageBending {
  Robot robot;  ///< as it was written
  FlexibleModel model;
  FlexibleSimulation run;    ///< its samples are drawn
  double moved_until = 0.0;  ///< s: when the joints are to be at rest; 0 where nothing leads them
  MeshFolders meshes = {};   ///< where the robot's may lie
};
/// The arm drawn bent, its deflections and amplitudes.
std::string bending_html(const PageBending& shown, const PageOrigin& origin,
                         std::vector<UndrawnMesh>* undrawn = nullptr);

/// The formulations side by side; `counts` holds what the papers print beside ours.
std::string study_html(const FormulationStudy& study, const OperationStudy& counts,
                       const PageOrigin& origin);

}  // namespace alembert
