#include "io/xml.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "io/text.hpp"

namespace alembert::io {

namespace {

using Code = Error::Code;

/// tinyxml2's verdicts in words.
std::string syntax_reason(const tinyxml2::XMLDocument& document) {
  using namespace tinyxml2;
  static constexpr std::pair<XMLError, const char*> reasons[] = {
      {XML_ERROR_PARSING_ELEMENT, "a tag is not closed or not well-formed"},
      {XML_ERROR_PARSING_ATTRIBUTE,
       "an attribute is not of the form name=\"value\", or is written twice"},
      {XML_ERROR_PARSING_TEXT, "text is not closed by a tag"},
      {XML_ERROR_PARSING_CDATA, "a CDATA section is not closed by ]]>"},
      {XML_ERROR_PARSING_COMMENT, "a comment is not closed by -->"},
      {XML_ERROR_PARSING_DECLARATION, "an <?xml …?> declaration is not closed or not at the top"},
      {XML_ERROR_PARSING_UNKNOWN, "a <!…> declaration is not closed"},
      {XML_ERROR_EMPTY_DOCUMENT, "the file holds no element"},
      {XML_ERROR_MISMATCHED_ELEMENT,
       "a tag is opened but not closed, or closed under another name"},
      {XML_ELEMENT_DEPTH_EXCEEDED, "elements are nested too deeply to be a robot"}};
  for (const auto& [error, reason] : reasons) {
    if (error == document.ErrorID()) return reason;
  }
  return "the file is not well-formed";
}

std::string owner_label(const tinyxml2::XMLElement& element) {
  const std::string tag = element.Name();
  const char* name = element.Attribute("name");
  return name != nullptr ? tag + " " + in_quotes(name) : "<" + tag + ">";
}

bool is_owner(const tinyxml2::XMLElement& element) {
  const std::string_view tag = element.Name();
  return tag == "link" || tag == "joint";
}

}  // namespace

std::string XmlElement::label() const {
  if (is_owner(*element_)) return owner_label(*element_);
  const std::string tag = fmt::format("<{}>", element_->Name());
  for (const tinyxml2::XMLNode* node = element_->Parent(); node != nullptr; node = node->Parent()) {
    const tinyxml2::XMLElement* owner = node->ToElement();
    if (owner != nullptr && is_owner(*owner)) return tag + " of " + owner_label(*owner);
  }
  return tag;
}

void XmlElement::fail(Code code, const std::string& reason, const std::string& fix) const {
  throw Error(code, where(), reason, fix);
}

std::optional<std::string> XmlElement::attribute(const char* name) const {
  const char* value = element_->Attribute(name);
  return value != nullptr ? std::optional<std::string>(value) : std::nullopt;
}

std::string XmlElement::required(const char* name) const {
  const auto value = attribute(name);
  if (!value || trimmed(*value).empty()) {
    fail(Code::robot, fmt::format("{} has no {}", label(), name),
         fmt::format("write <{} {}=\"…\">", tag(), name));
  }
  return *value;
}

std::vector<double> XmlElement::numbers(const char* name, std::size_t count) const {
  const std::string text = required(name);
  const std::string thing = fmt::format("{} of {}", name, label());
  std::vector<double> values;
  for (const std::string_view word : words(text)) {
    const auto value = parse_number(word);
    if (!value) {
      const bool xacro = word.find("${") != std::string_view::npos;
      fail(Code::value, fmt::format("{} has {}, which is not a number", thing, in_quotes(word)),
           xacro ? "this is xacro: run `xacro FILE > robot.urdf` first"
                 : "write plain decimal numbers, separated by spaces, such as 0 0.5 1e-3");
    }
    if (!std::isfinite(*value)) {
      fail(Code::value, fmt::format("{} has {}, which is not finite", thing, in_quotes(word)),
           "write a finite number");
    }
    values.push_back(*value);
  }
  if (values.size() != count) {
    fail(Code::size, fmt::format("{} has {} numbers", thing, values.size()),
         fmt::format("write {} number{}, separated by spaces", count, count == 1 ? "" : "s"));
  }
  return values;
}

double XmlElement::number(const char* name) const { return numbers(name, 1)[0]; }

double XmlElement::number(const char* name, double fallback) const {
  return attribute(name) ? number(name) : fallback;
}

Eigen::Vector3d XmlElement::vector(const char* name, const Eigen::Vector3d& fallback) const {
  if (!attribute(name)) return fallback;
  const std::vector<double> values = numbers(name, 3);
  return {values[0], values[1], values[2]};
}

std::vector<std::string> XmlElement::attribute_names() const {
  std::vector<std::string> names;
  for (auto* a = element_->FirstAttribute(); a != nullptr; a = a->Next()) {
    names.emplace_back(a->Name());
  }
  return names;
}

std::vector<XmlElement> XmlElement::children() const {
  std::vector<XmlElement> found;
  for (auto* e = element_->FirstChildElement(); e != nullptr; e = e->NextSiblingElement()) {
    found.emplace_back(*e, *file_);
  }
  return found;
}

std::optional<XmlElement> XmlElement::child(const char* tag) const {
  const tinyxml2::XMLElement* first = element_->FirstChildElement(tag);
  if (first == nullptr) return std::nullopt;
  if (const tinyxml2::XMLElement* second = first->NextSiblingElement(tag)) {
    XmlElement(*second, *file_)
        .fail(Code::robot, fmt::format("{} has a second <{}>", label(), tag),
              fmt::format("keep one: other readers (urdfdom) take the first, on line {}, and say "
                          "nothing",
                          first->GetLineNum()));
  }
  return XmlElement(*first, *file_);
}

XmlElement XmlElement::required_child(const char* tag, const std::string& fix) const {
  const auto found = child(tag);
  if (!found) fail(Code::robot, fmt::format("{} has no <{}>", label(), tag), fix);
  return *found;
}

std::optional<std::string> XmlElement::stray_text() const {
  for (auto* node = element_->FirstChild(); node != nullptr; node = node->NextSibling()) {
    const tinyxml2::XMLText* text = node->ToText();
    if (text != nullptr && !trimmed(text->Value()).empty()) return std::string(text->Value());
  }
  return std::nullopt;
}

XmlFile::XmlFile(const std::string& text, std::string file) : file_(std::move(file)) {
  require_text(text, file_);
  refuse_declarations(text);
  document_.Parse(text.data(), text.size());
  if (document_.Error()) {
    throw Error(Code::syntax, {file_, document_.ErrorLineNum()},
                "this is not XML: " + syntax_reason(document_),
                "look at the tags on this line and before it");
  }
  require_one_root();
}

/// <!DOCTYPE …> and <!ENTITY …> are how XML pulls in other files or blows itself up.
void XmlFile::refuse_declarations(const std::string& text) const {
  std::size_t at = text.find("<!");
  while (at != std::string::npos) {
    const std::string_view rest = std::string_view(text).substr(at);
    const bool comment = rest.starts_with("<!--"), data = rest.starts_with("<![CDATA[");
    if (!comment && !data) {
      const auto line = 1 + std::count(text.begin(), text.begin() + static_cast<long>(at), '\n');
      throw Error(Code::syntax, {file_, static_cast<int>(line)},
                  "a <!DOCTYPE> or <!ENTITY> declaration is refused: entities are not followed",
                  "remove it and write its text where it was used");
    }
    const std::size_t end = comment ? text.find("-->", at + 4) : text.find("]]>", at);
    at = end == std::string::npos ? end : text.find("<!", end);
  }
}

void XmlFile::require_one_root() const {
  const tinyxml2::XMLElement* root = document_.RootElement();
  if (root == nullptr) {
    throw Error(Code::syntax, {file_, 0}, "the file holds no XML element",
                "write <robot name=\"…\"> … </robot>");
  }
  for (auto* node = document_.FirstChild(); node != nullptr; node = node->NextSibling()) {
    const bool text = node->ToText() != nullptr;
    if (!text && (node->ToElement() == nullptr || node == root)) continue;
    throw Error(Code::syntax, {file_, node->GetLineNum()},
                text ? "there is text outside the root element"
                     : fmt::format("there is a second root element <{}>", node->Value()),
                "keep one root element and nothing around it");
  }
}

}  // namespace alembert::io
