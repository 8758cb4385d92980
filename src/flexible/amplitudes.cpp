// What is asked of every model, whether it bends or not.
#include "alembert/bending_model.hpp"
#include "alembert/flexible_link.hpp"
#include "model/model_maker.hpp"

namespace alembert {

bool bends(const Model& model) { return bends(*ModelMaker::description(model).robot); }

int first_amplitude(const Model& model) {
  if (!bends(model)) return model.dofs();
  int count = 0;
  for (const ModelJoint& joint : model.joints()) count += joint.driven ? 0 : 1;
  return model.dofs() - count;
}

}  // namespace alembert
