// The study of formulations for the page: what each costs, how that grows, what the papers print.
#include "alembert/formulation.hpp"
#include "alembert/page.hpp"
#include "report/page_parts.hpp"

namespace alembert {

namespace report {

namespace {

PageJson tally_json(const Tally& tally) { return {{"mul", tally.mul}, {"add", tally.add}}; }

PageJson method_json(const OperationStudy::Method& method, int joints) {
  PageJson json = {{"name", method.name}, {"note", method.note}};
  const auto mul = printed_at(method.printed.mul, joints);
  const auto add = printed_at(method.printed.add, joints);
  if (mul && add) json["paper"] = {{"mul", *mul}, {"add", *add}};
  if (method.counted) {
    json["published"] = tally_json(method.counted->published);
    json["executed"] = tally_json(method.counted->executed);
  } else {
    json["refused"] = method.refusal;
  }
  return json;
}

PageJson growth_json(const FormulationStudy& study) {
  PageJson list = PageJson::array();
  for (const auto& [name, growth] : study.growth) {
    const FormulationInfo& info = Formulations::get(name);
    list.push_back({{"name", name},
                    {"title", info.title},
                    {"grows", info.growth},
                    {"operations", growth.operations},
                    {"ns", growth.ns}});
  }
  list.push_back({{"name", "configuration_space"},
                  {"title", "Horn and Raibert's tables"},
                  {"grows", "n^3"},
                  {"operations", study.table_operations}});
  return list;
}

}  // namespace
}  // namespace report

std::string study_html(const FormulationStudy& study, const OperationStudy& counts,
                       const PageOrigin& origin) {
  using report::PageJson;
  PageJson page = report::page_head("study", study.robot, origin);
  const auto result_json = [](const FormulationStudy::Result& result) {
    return PageJson{{"name", result.name},
                    {"grows", result.growth},
                    {"error", report::number_json(result.error)},
                    {"mul", result.mul},
                    {"add", result.add},
                    {"fastest", result.time.fastest},
                    {"median", result.time.median}};
  };
  const PageJson methods =
      report::json_list(counts.methods, [&](const OperationStudy::Method& method) {
        return report::method_json(method, counts.joints);
      });
  page["study"] = {{"robot", study.robot},
                   {"joints", study.joints},
                   {"states", study.states},
                   {"disagreement", report::number_json(study.largest_disagreement())},
                   {"kernel", {{"fastest", study.kernel.fastest}, {"median", study.kernel.median}}},
                   {"refusals", study.refusals},
                   {"results", report::json_list(study.results, result_json)},
                   {"lengths", study.lengths},
                   {"growth", report::growth_json(study)},
                   {"counts", {{"joints", counts.joints}, {"methods", methods}}}};
  return report::filled_page(page);
}

}  // namespace alembert
