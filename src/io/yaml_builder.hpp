// A YAML file heard once: its nodes, and where documents start.
#pragma once

#include <yaml-cpp/eventhandler.h>

#include <deque>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "io/yaml.hpp"
#include "model/robot_size.hpp"

namespace alembert::io {

/// Nodes are of the first document. Of robots, also how many joints there are: the list `joints` of
/// the outermost map; throws Error as soon as there are too many.
class YamlBuilder : public YAML::EventHandler {
 public:
  YamlBuilder(std::string file, bool robot) : file_(std::move(file)), robot_(robot) {}

  int count() const { return count_; }
  const YAML::Mark& last() const { return last_; }
  /// Of the first document, whose outermost value is its first; none if it has no value.
  std::deque<YamlNode> take_nodes() { return std::move(nodes_); }

  void OnDocumentStart(const YAML::Mark& mark) override {
    ++count_;
    last_ = mark;
    open_.clear();
  }
  void OnDocumentEnd() override {}
  void OnNull(const YAML::Mark& mark, YAML::anchor_t anchor) override {
    add(mark, anchor, YamlNode::Kind::null);
  }
  void OnAlias(const YAML::Mark& mark, YAML::anchor_t anchor) override {
    hear(mark);
    if (count_ == 1) place(anchors_.at(anchor));
  }
  void OnScalar(const YAML::Mark& mark, const std::string&, YAML::anchor_t anchor,
                const std::string& text) override {
    YamlNode* made = add(mark, anchor, YamlNode::Kind::text);
    if (made != nullptr) made->text = text;
  }
  void OnSequenceStart(const YAML::Mark& mark, const std::string&, YAML::anchor_t anchor,
                       YAML::EmitterStyle::value) override {
    const bool of_joints = robot_ && is_value_of("joints");
    open(add(mark, anchor, YamlNode::Kind::list));
    if (open_.size() == 2) in_joints_ = of_joints;
  }
  void OnSequenceEnd() override { leave(); }
  void OnMapStart(const YAML::Mark& mark, const std::string&, YAML::anchor_t anchor,
                  YAML::EmitterStyle::value) override {
    open(add(mark, anchor, YamlNode::Kind::map));
  }
  void OnMapEnd() override { leave(); }

 private:
  struct Open {
    YamlNode* node;
    const YamlNode* key;  ///< of a map: what the next value belongs to
  };

  /// nullptr in documents after the first.
  YamlNode* add(const YAML::Mark& mark, YAML::anchor_t anchor, YamlNode::Kind kind) {
    hear(mark);
    if (count_ > 1) return nullptr;
    YamlNode& node = nodes_.emplace_back();
    node.kind = kind;
    node.line = mark.is_null() ? 0 : mark.line + 1;
    if (anchor != 0) anchors_[anchor] = &node;
    place(&node);
    return &node;
  }
  void place(const YamlNode* node) {
    if (open_.empty()) return;
    auto& [owner, key] = open_.back();
    if (owner->is_list()) {
      owner->list.push_back(node);
    } else if (key == nullptr) {
      key = node;
    } else {
      owner->map.emplace_back(std::exchange(key, nullptr), node);
    }
  }
  bool is_value_of(const char* name) const {
    return open_.size() == 1 && open_.back().key != nullptr && open_.back().key->text == name;
  }
  void open(YamlNode* node) {
    if (node != nullptr) open_.push_back({node, nullptr});
  }
  void hear(const YAML::Mark& mark) {
    if (in_joints_ && open_.size() == 2) require_few_joints(++joints_, {file_, mark.line + 1});
  }
  void leave() {
    if (count_ > 1) return;
    open_.pop_back();
    if (open_.size() == 1) in_joints_ = false;
  }

  std::string file_;
  bool robot_, in_joints_ = false;
  int count_ = 0;
  std::size_t joints_ = 0;
  YAML::Mark last_;
  std::deque<YamlNode> nodes_;
  std::map<YAML::anchor_t, const YamlNode*> anchors_;
  std::vector<Open> open_;
};

}  // namespace alembert::io
