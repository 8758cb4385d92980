// Tables in files: a head that says what it is, the entries, a checksum over both.
//
//   head: see Head | name of the robot | axes | probe torques | entries | checksum
//
// Everything is in units of eight bytes, little-endian. The probe torques tell robots apart.
#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <fstream>

#include "alembert/error.hpp"
#include "alembert/inverse_dynamics.hpp"
#include "partial_name.hpp"
#include "require.hpp"
#include "tables/configuration_space.hpp"
#include "tables/entries.hpp"

namespace alembert {

static_assert(std::endian::native == std::endian::little,
              "tables are written as they lie in memory");

namespace {

constexpr std::uint64_t magic = 0x4c42544d454c41;  // "ALEMTBL"
constexpr std::uint64_t version = 1;
constexpr std::uint64_t most_coordinates = 1000, longest_name = 4096;
constexpr int probes = 3;

struct Head {
  std::uint64_t magic, version, method, dofs, name_words;
};

/// Any single changed word changes the sum: each step is one-to-one in both its arguments.
class Checksum {
 public:
  void add(const void* data, std::size_t words) {
    const char* at = static_cast<const char*>(data);
    for (std::size_t i = 0; i < words; ++i, at += sizeof(std::uint64_t)) {
      std::uint64_t word = 0;
      std::memcpy(&word, at, sizeof word);
      sum_ = std::rotl((sum_ ^ word) * 0x9e3779b97f4a7c15u, 29);
    }
  }
  std::uint64_t value() const { return sum_; }

 private:
  std::uint64_t sum_ = 0xcbf29ce484222325u;
};

class Writer {
 public:
  explicit Writer(const std::string& path) : file_(path, std::ios::binary | std::ios::trunc) {}

  void write(const void* data, std::size_t words) {
    sum_.add(data, words);
    file_.write(static_cast<const char*>(data), static_cast<std::streamsize>(8 * words));
  }
  bool finish() {
    const std::uint64_t sum = sum_.value();
    file_.write(reinterpret_cast<const char*>(&sum), sizeof sum);
    file_.close();
    return file_.good();
  }

 private:
  std::ofstream file_;
  Checksum sum_;
};

class Reader {
 public:
  explicit Reader(const std::string& path) : path_(path), file_(path, std::ios::binary) {
    if (!file_) throw Error(Error::Code::file, {path, 0}, "cannot be opened", "check the name");
    std::error_code none;
    words_left_ = (std::filesystem::file_size(path, none) + 7) / 8;
    if (none) words_left_ = 0;
  }

  void read(void* data, std::size_t words) {
    if (words > words_left_) damaged("ends too early");
    words_left_ -= words;
    file_.read(static_cast<char*>(data), static_cast<std::streamsize>(8 * words));
    if (!file_) damaged("cannot be read to its end");
    sum_.add(data, words);
  }
  void check_sum() {
    const std::uint64_t expected = sum_.value();
    std::uint64_t stored = 0;
    read(&stored, 1);
    if (stored != expected) damaged("has a wrong checksum");
    if (words_left_ != 0) damaged("goes on after its end");
  }
  std::uint64_t words_left() const { return words_left_; }

  [[noreturn]] void damaged(const std::string& how) const {
    throw Error(Error::Code::syntax, {path_, 0}, "a damaged table: it " + how,
                "make the table again");
  }

 private:
  std::string path_;
  std::ifstream file_;
  std::uint64_t words_left_ = 0;
  Checksum sum_;
};

/// Torques of the rigid links in states that no other robot would answer alike.
Eigen::VectorXd probe_torques(const Model& model) {
  const int n = model.dofs();
  InverseDynamics<double> id(without_drives(model));
  Eigen::VectorXd q(n), v(n), a(n), tau(n), all(probes * n);
  for (int p = 0; p < probes; ++p) {
    for (int i = 0; i < n; ++i) {
      q[i] = std::sin(1.0 + 3.0 * i + 7.0 * p);
      v[i] = std::sin(2.0 + 5.0 * i + 11.0 * p);
      a[i] = std::sin(3.0 + 2.0 * i + 13.0 * p);
    }
    id(q, v, a, tau);
    all.segment(p * n, n) = tau;
  }
  return all;
}

/// An axis as four numbers.
using AxisWords = std::array<double, 4>;
AxisWords words_of(const TableAxis& axis) {
  return {axis.lower, axis.upper, static_cast<double>(axis.nodes), axis.periodic ? 1.0 : 0.0};
}

TableAxis axis_of(const AxisWords& words, const Reader& reader) {
  const bool sane = std::isfinite(words[0]) && std::isfinite(words[1]) && words[0] <= words[1] &&
                    words[2] >= 0.0 && words[2] <= 1e9 && (words[3] == 0.0 || words[3] == 1.0);
  if (!sane) reader.damaged("has an axis that cannot be");
  return {words[0], words[1], static_cast<int>(words[2]), words[3] == 1.0};
}

void require_same_robot(const Eigen::VectorXd& stored, const Model& model, const std::string& path,
                        const std::string& robot) {
  const Eigen::VectorXd torques = probe_torques(model);
  const bool same = stored.size() == torques.size() &&
                    (stored - torques).norm() <= 1e-9 * std::max(torques.norm(), stored.norm());
  if (same) return;
  throw Error(Error::Code::robot, {path, 0},
              "the table of another robot: it was made for '" + robot +
                  "' and gives other torques than '" + model.name() + "'",
              "load it with its own robot, gravity and payload, or make a new one");
}

}  // namespace

void DynamicsTable::save(const std::string& path) const {
  const Entries& entries = *entries_;
  std::string name = entries.robot.substr(0, longest_name);
  name.resize((name.size() + 7) / 8 * 8, '\0');
  const Head head{magic, version, static_cast<std::uint64_t>(entries.method),
                  static_cast<std::uint64_t>(entries.dofs()), name.size() / 8};
  const std::string partial = partial_name(path);
  Writer writer(partial);
  writer.write(&head, sizeof head / 8);
  writer.write(name.data(), name.size() / 8);
  for (const TableAxis& axis : entries.axes) {
    const AxisWords words = words_of(axis);
    writer.write(words.data(), words.size());
  }
  const Eigen::VectorXd torques = probe_torques(model());
  writer.write(torques.data(), static_cast<std::size_t>(torques.size()));
  writer.write(entries.inertia.data().data(), entries.inertia.data().size());
  writer.write(entries.grid.data().data(), entries.grid.data().size());
  std::error_code problem;
  const bool written = writer.finish();
  if (written) std::filesystem::rename(partial, path, problem);
  if (written && !problem) return;
  std::filesystem::remove(partial, problem);
  throw Error(Error::Code::file, {path, 0}, "cannot be written",
              "check the folder, its permissions and the space left");
}

DynamicsTable DynamicsTable::load(const std::string& path, const Model& model) {
  Reader reader(path);
  Head head{};
  if (reader.words_left() < sizeof head / 8) reader.damaged("ends too early");
  reader.read(&head, sizeof head / 8);
  require(head.magic == magic, {path, 0}, "not a table of alembert's",
          "give a file that save() of a table wrote", Error::Code::syntax);
  require(head.version == version, {path, 0},
          "a table of version " + std::to_string(head.version) + ", and this program reads " +
              std::to_string(version),
          "make the table again", Error::Code::unsupported);
  if (head.method > 2 || head.dofs > most_coordinates || head.name_words > longest_name / 8) {
    reader.damaged("has a head that cannot be");
  }
  auto entries = std::make_shared<Entries>();
  entries->method = static_cast<TableMethod>(head.method);
  entries->robot.resize(8 * head.name_words);
  reader.read(entries->robot.data(), head.name_words);
  entries->robot.resize(std::strlen(entries->robot.c_str()));
  for (std::uint64_t d = 0; d < 3 * head.dofs; ++d) {
    AxisWords words{};
    reader.read(words.data(), words.size());
    entries->axes.push_back(axis_of(words, reader));
  }
  Eigen::VectorXd torques(probes * head.dofs);
  reader.read(torques.data(), probes * head.dofs);
  // Before memory is taken for it: a damaged head must not ask for all there is.
  const double expected = grids_of(entries->method, entries->axes).bytes() / 8 + 1;
  if (expected != static_cast<double>(reader.words_left())) {
    reader.damaged("is not as long as its head says");
  }
  entries->lay_out();
  for (Grid* grid : {&entries->inertia, &entries->grid}) {
    grid->allocate();
    reader.read(grid->data().data(), grid->data().size());
  }
  reader.check_sum();
  require_same_robot(torques, model, path, entries->robot);
  return DynamicsTable(model, std::move(entries));
}

}  // namespace alembert
