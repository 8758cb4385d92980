// Parameters of a robot that generated code takes as arguments: which there are, their values, and
// what they mean to a recording.
#pragma once

#include <vector>

#include "alembert/generate.hpp"
#include "alembert/model.hpp"
#include "generate/expr.hpp"
#include "generate/recorded_calls.hpp"

namespace alembert {

class OpenParameters {
 public:
  /// Nothing is open.
  explicit OpenParameters(const Model& model) : model_(model) {}
  /// What the options name. Throws Error for a payload on the base.
  OpenParameters(const Model& model, const GenerateOptions& options);

  /// Without what is open and no inertia.
  const Model& model() const { return model_; }
  const std::vector<GeneratedParameters>& arrays() const { return arrays_; }
  /// Does a call depend on the array of this name?
  static bool matters(const std::string& array, GeneratedCall call);

  /// Bodies of joints where `values`, in the order of arrays(), stand for what is open.
  std::vector<RegroupedBody<Expr>> bodies(const std::vector<VecX<Expr>>& values) const;

  /// A joint that can have friction.
  struct Rubbing {
    int coordinate;
    double ratio;
  };
  /// In the order of the array: two entries each, viscous and Coulomb. Empty if it is not open.
  const std::vector<Rubbing>& rubbing() const { return rubbing_; }

  /// For regression values: something carried, everything else as in the model; and the model so.
  std::vector<double> sample_values(const std::string& array) const;
  Model sample_model(const Model& model) const;

 private:
  /// Entry `entry` of an array is a parameter (0 to 9, as in Regressor) of a body in a frame.
  struct Column {
    std::size_t array;
    int entry, parameter;
    FrameId frame;
  };

  void open_base(const Model& model);
  void open_friction(const Model& model);
  void open_payload(const Model& model, FrameId frame);

  Model model_;
  std::vector<GeneratedParameters> arrays_;
  std::vector<Column> columns_;
  std::vector<Rubbing> rubbing_;
  bool own_bodies_ = true;  // inertias of the model count
  std::optional<FrameId> payload_;
};

}  // namespace alembert
