#include "alembert/model.hpp"

#include <utility>

namespace alembert {

namespace {

template <typename T>
int index_of(const std::vector<T>& items, const std::string& name, const char* kind,
             const std::string& robot) {
  std::string known;
  for (std::size_t i = 0; i < items.size(); ++i) {
    if (items[i].name == name) return static_cast<int>(i);
    known += (i ? ", " : "") + items[i].name;
  }
  throw Error(Error::Code::name, "robot '" + robot + "' has no " + kind + " named '" + name + "'",
              "use one of: " + known);
}

}  // namespace

Inertia ModelLink::total() const {
  if (inertia && payload) return combined(*inertia, *payload);
  return inertia ? *inertia : payload.value_or(Inertia{});
}

Model::Model(Data data) : data_(std::make_shared<const Data>(std::move(data))) {}

std::vector<std::string> Model::coordinate_names() const {
  std::vector<std::string> names;
  names.reserve(data_->coordinates.size());
  for (const Coordinate& c : data_->coordinates) names.push_back(c.name);
  return names;
}

int Model::coordinate(const std::string& wanted) const {
  return index_of(data_->coordinates, wanted, "coordinate", name());
}

FrameId Model::frame(const std::string& wanted) const {
  return FrameId(index_of(data_->frames, wanted, "link or frame", name()));
}

Model carrying(const Model& model, FrameId frame, const Inertia& body_in_frame) {
  Model::Data data = model.data();
  const ModelFrame& place = model.frame(frame);
  Inertia& link = place.joint < 0 ? data.base_inertia
                                  : data.joints[static_cast<std::size_t>(place.joint)].inertia;
  link = combined(link, transformed(place.pose, body_in_frame));
  ModelLink& carrier = data.links[static_cast<std::size_t>(place.link)];
  const Eigen::Isometry3d in_carrier = model.frame(carrier.frame).pose.inverse() * place.pose;
  carrier.payload =
      combined(carrier.payload.value_or(Inertia{}), transformed(in_carrier, body_in_frame));
  return Model(std::move(data));
}

}  // namespace alembert
