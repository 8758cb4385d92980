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

double number_of(const OrderedJson& value) {
  return value.is_null() ? std::nan("") : value.get<double>();
}

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
  const OrderedJson json = {{"index", r.index},
                            {"key", r.key},
                            {"values", r.values},
                            {"status", r.status},
                            {"good", r.good},
                            {"proven", r.proven},
                            {"cause", r.cause},
                            {"duration", io::number_json(r.duration)},
                            {"objective", io::number_json(r.objective)},
                            {"violation", io::number_json(r.violation)},
                            {"iterations", r.iterations},
                            {"rounds", r.rounds},
                            {"limits", r.limits},
                            {"warm", r.warm},
                            {"by_clock", r.by_clock},
                            {"message", r.message},
                            {"seconds", io::number_json(r.seconds)}};
  return json.dump(-1, ' ', false, OrderedJson::error_handler_t::replace);
}

SweepRecord read_sweep_record(const std::string& text, const std::string& file) {
  try {
    const OrderedJson json = OrderedJson::parse(text);
    SweepRecord r;
    r.index = json.at("index").get<std::uint64_t>();
    r.key = json.at("key").get<std::string>();
    r.values = json.at("values").get<std::vector<double>>();
    r.status = json.at("status").get<std::string>();
    r.good = json.at("good").get<bool>();
    r.proven = json.at("proven").get<bool>();
    r.cause = json.at("cause").get<std::string>();
    r.duration = number_of(json.at("duration"));
    r.objective = number_of(json.at("objective"));
    r.violation = number_of(json.at("violation"));
    r.iterations = json.at("iterations").get<int>();
    r.rounds = json.at("rounds").get<int>();
    r.limits = json.at("limits").get<std::vector<std::string>>();
    r.warm = json.at("warm").get<std::int64_t>();
    r.by_clock = json.at("by_clock").get<bool>();
    r.message = json.at("message").get<std::string>();
    r.seconds = number_of(json.at("seconds"));
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
