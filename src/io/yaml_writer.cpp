// The native format: every joint by origin and axis, nothing that is already the default.
#include <yaml-cpp/yaml.h>

#include "alembert/doctor.hpp"
#include "alembert/io.hpp"
#include "io/robot_parts.hpp"
#include "io/text.hpp"

namespace alembert {

namespace {

using namespace io;
using YAML::BeginSeq;
using YAML::EndSeq;
using YAML::Flow;

std::string yaml_text(double value) {
  if (value == infinity) return ".inf";
  if (value == -infinity) return "-.inf";
  return number_text(value);
}

/// The archive that writes. Numbers go out as text of our own making.
class YamlPage : public YamlArchive {
 public:
  YamlPage() { out_.SetIndent(2); }

  using YamlArchive::operator();
  using YamlArchive::part;
  bool writing() const override { return true; }
  const YamlMap* entries() const override { return nullptr; }
  void may_have(std::initializer_list<const char*>) override {}

  void map(const Content& content) {
    out_ << YAML::BeginMap;
    content();
    out_ << YAML::EndMap;
  }
  void operator()(const char* key, std::string& value) override { at(key) << value; }
  void operator()(const char* key, int& value, int, int) override { at(key) << value; }
  void operator()(const char* key, std::vector<double>& values) override {
    if (!values.empty()) numbers(key, values, Shape::list, Quantity::plain, false);
  }
  void operator()(const char* key, std::vector<double>& x, std::vector<double>& value) override {
    if (value.size() == 1) return (*this)(key, value.front());
    if (value.empty()) return;
    at(key) << Flow << BeginSeq;
    for (std::size_t i = 0; i < x.size(); ++i) {
      out_ << BeginSeq << yaml_text(x[i]) << yaml_text(value[i]) << EndSeq;
    }
    out_ << EndSeq;
  }
  void operator()(const char* key, std::vector<std::array<std::string, 2>>& pairs) override {
    at(key) << BeginSeq;
    for (const auto& [one, other] : pairs) out_ << Flow << BeginSeq << one << other << EndSeq;
    out_ << EndSeq;
  }
  void part(const char* key, bool said, const Content& content) override {
    if (!said) return;
    at(key) << Flow;
    map(content);
  }
  void block(const char* key, bool said, const Content& content) override {
    if (!said) return;
    at(key);
    map(content);
  }

  std::string str() const { return std::string(out_.c_str()) + "\n"; }

 private:
  void numbers(const char* key, std::span<double> values, Shape shape, Quantity, bool) override {
    at(key);
    if (shape == Shape::list) out_ << Flow << BeginSeq;
    for (const double value : values) out_ << yaml_text(value);
    if (shape == Shape::list) out_ << EndSeq;
  }
  void each_of(const char* key, std::size_t count, List how,
               const std::function<void(std::size_t)>& describe) override {
    if (count == 0 && !how.on_lines) return;
    at(key) << BeginSeq;
    for (std::size_t i = 0; i < count; ++i) {
      if (!how.on_lines) out_ << Flow;
      map([&] { describe(i); });
    }
    out_ << EndSeq;
  }
  YAML::Emitter& at(const char* key) { return out_ << YAML::Key << key << YAML::Value; }

  YAML::Emitter out_;
};

}  // namespace

std::string write_yaml(const Robot& robot) { return yaml_with_collisions(robot, {}); }

std::string yaml_with_collisions(const Robot& robot, const LinkShapes& collisions) {
  validate(robot);
  Robot written = robot;
  if (written.name.empty()) written.name = "robot";
  LinkShapes shapes = collisions;
  YamlPage page;
  page.map([&] { describe_robot(page, written, shapes); });
  return page.str();
}

}  // namespace alembert
