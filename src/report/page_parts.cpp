#include "report/page_parts.hpp"

#include <cstring>

#include "alembert/error.hpp"

namespace alembert::report {

namespace {

constexpr std::string_view mark = "\"ALEMBERT_DOCUMENT\"";

/// JSON in which no `</script>`, `<!--` or line separator can be read as anything but text.
std::string harmless(const std::string& json) {
  std::string out;
  out.reserve(json.size());
  for (std::size_t i = 0; i < json.size(); ++i) {
    const std::string_view rest = std::string_view(json).substr(i, 3);
    if (json[i] == '<') {
      out += "\\u003c";
    } else if (json[i] == '&') {
      out += "\\u0026";
    } else if (rest == "\xe2\x80\xa8" || rest == "\xe2\x80\xa9") {
      out += rest == "\xe2\x80\xa8" ? "\\u2028" : "\\u2029";
      i += 2;
    } else {
      out += json[i];
    }
  }
  return out;
}

template <typename Word, typename Real>
void append_bits(std::string& bytes, Real value) {
  static_assert(sizeof(Word) == sizeof(Real));
  Word word = 0;
  std::memcpy(&word, &value, sizeof word);
  for (std::size_t k = 0; k < sizeof word; ++k) bytes += static_cast<char>(word >> 8 * k & 0xff);
}

}  // namespace

std::string filled_page(const PageJson& document) {
  const std::string_view page = viewer_page();
  const std::size_t at = page.find(mark);
  if (at == std::string_view::npos) {
    throw Error(Error::Code::unsupported, {},
                "the viewer in this build has no place for a document",
                "build viewer/ again (docs/report.md)");
  }
  std::string out(page.substr(0, at));
  out += harmless(io::json_line(document));
  out += page.substr(at + mark.size());
  return out;
}

PageJson page_head(const char* kind, const std::string& title, const PageOrigin& origin) {
  return {{"alembert", "report/1"},
          {"page", kind},
          {"title", title},
          {"program", origin.program},
          {"command", origin.command}};
}

std::string base64(std::string_view bytes) {
  static constexpr char digits[] =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string out;
  out.reserve((bytes.size() + 2) / 3 * 4);
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    unsigned block = 0;
    const std::size_t count = std::min<std::size_t>(3, bytes.size() - i);
    for (std::size_t k = 0; k < 3; ++k) {
      block = block << 8 | (k < count ? static_cast<unsigned char>(bytes[i + k]) : 0u);
    }
    for (std::size_t k = 0; k < 4; ++k) {
      out += k <= count ? digits[block >> (18 - 6 * k) & 63] : '=';
    }
  }
  return out;
}

PageJson packed(const std::vector<double>& values, bool single) {
  std::string bytes;
  bytes.reserve(values.size() * 8);
  for (const double value : values) {
    if (single) {
      append_bits<std::uint32_t>(bytes, static_cast<float>(value));
    } else {
      append_bits<std::uint64_t>(bytes, value);
    }
  }
  return {{single ? "f32" : "f64", base64(bytes)}};
}

PageJson vector_json(VecIn<double> v) { return json_list(v, number_json); }

PageJson pose_json(const Eigen::Isometry3d& pose) {
  const Eigen::Matrix<double, 3, 4> rows = pose.matrix().topRows<3>();
  return json_list(rows.reshaped(), number_json);
}

}  // namespace alembert::report
