// A robot's file, read and written by one description of its fields:
//
//   a.part("friction", said, [&] {
//     a.usual("viscous", joint.friction.viscous, 0.0);
//     a.usual("coulomb", joint.friction.coulomb, 0.0);
//   });
//
// A YamlReader fills what is described from a map of the file, a YamlPage (yaml_writer.cpp) makes
// the file of it. The keys that a map may have follow from its description, too: a reader goes
// through that once for the keys, which it refuses all others by, and once for the values. What
// people may write in several ways is read by whoever describes it (`entries`).
#pragma once

#include <Eigen/Geometry>
#include <array>
#include <cmath>
#include <functional>
#include <initializer_list>
#include <optional>
#include <span>
#include <string>
#include <type_traits>
#include <vector>

#include "io/yaml.hpp"

namespace alembert::io {

class YamlArchive {
 public:
  using Content = std::function<void()>;
  virtual ~YamlArchive() = default;

  virtual bool writing() const = 0;
  /// The map that is read; nullptr while writing, and while its keys are asked for.
  virtual const YamlMap* entries() const = 0;
  bool asks_for_keys() const { return !writing() && entries() == nullptr; }
  /// What is read at `key`; nullptr where nothing is.
  const YamlValue* given(const char* key) const {
    return entries() != nullptr ? entries()->find(key) : nullptr;
  }

  /// May be left out of files, and then stays what it is; is always written.
  void operator()(const char* key, double& value, Quantity quantity = Quantity::plain) {
    numbers(key, {&value, 1}, Shape::number, quantity, false);
  }
  void operator()(const char* key, Eigen::Vector3d& value, Quantity quantity = Quantity::plain) {
    numbers(key, {value.data(), 3}, Shape::list, quantity, false);
  }
  virtual void operator()(const char* key, std::string& value) = 0;
  virtual void operator()(const char* key, int& value, int lowest, int highest) = 0;
  /// One number, or several; written if there are any.
  virtual void operator()(const char* key, std::vector<double>& values) = 0;
  /// One number, or rows [x, value], x in m; written if there are any.
  virtual void operator()(const char* key, std::vector<double>& x, std::vector<double>& value) = 0;
  /// Two words each, on a line of their own.
  virtual void operator()(const char* key, std::vector<std::array<std::string, 2>>& pairs) = 0;
  void operator()(const char* key, std::optional<std::array<double, 4>>& values) {
    may_have({key});
    if (given(key) != nullptr) values.emplace();
    if (values) numbers(key, *values, Shape::list, Quantity::plain, false);
  }

  /// Without it there is an Error that says `fix`.
  template <typename T, typename... Quantities>
  void needed(const char* key, T& value, const std::string& fix, Quantities... quantity) {
    if (entries() != nullptr) entries()->at(key, fix);
    (*this)(key, value, quantity...);
  }

  /// Left out where it is usual. What is usually infinite may be written so.
  void usual(const char* key, double& value, double usual, Quantity quantity = Quantity::plain) {
    if (is_left_out(value, usual)) return;
    numbers(key, {&value, 1}, Shape::number, quantity, std::isinf(usual));
  }
  void usual(const char* key, std::array<double, 2>& ends, const std::array<double, 2>& usual,
             Quantity quantity) {
    if (!is_left_out(ends, usual)) numbers(key, ends, Shape::list, quantity, std::isinf(usual[0]));
  }
  template <typename T, typename... Details>
  void usual(const char* key, T& value, const std::type_identity_t<T>& usual, Details... details) {
    if (!is_left_out(value, usual)) (*this)(key, value, details...);
  }

  /// A map on one line, written if there is something `said`.
  virtual void part(const char* key, bool said, const Content& content) = 0;
  /// Likewise on lines of its own.
  virtual void block(const char* key, bool said, const Content& content) = 0;
  template <typename T, typename Describe>
  void part(const char* key, std::optional<T>& value, Describe describe) {
    if (given(key) != nullptr) value.emplace();
    T none;
    part(key, value.has_value(), [&] { describe(value ? *value : none); });
  }

  /// How the maps of a list are written: on a line each, if there are any, or on several lines.
  /// Messages name them by their `kind`, or by the list where there is none.
  struct List {
    const char* kind = nullptr;
    bool on_lines = false, or_one = false;  ///< or_one: a map alone is a list of itself
  };
  template <typename T, typename Describe>
  void list(const char* key, std::vector<T>& items, List how, Describe describe) {
    each_of(key, items.size(), how, [&](std::size_t i) {
      if (i == items.size()) items.emplace_back();
      describe(items[i]);
    });
  }

  /// Keys that are there to be read, in the order that messages list them.
  virtual void may_have(std::initializer_list<const char*> keys) = 0;

  /// xyz, and rpy or quaternion, of which rpy is written.
  void pose(Eigen::Isometry3d& pose);
  /// Written unless it is the identity.
  void pose_part(const char* key, Eigen::Isometry3d& pose);

  /// Where the map stands in its file.
  void where(Location& where) const {
    if (entries() != nullptr) where = entries()->value().where();
  }

 protected:
  enum class Shape { number, list };
  virtual void numbers(const char* key, std::span<double> values, Shape shape, Quantity quantity,
                       bool infinite) = 0;
  virtual void each_of(const char* key, std::size_t count, List how,
                       const std::function<void(std::size_t)>& describe) = 0;

 private:
  template <typename T>
  bool is_left_out(T& value, const T& usual) const {
    if (entries() != nullptr) value = usual;
    return writing() && value == usual;
  }
};

class YamlReader : public YamlArchive {
 public:
  explicit YamlReader(const YamlMap& map) : map_(&map) {}

  using YamlArchive::operator();
  using YamlArchive::part;
  bool writing() const override { return false; }
  const YamlMap* entries() const override { return keys_ == nullptr ? map_ : nullptr; }
  void operator()(const char* key, std::string& value) override;
  void operator()(const char* key, int& value, int lowest, int highest) override;
  void operator()(const char* key, std::vector<double>& values) override;
  void operator()(const char* key, std::vector<double>& x, std::vector<double>& value) override;
  void operator()(const char* key, std::vector<std::array<std::string, 2>>& pairs) override;
  void part(const char* key, bool said, const Content& content) override;
  void block(const char* key, bool said, const Content& content) override {
    part(key, said, content);
  }
  void may_have(std::initializer_list<const char*> keys) override;

 private:
  void numbers(const char* key, std::span<double> values, Shape shape, Quantity quantity,
               bool infinite) override;
  void each_of(const char* key, std::size_t count, List how,
               const std::function<void(std::size_t)>& describe) override;
  /// nullptr if the key is absent, or only to be known.
  const YamlValue* find(const char* key);
  void read_map(const YamlValue& value, const Content& content);

  const YamlMap* map_;
  std::vector<std::string>* keys_ = nullptr;  // that are asked for
};

}  // namespace alembert::io
