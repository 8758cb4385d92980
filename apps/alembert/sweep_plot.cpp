// alembert sweep plot: what became of a sweep, as pictures and as a page.
#include <filesystem>

#include "alembert/sweep_page.hpp"
#include "sweep_actions.hpp"
#include "verb.hpp"

namespace alembert::cli {

Exit plot_sweep(const SweepArguments& options) {
  namespace fs = std::filesystem;
  check_pictures(options.pictures);
  const SweepFolder folder = SweepFolder::find(folder_of(options));
  const SweepView view{options.x.empty() ? folder.parameters().front() : options.x, options.y,
                       options.z, options.of};
  if (view.y.empty() && (!view.z.empty() || view.of == "limits")) {
    throw UsageError(
        view.z.empty() ? "a map of limits needs a second parameter" : "--z is given without --y",
        "give --y NAME");
  }
  const std::string ending = fs::path(options.output).extension();
  if (!options.output.empty() && ending != ".svg" && ending != ".html") {
    throw UsageError("'" + options.output + "' does not tell the format",
                     "end --output in .svg or .html");
  }
  const SweepRecords records(folder);
  std::vector<std::string> written;
  const auto write = [&](const std::string& path, const std::string& text) {
    write_out(path, text);
    written.push_back(path);
  };
  const std::string svg_file = options.output.empty() ? fs::path(folder.path()) / "sweep.svg"
                               : ending == ".svg"     ? fs::path(options.output)
                                                      : fs::path();
  const std::string html_file = options.output.empty() ? fs::path(folder.path()) / "sweep.html"
                                : ending == ".html"    ? fs::path(options.output)
                                                       : fs::path();
  if (!svg_file.empty()) write(svg_file, sweep_svg(folder, records, view));
  if (!html_file.empty() || options.pictures.any()) {
    const std::string html = sweep_html(folder, records, view, page_origin());
    if (!html_file.empty()) write(html_file, html);
    draw_pictures(options.pictures, html);
  }
  if (options.json) {
    write_out(
        "",
        json_text({{"problems", folder.size()}, {"done", records.count()}, {"written", written}}));
  } else {
    write_out("", fmt::format("written: {}\n", fmt::join(written, ", ")));
  }
  return Exit::done;
}

}  // namespace alembert::cli
