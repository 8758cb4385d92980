// Curves in time: splines, fits, profiles.
#include "alembert/trajectory.hpp"

#include <pybind11/stl.h>

#include <cstring>

#include "alembert/profiles.hpp"
#include "alembert/retime.hpp"
#include "alembert/spline_fit.hpp"
#include "alembert/state_profile.hpp"
#include "bindings.hpp"
#include "model_handle.hpp"

namespace alembert::python {

namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

/// One row an instant; of one instant the row alone.
template <typename Curve>
py::object evaluated(const Curve& curve, py::handle t, int order) {
  const bool one = PyFloat_Check(t.ptr()) || PyLong_Check(t.ptr());
  if (one) {
    const double at = t.cast<double>();
    if (!std::isfinite(at)) throw_value_error("t is not finite");
    return given(array_of(curve(at, order)));
  }
  const VectorXd instants = vector_of(t.ptr(), "t");
  if (!instants.allFinite()) throw_value_error("t is not finite");
  MatrixXd rows(instants.size(), curve.dofs());
  for (Eigen::Index i = 0; i < instants.size(); ++i) rows.row(i) = curve(instants[i], order);
  return given(matrix_array_of(rows));
}

void require_order(int order) {
  if (order < 0) throw_value_error("order is negative: 0 is the curve, 1 its velocity, …");
}

py::tuple fit(py::handle t, py::handle q, int degree, std::optional<int> segments, double tolerance,
              bool fixed_ends, int rest) {
  SplineFitOptions options;
  options.degree = degree;
  options.segments = segments;
  options.tolerance = tolerance;
  options.fixed_ends = fixed_ends;
  options.rest = rest;
  const SplineFit found = fit_spline(vector_of(t.ptr(), "t"), matrix_of(q.ptr(), "q"), options);
  return py::make_tuple(found.spline, found.largest_error, found.rms_error);
}

py::tuple path(py::handle points, double tolerance, double line_tolerance, py::handle lower,
               py::handle upper) {
  PathOptions options;
  options.point_tolerance = tolerance;
  options.line_tolerance = line_tolerance;
  if (!lower.is_none()) options.lower = vector_of(lower.ptr(), "lower");
  if (!upper.is_none()) options.upper = vector_of(upper.ptr(), "upper");
  const PathCurve found = path_through(matrix_of(points.ptr(), "points"), options);
  return py::make_tuple(found.curve, found.point_error, found.line_distance, found.repeated,
                        found.farthest_line);
}

/// From state to state, in the time asked for or, where a joint cannot take that, the next.
Profile fastest(const ProfileEnd& from, const ProfileEnd& to, const ProfileLimits& limits,
                std::optional<double> duration) {
  StateProfile found(limits);
  if (found.plan(from, to, duration.value_or(0.0)) == StateProfile::Outcome::goal_beyond) {
    throw Error(Error::Code::value,
                "the goal's velocity or acceleration, of joint " +
                    std::to_string(found.beyond() + 1) +
                    ", is beyond its limit, or is come to only from beyond it",
                "slow the goal down");
  }
  return found.profile();
}

Profile profile_between(py::handle start, py::handle start_v, py::handle start_a, py::handle goal,
                        py::handle goal_v, py::handle goal_a, py::handle velocity,
                        py::handle acceleration, py::handle jerk, std::optional<double> duration) {
  const auto rate = [](py::handle given, const char* name) {
    return given.is_none() ? VectorXd() : vector_of(given.ptr(), name);
  };
  return fastest({vector_of(start.ptr(), "start"), rate(start_v, "start_velocity"),
                  rate(start_a, "start_acceleration")},
                 {vector_of(goal.ptr(), "goal"), rate(goal_v, "goal_velocity"),
                  rate(goal_a, "goal_acceleration")},
                 {vector_of(velocity.ptr(), "velocity"),
                  vector_of(acceleration.ptr(), "acceleration"), vector_of(jerk.ptr(), "jerk")},
                 duration);
}

Profile profile(const std::string& kind, py::handle start, py::handle goal, py::handle velocity,
                py::handle acceleration, py::handle jerk, std::optional<double> duration) {
  const VectorXd from = vector_of(start.ptr(), "start"), to = vector_of(goal.ptr(), "goal");
  const ProfileLimits limits{vector_of(velocity.ptr(), "velocity"),
                             vector_of(acceleration.ptr(), "acceleration"),
                             vector_of(jerk.ptr(), "jerk")};
  Profile found;
  if (kind == "trapezoid") {
    found = trapezoidal_profile(from, to, limits);
  } else if (kind == "s-curve") {
    found = s_curve_profile(from, to, limits);
  } else {
    const int degree = kind == "cubic" ? 3 : kind == "quintic" ? 5 : kind == "septic" ? 7 : 0;
    if (degree == 0) {
      throw Error(Error::Code::name, "the profile '" + kind + "' is not known",
                  "give 'fastest', 'cubic', 'quintic', 'septic', 'trapezoid' or 's-curve'");
    }
    if (duration) return polynomial_profile(degree, {from}, {to}, *duration);
    return polynomial_profile(degree, from, to, limits);
  }
  return duration ? found.stretched(*duration) : found;
}

/// Every piece: its coordinate, beginning, origin and eight coefficients.
MatrixXd pieces_of(const Profile& p) {
  std::vector<std::array<double, 11>> rows;
  for (int c = 0; c < p.dofs(); ++c) {
    for (const ProfilePiece& piece : p.pieces(c)) {
      auto& row = rows.emplace_back();
      row[0] = c;
      row[1] = piece.begin;
      row[2] = piece.origin;
      std::copy(piece.c.begin(), piece.c.end(), row.begin() + 3);
    }
  }
  MatrixXd all(rows.size(), 11);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    all.row(static_cast<Eigen::Index>(i)) =
        Eigen::Map<Eigen::Matrix<double, 1, 11>>(rows[i].data());
  }
  return all;
}

Profile profile_of(py::handle pieces, int dofs, double duration) {
  const MatrixXd rows = matrix_of(pieces.ptr(), "pieces");
  std::vector<std::vector<ProfilePiece>> all(static_cast<std::size_t>(dofs));
  for (Eigen::Index i = 0; i < rows.rows(); ++i) {
    ProfilePiece& piece = all.at(static_cast<std::size_t>(rows(i, 0))).emplace_back();
    piece.begin = rows(i, 1);
    piece.origin = rows(i, 2);
    for (int k = 0; k < 8; ++k) piece.c[static_cast<std::size_t>(k)] = rows(i, 3 + k);
  }
  return Profile(std::move(all), duration);
}

}  // namespace

void bind_trajectory(py::module_& module) {
  py::class_<BSpline>(module, "Spline")
      .def(py::init([](int degree, py::handle knots, py::handle control_points) {
        return BSpline(degree, vector_of(knots.ptr(), "knots"),
                       matrix_of(control_points.ptr(), "control_points"));
      }))
      .def(py::init<const BSpline&>())
      .def_property_readonly("_degree", &BSpline::degree)
      .def_property_readonly("_begin", &BSpline::begin)
      .def_property_readonly("_end", &BSpline::end)
      .def("_knots", [](const BSpline& s) { return given(array_of(s.knots())); })
      .def("_control_points",
           [](const BSpline& s) { return given(matrix_array_of(s.control_points())); })
      .def("_evaluate",
           [](const BSpline& s, py::handle t, int order) {
             require_order(order);
             return evaluated(s, t, order);
           })
      .def("_stretched", &BSpline::stretched)
      .def("_derivative", &BSpline::derivative);
  py::class_<Profile>(module, "Profile")
      .def(py::init<const Profile&>())
      .def(py::init(&profile_of))
      .def_property_readonly("_duration", &Profile::duration)
      .def_property_readonly("_dofs", &Profile::dofs)
      .def("_pieces", [](const Profile& p) { return given(matrix_array_of(pieces_of(p))); })
      .def("_evaluate", [](const Profile& p, py::handle t, int order) {
        require_order(order);
        return evaluated(p, t, order);
      });
  module.def("fit_spline", &fit);
  module.def("path_through", &path);
  module.def("profile", &profile);
  module.def("profile_between", &profile_between);
}

}  // namespace alembert::python
