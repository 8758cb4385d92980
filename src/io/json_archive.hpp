// JSON documents, written and read by one description of their fields:
//
//   void fields(auto& a, Waypoint& w) { a("name", w.name); a("at", w.at); }
//
// A JsonWriter makes an object of that, a JsonReader fills the struct from one and names the place
// in the document where it cannot. Enums are words (`words_of`), frames are names, numbers keep
// every bit; what is not finite is null.
#pragma once

#include <Eigen/Core>
#include <concepts>
#include <nlohmann/json.hpp>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "alembert/error.hpp"
#include "alembert/frame_id.hpp"
#include "alembert/robot.hpp"
#include "io/json_text.hpp"

namespace alembert::io {

/// What all parts of a document share.
struct ArchiveContext {
  std::string file = {};  ///< for messages
  std::string advice = {};
  int version = 0;
  const std::vector<std::string>* joints = nullptr;
  const std::vector<std::string>* frames = nullptr;
  const std::vector<std::string>* forces = nullptr;
};

/// A number or numbers in which null stands for `none`: no bound.
template <typename T>
struct Bounded {
  T& value;
  double none;
};
template <typename T>
Bounded<T> bounded(T& value, double none = infinity) {
  return {value, none};
}

/// A column for each name: {"joint1": [...], ...}.
struct MatrixColumns {
  Eigen::MatrixXd& matrix;
  const std::vector<std::string>& names;
};
/// A number for each joint: {"joint1": 0.1, ...}.
struct ByJoint {
  std::vector<double>& values;
};

template <typename T>
concept Worded = std::is_enum_v<T> && requires(T e) {
  words_of(e);
};

class JsonWriter {
 public:
  static constexpr bool reading = false;
  explicit JsonWriter(ArchiveContext& context) : context_(context) {}

  ArchiveContext& context() { return context_; }
  int version() const { return context_.version; }

  template <typename T>
  void operator()(const char* key, T&& value) {
    object_[key] = json(value);
  }
  /// Left out where there is nothing.
  template <typename T>
  void unless_empty(const char* key, T&& value) {
    if (size_of(value) > 0) (*this)(key, value);
  }
  template <typename T>
  void unless_equal(const char* key, T& value, const T& usual) {
    if (value != usual) (*this)(key, value);
  }
  /// For readers of the document; follows from the rest.
  void derived(const char* key, const std::string& text) { object_[key] = text; }

  OrderedJson take() { return std::move(object_); }

 private:
  template <typename T>
  static Eigen::Index size_of(const T& value) {
    return static_cast<Eigen::Index>(value.size());
  }
  template <typename T>
  static Eigen::Index size_of(const std::optional<T>& value) {
    return value ? 1 : 0;
  }
  static Eigen::Index size_of(const MatrixColumns& columns) { return columns.matrix.cols(); }

  static OrderedJson json(double value) { return number_json(value); }
  static OrderedJson json(std::integral auto value) { return value; }
  static OrderedJson json(const std::string& value) { return value; }
  template <Worded E>
  OrderedJson json(E value) {
    return words_of(value)[static_cast<std::size_t>(value)];
  }
  OrderedJson json(FrameId frame) {
    if (!frame.is_set()) return nullptr;
    return context_.frames->at(static_cast<std::size_t>(frame.index()));
  }
  template <typename T>
  OrderedJson json(std::optional<T>& value) {
    return value ? json(*value) : OrderedJson(nullptr);
  }
  template <typename T>
  OrderedJson json(std::vector<T>& values) {
    OrderedJson list = OrderedJson::array();
    for (T& value : values) list.push_back(json(value));
    return list;
  }
  OrderedJson json(std::pair<int, int>& pair) { return {pair.first, pair.second}; }
  OrderedJson json(std::vector<std::pair<std::string, double>>& values) {
    OrderedJson map = OrderedJson::object();
    for (const auto& [name, value] : values) map[name] = json(value);
    return map;
  }
  /// Vectors as lists, matrices as lists of rows; of columns, where the rows are three by type.
  template <int R, int C>
  OrderedJson json(Eigen::Matrix<double, R, C>& m) {
    OrderedJson list = OrderedJson::array();
    if constexpr (C == 1) {
      for (const double value : m) list.push_back(json(value));
    } else if constexpr (C == Eigen::Dynamic) {
      for (Eigen::Index j = 0; j < m.cols(); ++j) list.push_back(vector(m.col(j)));
    } else {
      for (Eigen::Index i = 0; i < m.rows(); ++i) list.push_back(vector(m.row(i)));
    }
    return list;
  }
  template <typename T>
  OrderedJson json(Bounded<T>& bounds) {
    return json(bounds.value);
  }
  OrderedJson json(MatrixColumns& columns) {
    OrderedJson map = OrderedJson::object();
    for (std::size_t j = 0; j < columns.names.size(); ++j) {
      map[columns.names[j]] = vector(columns.matrix.col(static_cast<Eigen::Index>(j)));
    }
    return map;
  }
  OrderedJson json(ByJoint& numbers) {
    OrderedJson map = OrderedJson::object();
    for (std::size_t j = 0; j < numbers.values.size(); ++j) {
      map[context_.joints->at(j)] = json(numbers.values[j]);
    }
    return map;
  }
  template <typename T>
  requires requires(JsonWriter& a, T& x) { fields(a, x); }
  OrderedJson json(T& value) {
    JsonWriter inner(context_);
    fields(inner, value);
    return inner.take();
  }
  static OrderedJson vector(Eigen::VectorXd x) {
    OrderedJson list = OrderedJson::array();
    for (const double value : x) list.push_back(json(value));
    return list;
  }

  ArchiveContext& context_;
  OrderedJson object_ = OrderedJson::object();
};

/// A place in a document, put into words only where something is wrong there.
struct JsonPath {
  const JsonPath* parent = nullptr;
  std::string_view key = {};
  std::size_t index = 0;

  std::string text() const;
};

class JsonReader {
 public:
  static constexpr bool reading = true;
  JsonReader(ArchiveContext& context, const OrderedJson& object, const JsonPath& path);

  ArchiveContext& context() { return context_; }
  int version() const { return context_.version; }

  template <typename T>
  void operator()(const char* key, T&& value) {
    if (const OrderedJson* found = find(key)) {
      read(*found, {&path_, key}, value);
    } else {
      missing(key, value);
    }
  }
  template <typename T>
  void unless_empty(const char* key, T&& value) {
    if (const OrderedJson* found = find(key)) read(*found, {&path_, key}, value);
  }
  template <typename T>
  void unless_equal(const char* key, T& value, const T& usual) {
    value = usual;
    unless_empty(key, value);
  }
  void derived(const char* key, const std::string&) { find(key); }

  /// Refuses keys that nobody asked for.
  void finish() const;
  [[noreturn]] void fail(Error::Code code, const std::string& reason) const;

 private:
  const OrderedJson* find(const char* key);
  template <typename T>
  void missing(const char* key, T&) const {
    fail(Error::Code::robot, "no '" + JsonPath{&path_, key}.text() + "'");
  }
  template <typename T>
  void missing(const char*, std::optional<T>& value) const {
    value.reset();
  }

  void read(const OrderedJson& json, const JsonPath& path, double& value) const;
  void read(const OrderedJson& json, const JsonPath& path, bool& value) const;
  void read(const OrderedJson& json, const JsonPath& path, int& value) const;
  void read(const OrderedJson& json, const JsonPath& path, long& value) const;
  void read(const OrderedJson& json, const JsonPath& path, unsigned& value) const;
  void read(const OrderedJson& json, const JsonPath& path, std::string& value) const;
  void read(const OrderedJson& json, const JsonPath& path, FrameId& value) const;
  void read(const OrderedJson& json, const JsonPath& path, std::pair<int, int>& value) const;
  void read(const OrderedJson& json, const JsonPath& path,
            std::vector<std::pair<std::string, double>>& values) const;
  void read(const OrderedJson& json, const JsonPath& path, Bounded<double>& bound) const;
  void read(const OrderedJson& json, const JsonPath& path, Bounded<Eigen::VectorXd>& bounds) const;
  void read(const OrderedJson& json, const JsonPath& path, MatrixColumns& columns) const;
  void read(const OrderedJson& json, const JsonPath& path, ByJoint& numbers) const;

  template <Worded E>
  void read(const OrderedJson& json, const JsonPath& path, E& value) const {
    value = static_cast<E>(word(json, path, words_of(value)));
  }
  template <typename T>
  void read(const OrderedJson& json, const JsonPath& path, std::optional<T>& value) const {
    value.reset();
    if (!json.is_null()) read(json, path, value.emplace());
  }
  template <typename T>
  void read(const OrderedJson& json, const JsonPath& path, std::vector<T>& values) const {
    require_list(json, path);
    values.assign(json.size(), T());
    for (std::size_t i = 0; i < json.size(); ++i) read(json[i], {&path, {}, i}, values[i]);
  }
  template <int R, int C>
  void read(const OrderedJson& json, const JsonPath& path, Eigen::Matrix<double, R, C>& m) const {
    if constexpr (C == 1) {
      m = numbers(json, path, R);
    } else {
      require_list(json, path);
      constexpr bool by_columns = C == Eigen::Dynamic;
      const auto count = static_cast<Eigen::Index>(json.size());
      if constexpr (R != Eigen::Dynamic && C != Eigen::Dynamic) {
        if (count != R) refuse_count(path, R);
      }
      m.resize(by_columns ? R : count, by_columns ? count : C);
      for (Eigen::Index k = 0; k < count; ++k) {
        const auto i = static_cast<std::size_t>(k);
        const Eigen::VectorXd line = numbers(json[i], {&path, {}, i}, by_columns ? R : C);
        if constexpr (by_columns) {
          m.col(k) = line;
        } else {
          m.row(k) = line;
        }
      }
    }
  }
  template <typename T>
  requires requires(JsonReader& a, T& x) { fields(a, x); }
  void read(const OrderedJson& json, const JsonPath& path, T& value) const {
    JsonReader inner(context_, json, path);
    fields(inner, value);
    inner.finish();
  }

  std::size_t word(const OrderedJson& json, const JsonPath& path,
                   std::span<const char* const> words) const;
  /// Finite ones; `count` of them unless it is Dynamic.
  Eigen::VectorXd numbers(const OrderedJson& json, const JsonPath& path, int count) const;
  double finite(const OrderedJson& json, const JsonPath& path) const;
  void require_list(const OrderedJson& json, const JsonPath& path) const;
  [[noreturn]] void refuse_count(const JsonPath& path, int count) const;

  ArchiveContext& context_;
  const OrderedJson& object_;
  JsonPath path_;
  std::vector<std::string_view> known_;
};

}  // namespace alembert::io
