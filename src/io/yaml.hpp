// YAML values that know their line and their name, and refuse what nobody asked for.
#pragma once

#include <Eigen/Core>
#include <cstddef>
#include <deque>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "alembert/error.hpp"

namespace alembert::io {

/// What a number measures, and so the units that may follow it. A rotation is an angle that places
/// something: more than a turn of it, without a unit, is a number of degrees by mistake.
enum class Quantity { plain, angle, length, rotation };

/// A value as it stands in its file, before anybody asks what it means. Owned by the document it
/// stands in; an alias is one more pointer to what it names.
struct YamlNode {
  enum class Kind { null, text, list, map };

  bool is_null() const { return kind == Kind::null; }
  bool is_text() const { return kind == Kind::text; }
  bool is_list() const { return kind == Kind::list; }
  bool is_map() const { return kind == Kind::map; }

  Kind kind = Kind::null;
  int line = 0;  ///< counted from 1; 0 if it is not known
  std::string text;
  std::vector<const YamlNode*> list;
  std::vector<std::pair<const YamlNode*, const YamlNode*>> map;  ///< keys and values, in order
};

class YamlMap;

/// One value. Every accessor throws Error with the line if the value is not what is asked for.
class YamlValue {
 public:
  /// The single document of `text`, which is to be a `kind` ("robot"): messages say so.
  static YamlValue parse(const std::string& text, const std::string& file,
                         const std::string& kind = "robot");

  Location where() const;
  /// "limits.position of joint 'elbow'": how messages name this value.
  std::string label() const;
  /// The same value, from here on named by `owner` in messages.
  YamlValue owned_by(std::string owner) const;
  /// The text at `key`, if this is a map with such a text; for labels only.
  std::string peek(const std::string& key) const;

  bool is_map() const { return node_->is_map(); }
  bool is_list() const { return node_->is_list(); }
  /// Whether the value is this very word.
  bool is(const std::string& word) const { return node_->is_text() && node_->text == word; }

  std::string text() const;
  /// Which of `words` it is; `otherwise` (", which is no joint") is said of any other.
  std::size_t word(const std::vector<std::string>& words, const std::string& otherwise = "") const;
  double number(Quantity quantity = Quantity::plain) const;
  double number_or_infinity(Quantity quantity = Quantity::plain) const;
  double positive(Quantity quantity = Quantity::plain,
                  const char* fix = "write a positive number") const;
  int integer(int lowest, int highest) const;
  bool truth() const;
  std::vector<YamlValue> list() const;
  std::vector<YamlValue> list_of(std::size_t size) const;
  Eigen::Vector3d vector(Quantity quantity = Quantity::plain) const;
  /// Refuses every key that is not in `keys`.
  YamlMap map(const std::vector<std::string>& keys) const;

  [[noreturn]] void fail(Error::Code code, const std::string& reason, const std::string& fix) const;
  /// What `action` returns; what it throws, with the line of this value.
  template <typename Action>
  auto at_this_line(Action action) const {
    try {
      return action();
    } catch (const Error& error) {
      fail(error.code(), error.reason(), error.fix());
    }
  }

 private:
  friend class YamlMap;
  struct Document {
    std::string file, kind;
    std::deque<YamlNode> nodes;
    std::size_t visited = 0;
  };

  YamlValue(std::shared_ptr<Document> document, const YamlNode& node, int line, std::string owner,
            std::string path);
  /// Aliases make a small file huge; this bounds what is read of it.
  void count_visit(std::size_t values = 1) const;

  std::shared_ptr<Document> document_;
  const YamlNode* node_;  // of the document
  int line_;
  std::string owner_, path_;
};

/// The entries of a map, all of them known.
class YamlMap {
 public:
  YamlMap(const YamlValue& value, const std::vector<std::string>& keys);

  const YamlValue& value() const { return value_; }
  /// nullptr if the key is absent.
  const YamlValue* find(const std::string& key) const;
  bool has(const std::string& key) const { return find(key) != nullptr; }
  /// Throws Error with `fix` if the key is absent.
  const YamlValue& at(const std::string& key, const std::string& fix) const;
  /// The entries of a list, or of one that may be a single value; none if the key is absent.
  std::vector<YamlValue> list(const std::string& key) const {
    return has(key) ? find(key)->list() : std::vector<YamlValue>();
  }
  std::vector<YamlValue> one_or_several(const std::string& key) const;
  /// `fallback` if the key is absent.
  double number(const std::string& key, double fallback,
                Quantity quantity = Quantity::plain) const {
    return has(key) ? find(key)->number(quantity) : fallback;
  }
  bool truth(const std::string& key, bool fallback) const {
    return has(key) ? find(key)->truth() : fallback;
  }
  std::string text(const std::string& key, const std::string& fallback) const {
    return has(key) ? find(key)->text() : fallback;
  }
  Eigen::Vector3d vector(const std::string& key, const Eigen::Vector3d& fallback,
                         Quantity quantity = Quantity::plain) const {
    return has(key) ? find(key)->vector(quantity) : fallback;
  }

 private:
  void add(const YamlNode& key, const YamlNode& node, const std::vector<std::string>& keys);

  YamlValue value_;
  std::vector<std::pair<std::string, YamlValue>> entries_;
};

/// The entries of a list; anything else is a list of itself.
std::vector<YamlValue> one_or_several(const YamlValue& value);

/// A list of [x, y, z], m.
std::vector<Eigen::Vector3d> read_points(const YamlValue& value);

void require_positive(const YamlValue& value, double number, const char* fix);

/// Throws Error unless the file begins with `alembert: KIND/1`. Messages call it a `file` file and
/// a `noun`, and give `advice`, if there is any, where it is something else.
void require_kind(const YamlValue& root, const std::string& kind, const std::string& file,
                  const std::string& noun, const std::string& advice = "");

/// The entry named in messages by its own name, or by its place in the list.
YamlValue labelled(const YamlValue& entry, const std::string& kind, std::size_t number);

}  // namespace alembert::io
