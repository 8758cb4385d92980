// alembert generate: straight-line code for one robot.
#include "alembert/generate.hpp"

#include <algorithm>
#include <filesystem>
#include <memory>
#include <sstream>

#include "io/document_words.hpp"
#include "matrix_text.hpp"
#include "verb.hpp"

namespace alembert::cli {

namespace {

struct GenerateArguments {
  RobotOptions robot;
  std::vector<std::string> frames;
  std::string calls = "inverse_dynamics", language = "c++", output, inputs, payload_frame;
  GenerateOptions asked;  ///< what is told as it is
  bool json = false;
};

std::vector<GeneratedCall> parse_calls(const std::string& text) {
  std::vector<GeneratedCall> calls;
  std::istringstream words(text);
  for (std::string word; std::getline(words, word, ',');) {
    const Spellings all = words_up_to<GeneratedCall::pose>();
    const auto found = std::find(all.begin(), all.end(), word);
    if (found == all.end()) {
      throw UsageError(fmt::format("--call '{}' is not known", word),
                       fmt::format("name some of these, with commas and no spaces between them: {}",
                                   fmt::join(all, ", ")));
    }
    calls.push_back(static_cast<GeneratedCall>(found - all.begin()));
  }
  if (calls.empty()) throw UsageError("--call names no call", "leave it out for inverse_dynamics");
  return calls;
}

/// What --inputs and --payload-frame leave open.
void set_open(const GenerateArguments& options, const Model& model, GenerateOptions& asked) {
  std::istringstream words(options.inputs);
  for (std::string word; std::getline(words, word, ',');) {
    if (word == "friction") {
      asked.friction = true;
    } else if (word == "payload") {
      asked.payload = options.payload_frame.empty() ? model.links().back().frame
                                                    : model.frame(options.payload_frame);
    } else {
      throw UsageError(fmt::format("--inputs '{}' is not known", word),
                       "use friction, payload or both; inertias are --base-parameters");
    }
  }
  if (!options.payload_frame.empty() && !asked.payload) {
    throw UsageError("--payload-frame without a payload", "ask for it with --inputs payload");
  }
}

Json generated_json(const GeneratedCode& code, const std::string& folder) {
  const auto path_of = [&](const GeneratedFile& file) {
    return (std::filesystem::path(folder) / file.name).string();
  };
  Json document = {{"name", code.name},
                   {"units", {{"calls", "operations"}}},
                   {"files", json_list(code.files, path_of)},
                   {"calls", Json::array()}};
  for (const GeneratedFunction& count : code.functions) {
    document["calls"].push_back({{"call", to_string(count.call)},
                                 {"mul", count.multiplications},
                                 {"add", count.additions},
                                 {"div", count.divisions},
                                 {"trig", count.sines}});
    if (!count.kernels.empty()) document["calls"].back()["kernels"] = count.kernels;
  }
  for (const GeneratedParameters& array : code.parameters) {
    document["inputs"][array.name] = json_parameters(array.entries);
  }
  return document;
}

std::string generated_text(const GeneratedCode& code, const std::string& folder) {
  Table table({"call", right("multiplications"), right("additions"), right("divisions"),
               right("sines, cosines")});
  for (const GeneratedFunction& count : code.functions) {
    table.row({to_string(count.call), std::to_string(count.multiplications),
               std::to_string(count.additions), std::to_string(count.divisions),
               std::to_string(count.sines)});
  }
  std::string text = table.text() + "\n";
  for (const GeneratedParameters& array : code.parameters) {
    text += fmt::format("{}[{}] is an input: names and the model's values are in the header\n",
                        array.name, array.entries.size());
  }
  for (const GeneratedFile& file : code.files) {
    text += (std::filesystem::path(folder) / file.name).string() + "\n";
  }
  return text;
}

/// All of them, or none.
void write_files(const GeneratedCode& code, const std::string& folder) {
  std::error_code failure;
  std::filesystem::create_directories(folder, failure);
  if (failure) {
    throw Error(Error::Code::file, {folder, 0}, "cannot be made: " + failure.message(),
                "give a folder that can be written with --output");
  }
  std::vector<std::unique_ptr<Output>> files;
  for (const GeneratedFile& file : code.files) {
    files.push_back(std::make_unique<Output>((std::filesystem::path(folder) / file.name).string()));
    files.back()->write(file.text);
  }
  for (const auto& file : files) file->finish();
}

Exit generate_code(const GenerateArguments& options) {
  if (options.output.empty()) {
    throw UsageError("no folder for the code", "say where it goes: --output DIR");
  }
  if (options.output == "-" && options.json) {
    throw UsageError("both the code and a JSON document go to standard output",
                     "leave out --json, or give a folder with --output");
  }
  GenerateOptions asked = options.asked;
  asked.calls = parse_calls(options.calls);
  asked.language = options.language == "c"      ? GeneratedLanguage::c
                   : options.language == "cuda" ? GeneratedLanguage::cuda
                                                : GeneratedLanguage::cpp;
  if (!options.frames.empty() &&
      std::find(asked.calls.begin(), asked.calls.end(), GeneratedCall::pose) == asked.calls.end()) {
    throw UsageError("--frame without a pose", "ask for it with --call pose");
  }
  const Model model = load(options.robot).model;
  set_open(options, model, asked);
  for (const std::string& frame : options.frames) asked.frames.push_back(model.frame(frame));
  const GeneratedCode code = generate(model, asked);
  if (options.output == "-") {
    return answer_with(code.files[0].text);
  }
  write_files(code, options.output);
  return answer_with(options.json ? json_text(generated_json(code, options.output))
                                  : generated_text(code, options.output));
}

}  // namespace

void add_generate(Command& command) {
  auto& options = command.does(generate_code);
  add_robot_options(command, options.robot);
  command.option("--call", "NAME,…", options.calls,
                 "inverse_dynamics (default), derivatives, mass_matrix, forward_dynamics, "
                 "forward_derivatives, weighted_hessian, pose: one or more");
  command.choice("--language", {"c++", "c", "cuda"}, options.language, "c++ (default), c or cuda");
  command.flag("--float", options.asked.single, "float in place of double");
  command.flag("--fast-sines", options.asked.fast_sines,
               "cuda with --float: the device's quick sines, absolute error 5e-7 within ±pi");
  command.repeatable("--frame", "NAME", options.frames,
                     "of pose: link or frame, may be repeated (default: the last link)");
  command.flag("--base-parameters", options.asked.base_parameters,
               "inertias are an input: what regressor --base-parameters lists, in that order");
  command.option("--inputs", "NAME,…", options.inputs,
                 "friction (viscous and Coulomb of each joint), payload (ten numbers of a body "
                 "carried besides): inputs, too");
  command.option("--payload-frame", "NAME", options.payload_frame,
                 "of --inputs payload: link or frame (default: the last link)");
  command.option("--name", "NAME", options.asked.name,
                 "prefix or namespace of the code (default: the robot's name)");
  command.option("--output", "DIR", options.output,
                 "folder for the files, made if need be; -: the code alone, to standard output");
  command.flag("--json", options.json, "answer with one JSON document");
  command.footer(R"(EXAMPLES
  alembert generate arm.urdf --call inverse_dynamics,derivatives --output arm
  alembert generate arm.urdf --call mass_matrix --language c --float --output arm
  alembert generate arm.urdf --language cuda --output arm
  alembert generate arm.urdf --base-parameters --inputs friction --output arm

Writes the code, a header, a test program with values of the library, and for C++ the library's
classes over the code; lengths in m, angles in rad, torques in N m or forces in N. Each function says
how many operations it takes. docs/generate.md has more.
--json gives {"name", "files": [...], "calls": [{"call", "mul", "add", "div", "trig"}]}, each call of
cuda with the names of its "kernels" (long ones have several, to be launched one and all), and
where something is left open "inputs": {"base" | "friction" | "payload": [{"name", "unit", "value"}]}.)");
}

}  // namespace alembert::cli
