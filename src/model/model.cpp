#include "alembert/model.hpp"

#include <utility>

#include "model/phrase.hpp"

namespace alembert {

namespace {

template <typename T>
int index_of(const std::vector<T>& items, const std::string& name, const char* kind,
             const std::string& robot) {
  std::string known;
  std::vector<std::string> names;
  for (std::size_t i = 0; i < items.size(); ++i) {
    if (items[i].name == name) return static_cast<int>(i);
    known += (i ? ", " : "") + items[i].name;
    names.push_back(items[i].name);
  }
  const std::string meant = phrase::nearest(name, names);
  throw Error(Error::Code::name, "robot '" + robot + "' has no " + kind + " named '" + name + "'",
              (meant.empty() ? "" : "did you mean '" + meant + "'? ") + "use one of: " + known);
}

}  // namespace

Inertia ModelLink::total() const {
  if (inertia && payload) return combined(*inertia, *payload);
  return inertia ? *inertia : payload.value_or(Inertia{});
}

Model::Model(Parts parts) : parts_(std::make_shared<const Parts>(std::move(parts))) {}

std::vector<std::string> Model::coordinate_names() const {
  return phrase::names_of(parts_->coordinates);
}

int Model::coordinate(const std::string& wanted) const {
  for (const LockedJoint& joint : locked()) {
    if (joint.name != wanted) continue;
    throw Error(Error::Code::name, "joint '" + wanted + "' of robot '" + name() + "' is locked",
                "leave it out, or do not lock it");
  }
  return index_of(parts_->coordinates, wanted, "coordinate", name());
}

void Model::refuse(FrameId id) const {
  const std::string what = id.is_set() ? "frame " + std::to_string(id.index()) : "no frame";
  throw Error(Error::Code::name,
              what + " is asked for of robot '" + name() + "'" +
                  (id.is_set() ? ", which has " + std::to_string(frames().size()) : ""),
              "use model.frame(\"name\")");
}

FrameId Model::frame(const std::string& wanted) const {
  return FrameId(index_of(frames(), wanted, "link or frame", name()));
}

}  // namespace alembert
