#include "io/yaml_archive.hpp"

#include <algorithm>
#include <utility>

#include "io/pose.hpp"
#include "io/yaml_body.hpp"

namespace alembert::io {

void YamlArchive::pose(Eigen::Isometry3d& pose) {
  if (entries() != nullptr) {
    pose = read_pose(*entries());
    return;
  }
  const Eigen::Vector3d zero = Eigen::Vector3d::Zero();
  Eigen::Vector3d xyz = pose.translation(), rpy = rpy_from_rotation(pose.linear());
  usual("xyz", xyz, zero);
  usual("rpy", rpy, zero);
  may_have({"quaternion"});
}

void YamlArchive::pose_part(const char* key, Eigen::Isometry3d& pose) {
  part(key, !is_identity(pose), [&] { this->pose(pose); });
}

const YamlValue* YamlReader::find(const char* key) {
  may_have({key});
  return keys_ == nullptr ? map_->find(key) : nullptr;
}

void YamlReader::may_have(std::initializer_list<const char*> keys) {
  if (keys_ == nullptr) return;
  for (const char* key : keys) {
    if (std::find(keys_->begin(), keys_->end(), key) == keys_->end()) keys_->emplace_back(key);
  }
}

void YamlReader::operator()(const char* key, std::string& value) {
  if (const YamlValue* given = find(key)) value = given->text();
}

void YamlReader::operator()(const char* key, int& value, int lowest, int highest) {
  if (const YamlValue* given = find(key)) value = given->integer(lowest, highest);
}

void YamlReader::operator()(const char* key, std::vector<double>& values) {
  const YamlValue* given = find(key);
  if (given == nullptr) return;
  for (const YamlValue& entry : one_or_several(*given)) values.push_back(entry.number());
}

void YamlReader::operator()(const char* key, std::vector<double>& x, std::vector<double>& value) {
  const YamlValue* given = find(key);
  if (given == nullptr) return;
  if (!given->is_list()) {
    value = {given->number()};
    return;
  }
  for (const YamlValue& row : given->list()) {
    const std::vector<YamlValue> pair = row.list_of(2);
    x.push_back(pair[0].number(Quantity::length));
    value.push_back(pair[1].number());
  }
  if (x.size() < 2) {
    given->fail(Error::Code::value, given->label() + " is a table of fewer than two rows",
                "write one number, or rows [x, value] from 0 to the length");
  }
}

void YamlReader::operator()(const char* key, std::vector<std::array<std::string, 2>>& pairs) {
  const YamlValue* given = find(key);
  if (given == nullptr) return;
  for (const YamlValue& entry : given->list()) {
    const std::vector<YamlValue> words = entry.list_of(2);
    pairs.push_back({words[0].text(), words[1].text()});
  }
}

void YamlReader::numbers(const char* key, std::span<double> values, Shape shape, Quantity quantity,
                         bool infinite) {
  const YamlValue* given = find(key);
  if (given == nullptr) return;
  const std::vector<YamlValue> entries =
      shape == Shape::list ? given->list_of(values.size()) : std::vector{*given};
  for (std::size_t i = 0; i < values.size(); ++i) {
    values[i] = infinite ? entries[i].number_or_infinity(quantity) : entries[i].number(quantity);
  }
}

void YamlReader::read_map(const YamlValue& value, const Content& content) {
  std::vector<std::string> keys;
  keys_ = &keys;
  content();
  keys_ = nullptr;
  const YamlMap map = value.map(keys);
  const YamlMap* outer = std::exchange(map_, &map);
  content();
  map_ = outer;
}

void YamlReader::part(const char* key, bool, const Content& content) {
  if (const YamlValue* given = find(key)) read_map(*given, content);
}

void YamlReader::each_of(const char* key, std::size_t, List how,
                         const std::function<void(std::size_t)>& describe) {
  const YamlValue* given = find(key);
  if (given == nullptr) return;
  std::size_t i = 0;
  for (const YamlValue& entry : how.or_one ? one_or_several(*given) : given->list()) {
    read_map(how.kind != nullptr ? labelled(entry, how.kind, i + 1) : entry, [&] { describe(i); });
    ++i;
  }
}

}  // namespace alembert::io
