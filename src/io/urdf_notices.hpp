// What a URDF says that the reader does not use: gathered, counted, and never passed over.
#pragma once

#include <string>
#include <vector>

#include "alembert/robot.hpp"
#include "io/xml.hpp"

namespace alembert::io {

class UrdfNotices {
 public:
  void add(Finding::Severity severity, const Location& where, const std::string& reason,
           const std::string& fix);
  /// As add(), but the same reason met again only raises a count: "… (3 times, first here)".
  void add_counted(Finding::Severity severity, const Location& where, const std::string& reason,
                   const std::string& fix);

  /// Notices children of `element` that are not among `read`, and text between them.
  void check_children(const XmlElement& element, const std::vector<std::string>& read);
  /// Notices attributes of `element` that are not among `read`.
  void check_attributes(const XmlElement& element, const std::vector<std::string>& read);

  /// Everything noticed, in the order of lines.
  std::vector<Finding> findings() const;

 private:
  struct Counted {
    Finding finding;
    int times = 1;
  };
  void check_child(const XmlElement& parent, const XmlElement& child,
                   const std::vector<std::string>& read);

  std::vector<Counted> noticed_;
};

}  // namespace alembert::io
