#include "alembert/sweep_record.hpp"

#include <fmt/format.h>

#include <cmath>

#include "alembert/error.hpp"
#include "io/csv.hpp"
#include "io/json_text.hpp"
#include "io/text.hpp"

namespace alembert {

namespace {

using io::OrderedJson;

/// Calls use(name, field) for each of them, in the order of their text.
void each_field(auto& r, const auto& use) {
  use("index", r.index);
  use("key", r.key);
  use("values", r.values);
  use("status", r.status);
  use("good", r.good);
  use("proven", r.proven);
  use("cause", r.cause);
  use("duration", r.duration);
  use("objective", r.objective);
  use("violation", r.violation);
  use("iterations", r.iterations);
  use("rounds", r.rounds);
  use("limits", r.limits);
  use("warm", r.warm);
  use("by_clock", r.by_clock);
  use("message", r.message);
  use("seconds", r.seconds);
}

OrderedJson as_json(double value) { return io::number_json(value); }
OrderedJson as_json(const auto& value) { return value; }

void take(const OrderedJson& json, double& value) {
  value = json.is_null() ? std::nan("") : json.get<double>();
}
void take(const OrderedJson& json, auto& value) { json.get_to(value); }

std::string cell(double value) { return std::isfinite(value) ? io::number_text(value) : ""; }

std::string text_cell(const std::string& text) {
  if (text.find_first_of(",\"\n\r") == std::string::npos) return text;
  std::string out = "\"";
  for (const char c : text) {
    if (c == '"') out += '"';
    out += c == '\n' || c == '\r' ? ' ' : c;
  }
  return out + '"';
}

}  // namespace

std::string write_sweep_record(const SweepRecord& r) {
  OrderedJson json;
  each_field(r, [&](const char* name, const auto& value) { json[name] = as_json(value); });
  return io::json_line(json);
}

SweepRecord read_sweep_record(const std::string& text, const std::string& file) {
  try {
    const OrderedJson json = OrderedJson::parse(text);
    SweepRecord r;
    each_field(r, [&](const char* name, auto& value) { take(json.at(name), value); });
    return r;
  } catch (const OrderedJson::exception& bad) {
    throw Error(Error::Code::syntax, {file, 0},
                fmt::format("a record cannot be read: {}", bad.what()),
                "it was written by another program: remove the log, and the sweep runs again");
  }
}

const std::vector<std::string>& sweep_columns() {
  static const std::vector<std::string> columns = {
      "index",     "key",        "status", "good",   "proven", "cause",    "duration", "objective",
      "violation", "iterations", "rounds", "limits", "warm",   "by_clock", "message",  "seconds"};
  return columns;
}

std::string sweep_csv_header(const std::vector<std::string>& parameters) {
  std::string names;
  for (const std::string& name : parameters) names += io::csv_cell(name) + ',';
  return "index,key," + names +
         "status,good,proven,cause,duration,objective,violation,iterations,rounds,limits,warm,"
         "by_clock,message\n";
}

std::string sweep_csv_row(const SweepRecord& r) {
  std::string values;
  for (const double value : r.values) values += cell(value) + ',';
  return fmt::format("{},{},{}{},{},{},{},{},{},{},{},{},{},{},{},{}\n", r.index, r.key, values,
                     r.status, r.good ? 1 : 0, r.proven ? 1 : 0, text_cell(r.cause),
                     cell(r.duration), cell(r.objective), cell(r.violation), r.iterations, r.rounds,
                     text_cell(fmt::format("{}", fmt::join(r.limits, "; "))), r.warm,
                     r.by_clock ? 1 : 0, text_cell(r.message));
}

}  // namespace alembert
