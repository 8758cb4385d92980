// Numbers as the command line takes them and as JSON gives them.
#pragma once

#include <Eigen/Geometry>
#include <string>
#include <vector>

#include "alembert/model.hpp"
#include "io/json_text.hpp"

namespace alembert::cli {

using Json = io::OrderedJson;
using io::json_list;

/// What a number measures, and so the unit that may stand behind it: 45deg, 0.8rad; 5mm, 5cm, 1m.
enum class Measure { plain, angle, length };

/// "0.1,-2,3e-3" (commas or spaces); throws UsageError naming the option.
Eigen::VectorXd parse_numbers(const std::string& text, const std::string& option);
/// One number with its unit, in rad or m.
double parse_quantity(const std::string& text, const std::string& option, Measure measure);
/// "a,b c" as a, b and c.
std::vector<std::string> parse_words(const std::string& text);
/// The same with a count that must be met; `form` shows what was expected ("x,y,z").
Eigen::VectorXd parse_numbers(const std::string& text, const std::string& option, int count,
                              const std::string& form, Measure measure = Measure::plain);

/// One value a joint, 45deg too; warns on standard error of numbers that look like degrees.
Eigen::VectorXd parse_joints(const std::string& text, const std::string& option, int count);

/// A whole number from lowest to highest; throws UsageError naming the option.
int parse_integer(const std::string& text, const std::string& option, int lowest, int highest);

/// A finite number above zero; throws UsageError naming the option.
double parse_positive(const std::string& text, const std::string& option);

/// The same where the option is given; otherwise the value stays as it is.
template <typename T>
void parse_if_given(const std::string& text, const std::string& option, int lowest, int highest,
                    T& value) {
  if (!text.empty()) value = parse_integer(text, option, lowest, highest);
}
template <typename T>
void parse_if_given(const std::string& text, const std::string& option, T& value) {
  if (!text.empty()) value = parse_positive(text, option);
}

/// What numbers are in, where an answer's keys say nothing else: SI and radians.
Json si_units();
/// One line that ends with a newline; `units` are added where the document has none.
std::string json_text(Json document, const Json& units = si_units());
Json json_vector(const Eigen::VectorXd& x);
/// The entries order[0], order[1], …
Json json_vector(const Eigen::VectorXd& x, const std::vector<int>& order);
Json json_matrix(const Eigen::MatrixXd& m);
Json json_names(const Model& model, const std::vector<int>& order);
Json json_names(const std::vector<Coordinate>& coordinates);

/// 0, 1, … dofs - 1.
std::vector<int> model_order(const Model& model);

double degrees(double radians);
/// More than a turn of a joint: a number of degrees by mistake.
bool looks_like_degrees(double radians);

/// "rad", "rad/s", "rad/s^2" or "N m" of q, v, a or tau; "m", … for a coordinate that slides.
std::string unit(const Coordinate& coordinate, const std::string& symbol);

}  // namespace alembert::cli
