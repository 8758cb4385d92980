#include "alembert/world.hpp"

#include <algorithm>

#include "paths/clear_states.hpp"
#include "require.hpp"
#include "task/distance.hpp"

namespace alembert {
namespace {

const Clearance& with_its_pairs(const Clearance& clearance) {
  const int count = static_cast<int>(clearance.arm.size());
  for (const auto& [i, j] : clearance.self_pairs) {
    require(i >= 0 && j >= 0 && i < count && j < count && i != j,
            "a pair of the arm's solids that there is not",
            "give two different indices into the list of them");
  }
  return clearance;
}

}  // namespace

struct World::Data {
  Data(const Model& of, const Clearance& given)
      : model(of), clearance(given), links(of), sum(of), states(of, given) {
    const std::vector<std::shared_ptr<const PointCloud>> clouds = clouds_in(clearance);
    for (const ArmSolid& arm : clearance.arm) {
      for (std::size_t k = 0; k < clearance.obstacles.size(); ++k) {
        const Obstacle& obstacle = clearance.obstacles[k];
        pairs.emplace_back(model, arm, obstacle.solid, 0.0, clouds[k]);
        names.emplace_back(arm.name, obstacle.name);
      }
    }
    for (const auto& [i, j] : clearance.self_pairs) {
      const ArmSolid &one = clearance.arm[i], &other = clearance.arm[j];
      pairs.emplace_back(model, one, other, 0.0);
      names.emplace_back(one.name, other.name);
    }
    contacts.resize(pairs.size());
  }

  Model model;
  Clearance clearance;
  std::vector<Distance> pairs;
  std::vector<std::pair<std::string, std::string>> names;
  PlacedLinks links;
  FrameSum sum;
  std::vector<Contact> contacts;
  ClearStates states;
  Eigen::VectorXd value = Eigen::VectorXd::Zero(1);
  Eigen::MatrixXd slope;
};

World::World(const Model& model, const Clearance& clearance)
    : data_(make_owned<Data>(model, with_its_pairs(clearance))) {
  update(Eigen::VectorXd::Zero(model.dofs()));
}
World::World(const World& other) : World(other.model(), other.clearance()) {}

const Model& World::model() const { return data_->model; }
const Clearance& World::clearance() const { return data_->clearance; }
int World::pairs() const { return static_cast<int>(data_->pairs.size()); }
std::pair<std::string, std::string> World::names(int pair) const { return data_->names.at(pair); }

void World::update(VecIn<double> q) {
  data_->links.update(q);
  for (Contact& contact : data_->contacts) contact.found = false;
}

void World::distances(VecOut<double> out) {
  for (std::size_t k = 0; k < data_->pairs.size(); ++k) {
    Distance& pair = data_->pairs[k];
    pair.value_at(data_->links, data_->contacts[k], data_->value);
    out[k] = pair.clearance(data_->value[0]);
  }
}

void World::gradients(MatOut<double> out) {
  for (std::size_t k = 0; k < data_->pairs.size(); ++k) {
    Distance& pair = data_->pairs[k];
    data_->slope.setZero(1, data_->model.dofs());
    pair.slopes_at(data_->links, data_->contacts[k], data_->slope);
    out.row(k) = pair.clearance_by_value(data_->contacts[k]).first * data_->slope;
  }
}

void World::hessian(VecIn<double> weights, MatOut<double> out) {
  out.setZero();
  data_->sum.begin();
  for (std::size_t k = 0; k < data_->pairs.size(); ++k) {
    const double weight = weights[k];
    if (weight == 0.0) continue;
    Distance& pair = data_->pairs[k];
    Contact& contact = data_->contacts[k];
    data_->slope.setZero(1, data_->model.dofs());
    pair.slopes_at(data_->links, contact, data_->slope);
    const auto [first, second] = pair.clearance_by_value(contact);
    data_->value[0] = weight * first;
    pair.add_at(data_->links, contact, data_->value, data_->sum);
    out += weight * second * data_->slope.transpose() * data_->slope;
  }
  data_->sum.end(data_->links);
  out += data_->sum.hessian;
}

std::vector<char> World::clear(const Eigen::Ref<const Eigen::MatrixXd>& states, double slack) {
  constexpr int width = ClearStates::width;
  std::vector<char> out(states.rows());
  std::vector<ClearStates::Lanes> q(data_->model.dofs());
  for (Eigen::Index first = 0; first < states.rows(); first += width) {
    for (Eigen::Index j = 0; j < states.cols(); ++j) {
      for (int l = 0; l < width; ++l) {
        const Eigen::Index row = std::min(first + l, states.rows() - 1);
        q[j].set(l, static_cast<float>(states(row, j)));
      }
    }
    const ClearStates::Lanes::Register clear =
        data_->states.clear_lanes(q.data(), static_cast<float>(slack));
    for (int l = 0; l < width && first + l < states.rows(); ++l) out[first + l] = clear[l] > 0.0f;
  }
  return out;
}

}  // namespace alembert
