#include "alembert/sweep_folder.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>

#include "alembert/error.hpp"
#include "io/json_text.hpp"
#include "io/text_source.hpp"
#include "partial_name.hpp"

namespace alembert {

namespace {

namespace fs = std::filesystem;
using io::OrderedJson;
using Code = Error::Code;

constexpr const char* folder_format = "sweep_folder/1";
constexpr const char* manifest_name = "sweep.json";
constexpr unsigned place_bits = 44;  // of the place in a log; the rest is which one

std::string manifest_of(const Sweep& sweep) {
  std::error_code none;
  const OrderedJson json = {{"alembert", folder_format},
                            {"version", Sweep::version()},
                            {"name", sweep.name()},
                            {"sweep", fs::absolute(sweep.file(), none).lexically_normal().string()},
                            {"hash", sweep.hash()},
                            {"problems", sweep.size()},
                            {"parameters", sweep.parameters()},
                            {"max_seconds", io::number_json(sweep.max_seconds())}};
  return json.dump(1) + '\n';
}

/// Whole, and only where there is none: shards that begin at once all want to.
void write_once(const std::string& path, const std::string& text) {
  const std::string draft = partial_name(path);
  io::write_whole(draft, text);
  const bool linked = link(draft.c_str(), path.c_str()) == 0;
  std::error_code none;
  // File systems without links: then renaming has to do.
  if (!linked && !fs::exists(path, none)) fs::rename(draft, path, none);
  fs::remove(draft, none);
}

}  // namespace

SweepFolder SweepFolder::find(const std::string& path) {
  const fs::path manifest = fs::path(path) / manifest_name;
  if (!fs::exists(manifest)) {
    throw Error(Code::file, {path, 0}, "this is no folder of a sweep: it has no sweep.json",
                "run the sweep first: alembert sweep run SWEEP.yaml");
  }
  SweepFolder folder;
  folder.path_ = path;
  try {
    const OrderedJson json = io::parse_json(io::read_whole(manifest), manifest);
    const auto format = json.at("alembert").get<std::string>();
    folder.version_ = json.at("version").get<std::string>();
    if (format != folder_format || folder.version_ != Sweep::version()) {
      throw Error(Code::unsupported, {manifest, 0},
                  fmt::format("the folder is of alembert {} ({}), this is {} ({})", folder.version_,
                              format, Sweep::version(), folder_format),
                  "answers of two versions do not mix: use that one, or another folder");
    }
    folder.name_ = json.at("name").get<std::string>();
    folder.sweep_file_ = json.at("sweep").get<std::string>();
    folder.hash_ = json.at("hash").get<std::string>();
    folder.size_ = json.at("problems").get<std::uint64_t>();
    folder.parameters_ = json.at("parameters").get<std::vector<std::string>>();
    if (!json.at("max_seconds").is_null()) folder.max_seconds_ = json.at("max_seconds");
  } catch (const OrderedJson::exception& bad) {
    throw Error(Code::syntax, {manifest, 0}, fmt::format("cannot be read: {}", bad.what()),
                "name another folder");
  }
  return folder;
}

SweepFolder SweepFolder::open(const std::string& path, const Sweep& sweep) {
  std::error_code failure;
  fs::create_directories(path, failure);
  if (!fs::is_directory(path)) {
    throw Error(Code::file, {path, 0}, "the folder cannot be made",
                "name another with --folder, and check permissions");
  }
  const fs::path manifest = fs::path(path) / manifest_name;
  if (!fs::exists(manifest)) write_once(manifest, manifest_of(sweep));
  SweepFolder folder = find(path);
  if (folder.hash_ != sweep.hash()) {
    throw Error(
        Code::file, {path, 0},
        fmt::format("the folder holds another sweep ({}, {} problems)", folder.name_, folder.size_),
        "its file, problem, robot or --max-seconds has changed: name another --folder");
  }
  folder.sweep_file_ = sweep.file();
  return folder;
}

std::string SweepFolder::log_path(const Shard& shard) const {
  return fs::path(path_) / fmt::format("shard-{:05}-of-{:05}.log", shard.index, shard.count);
}

std::vector<std::string> SweepFolder::logs() const {
  std::vector<std::string> names;
  for (const auto& entry : fs::directory_iterator(path_)) {
    const std::string name = entry.path().filename().string();
    const bool is_log = name.starts_with("shard-") && name.ends_with(".log");
    // A log that was cut off before it had a head.
    if (is_log && entry.file_size() > 0) names.push_back(entry.path().string());
  }
  std::sort(names.begin(), names.end());
  return names;
}

SweepRecords::SweepRecords(const SweepFolder& folder) : places_(folder.size(), 0) {
  for (const std::string& name : folder.logs()) {
    auto log = std::make_unique<SweepLogReader>(name);
    if (log->head().hash != folder.hash() || log->head().version != Sweep::version()) {
      throw Error(Code::file, {name, 0}, "the log is of another sweep or version",
                  "it does not belong into this folder: move it away");
    }
    const std::uint64_t which = logs_.size();
    log->each([&](std::uint64_t index, std::uint64_t place) {
      if (index >= places_.size()) return;
      ++(places_[index] != 0 ? repeated_ : count_);
      places_[index] = (which << place_bits | place) + 1;  // the last one counts
    });
    damaged_ += log->damaged();
    logs_.push_back(std::move(log));
    names_.push_back(name);
  }
}

SweepRecord SweepRecords::at(std::uint64_t index) const {
  const std::uint64_t packed = places_.at(index) - 1;
  const std::size_t which = packed >> place_bits;
  const std::uint64_t place = packed & ((std::uint64_t{1} << place_bits) - 1);
  return read_sweep_record(logs_[which]->text(place), names_[which]);
}

void SweepRecords::each(const std::function<void(const SweepRecord&)>& use) const {
  for (std::uint64_t i = 0; i < places_.size(); ++i) {
    if (places_[i] != 0) use(at(i));
  }
}

}  // namespace alembert
