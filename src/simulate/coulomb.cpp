#include "simulate/coulomb.hpp"

namespace alembert {

Model without_coulomb(const Model& model) {
  Model::Data data = model.data();
  for (ModelJoint& joint : data.joints) joint.coulomb = 0.0;
  return Model(std::move(data));
}

}  // namespace alembert
