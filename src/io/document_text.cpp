#include "io/document_text.hpp"

#include <fmt/format.h>

#include <filesystem>

#include "io/text.hpp"

namespace alembert::io {

namespace fs = std::filesystem;
using Code = Error::Code;

int document_version(const OrderedJson& document, const std::string& kind, int newest,
                     const std::string& noun, const ArchiveContext& context) {
  const auto it = document.is_object() ? document.find("alembert") : document.end();
  const std::string said =
      it != document.end() && it->is_string() ? it->get<std::string>() : std::string();
  for (int version = 1; version <= newest; ++version) {
    if (said == fmt::format("{}/{}", kind, version)) return version;
  }
  if (said.starts_with(kind + '/')) {
    throw Error(Code::unsupported, {context.file, 0},
                "the format " + in_quotes(said) + " is not known here", "use a newer alembert");
  }
  throw Error(Code::robot, {context.file, 0}, "the file is not " + noun, context.advice);
}

std::string seen_from(const std::string& path, const std::string& folder) {
  if (path.empty()) return path;
  return fs::absolute(path).lexically_normal().lexically_proximate(
      fs::absolute(folder.empty() ? "." : folder).lexically_normal());
}

std::string seen_from_here(const std::string& path, const std::string& document) {
  if (path.empty()) return path;
  return (fs::path(document).parent_path() / path).lexically_normal();
}

std::string document_text(const OrderedJson& document) { return json_line(document) + '\n'; }

}  // namespace alembert::io
