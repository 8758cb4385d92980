// The field `verification` of motion.json: one entry an integrator.
#include <nlohmann/json.hpp>

#include "alembert/motion_record.hpp"

namespace alembert {

namespace {

using Json = nlohmann::ordered_json;

Json check_json(const Verification& check, const std::vector<std::string>& joints) {
  Json errors = Json::object();
  for (std::size_t j = 0; j < check.joint_errors.size(); ++j) {
    errors[joints[j]] = check.joint_errors[j];
  }
  return {{"integrator", check.integrator},
          {"finished", check.finished},
          {"end", check.end},
          {"steps", check.steps},
          {"position_error", check.position_error},
          {"velocity_error", check.velocity_error},
          {"worst_time", check.worst_time},
          {"worst_joint", check.worst_joint},
          {"joint_errors", std::move(errors)},
          {"loop_gap", check.loop_gap},
          {"loop_turn", check.loop_turn}};
}

Json checks_json(const std::vector<Verification>& checks, const std::vector<std::string>& joints) {
  Json list = Json::array();
  for (const Verification& check : checks) list.push_back(check_json(check, joints));
  return list;
}

}  // namespace

std::string verification_text(const std::vector<Verification>& checks,
                              const std::vector<std::string>& joints) {
  return checks_json(checks, joints).dump();
}

std::string with_verification(const std::string& document,
                              const std::vector<Verification>& checks) {
  Json motion = Json::parse(document);
  const auto joints = motion.at("joints").get<std::vector<std::string>>();
  motion["verification"] = checks_json(checks, joints);
  return motion.dump() + '\n';
}

}  // namespace alembert
