// A YAML file heard once, before anything is made of it.
#pragma once

#include <yaml-cpp/eventhandler.h>

#include <string>
#include <utility>

#include "model/robot_size.hpp"

namespace alembert::io {

/// Where each document starts. Of robots, also how many joints there are: the list `joints` of the
/// outermost map; throws Error as soon as there are too many.
class YamlOutline : public YAML::EventHandler {
 public:
  YamlOutline(std::string file, bool robot) : file_(std::move(file)), robot_(robot) {}

  int count() const { return count_; }
  const YAML::Mark& last() const { return last_; }

  void OnDocumentStart(const YAML::Mark& mark) override {
    ++count_;
    last_ = mark;
    depth_ = 0;
  }
  void OnDocumentEnd() override {}
  void OnNull(const YAML::Mark& mark, YAML::anchor_t) override { hear(mark); }
  void OnAlias(const YAML::Mark& mark, YAML::anchor_t) override { hear(mark); }
  void OnScalar(const YAML::Mark& mark, const std::string&, YAML::anchor_t,
                const std::string& text) override {
    hear(mark);
    if (depth_ == 1) key_ = text;
  }
  void OnSequenceStart(const YAML::Mark& mark, const std::string&, YAML::anchor_t,
                       YAML::EmitterStyle::value) override {
    hear(mark);
    if (depth_++ == 1) in_joints_ = robot_ && key_ == "joints";
  }
  void OnSequenceEnd() override { leave(); }
  void OnMapStart(const YAML::Mark& mark, const std::string&, YAML::anchor_t,
                  YAML::EmitterStyle::value) override {
    hear(mark);
    ++depth_;
  }
  void OnMapEnd() override { leave(); }

 private:
  void hear(const YAML::Mark& mark) {
    if (in_joints_ && depth_ == 2) require_few_joints(++joints_, {file_, mark.line + 1});
  }
  void leave() {
    if (--depth_ == 1) in_joints_ = false;
  }

  std::string file_, key_;
  bool robot_, in_joints_ = false;
  int count_ = 0, depth_ = 0;
  std::size_t joints_ = 0;
  YAML::Mark last_;
};

}  // namespace alembert::io
