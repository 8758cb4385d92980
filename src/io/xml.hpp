// XML elements that know their line and owner, over tinyxml2. No entity is ever followed.
#pragma once

#include <tinyxml2.h>

#include <Eigen/Core>
#include <optional>
#include <string>
#include <vector>

#include "alembert/error.hpp"

namespace alembert::io {

/// One element. Every accessor throws Error with the line if it does not find what is asked for.
class XmlElement {
 public:
  XmlElement(const tinyxml2::XMLElement& element, const std::string& file)
      : element_(&element), file_(&file) {}

  std::string tag() const { return element_->Name(); }
  Location where() const { return {*file_, element_->GetLineNum()}; }
  /// "joint 'elbow'", "<limit> of joint 'elbow'": how messages name this element.
  std::string label() const;

  std::optional<std::string> attribute(const char* name) const;
  std::string required(const char* name) const;
  double number(const char* name) const;
  double number(const char* name, double fallback) const;
  Eigen::Vector3d vector(const char* name, const Eigen::Vector3d& fallback) const;
  std::vector<double> numbers(const char* name, std::size_t count) const;
  std::vector<std::string> attribute_names() const;

  std::vector<XmlElement> children() const;
  /// The only child of that tag, or nothing; two of them are an Error.
  std::optional<XmlElement> child(const char* tag) const;
  XmlElement required_child(const char* tag, const std::string& fix) const;
  /// The first non-blank text directly inside, or nothing.
  std::optional<std::string> stray_text() const;

  [[noreturn]] void fail(Error::Code code, const std::string& reason, const std::string& fix) const;

 private:
  const tinyxml2::XMLElement* element_;
  const std::string* file_;
};

/// A parsed file with exactly one root element.
class XmlFile {
 public:
  XmlFile(const std::string& text, std::string file);
  XmlElement root() const { return {*document_.RootElement(), file_}; }

 private:
  void refuse_declarations(const std::string& text) const;
  void require_one_root() const;

  std::string file_;
  tinyxml2::XMLDocument document_;
};

}  // namespace alembert::io
