// What the documents of problems and motions have in common as texts.
#pragma once

#include <string>

#include "io/json_archive.hpp"

namespace alembert::io {

/// The version that a document of the kind (`motion_result`) says it has, 1 to `newest`. Throws
/// Error for other documents; `noun` is what they are not.
int document_version(const OrderedJson& document, const std::string& kind, int newest,
                     const std::string& noun, const ArchiveContext& context);

/// A path as seen from a folder, and one that a document in the file `document` says as seen from
/// here. What came from no file has no path.
std::string seen_from(const std::string& path, const std::string& folder);
std::string seen_from_here(const std::string& path, const std::string& document);

/// One line that ends with a newline.
std::string document_text(const OrderedJson& document);

}  // namespace alembert::io
