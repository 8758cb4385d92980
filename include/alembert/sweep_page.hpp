// What became of a sweep, as pictures: over one parameter, over two as a map, over three in space.
#pragma once

#include <string>

#include "alembert/page.hpp"
#include "alembert/sweep_folder.hpp"

namespace alembert {

/// What is drawn over what.
struct SweepView {
  std::string x, y, z;          ///< parameters; an empty y or z: none. An empty x is the first
  std::string of = "duration";  ///< or objective, success, violation, limits: of maps
};

/// Over one parameter: success, duration, objective and the limits that bind. Over two: a map of
/// what was asked for. Values are means over the other parameters. Throws Error for parameters that
/// the sweep has not, and where there is nothing to draw.
std::string sweep_svg(const SweepFolder& folder, const SweepRecords& records,
                      const SweepView& view);

/// The page of a sweep, with all of that; with a third parameter also a map in space, in which the
/// problem's robot stands.
std::string sweep_html(const SweepFolder& folder, const SweepRecords& records,
                       const SweepView& view, const PageOrigin& origin);

}  // namespace alembert
