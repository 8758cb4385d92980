// Generated code: files as text, and what functions take.
#include "alembert/generate.hpp"

#include <pybind11/stl.h>

#include "alembert/error.hpp"
#include "bindings.hpp"
#include "model_handle.hpp"

namespace alembert::python {

namespace {

GeneratedCall call_of(const std::string& name) {
  std::string known;
  for (const GeneratedCall call : generated_calls()) {
    if (to_string(call) == name) return call;
    known += (known.empty() ? "" : ", ") + std::string(to_string(call));
  }
  throw Error(Error::Code::name, "the call '" + name + "' is not known", "use some of: " + known);
}

GenerateOptions generate_options(const Model& model, const py::dict& how) {
  GenerateOptions options;
  options.calls.clear();
  for (const py::handle name : how["calls"]) {
    options.calls.push_back(call_of(name.cast<std::string>()));
  }
  const auto language = how["language"].cast<std::string>();
  if (language != "c" && language != "c++" && language != "cuda") {
    throw_value_error("language is '" + language + "': give 'c++', 'c' or 'cuda'");
  }
  options.language = language == "c"      ? GeneratedLanguage::c
                     : language == "cuda" ? GeneratedLanguage::cuda
                                          : GeneratedLanguage::cpp;
  options.single = how["single"].cast<bool>();
  options.fast_sines = how["fast_sines"].cast<bool>();
  for (const py::handle name : how["frames"]) {
    options.frames.push_back(model.frame(name.cast<std::string>()));
  }
  options.base_parameters = how["base_parameters"].cast<bool>();
  options.friction = how["friction"].cast<bool>();
  if (!how["payload"].is_none()) options.payload = model.frame(how["payload"].cast<std::string>());
  options.name = how["name"].cast<std::string>();
  return options;
}

/// (name, files, functions, parameters), plain lists and tuples all through.
py::tuple generated(const ModelHandle& handle, const py::dict& how) {
  const GeneratedCode code = generate(handle.model, generate_options(handle.model, how));
  py::list files, functions, parameters;
  for (const GeneratedFile& file : code.files) files.append(py::make_tuple(file.name, file.text));
  for (const GeneratedFunction& f : code.functions) {
    functions.append(py::make_tuple(to_string(f.call), f.name, f.inputs, f.outputs,
                                    f.multiplications, f.additions, f.divisions, f.sines,
                                    f.kernels));
  }
  for (const GeneratedParameters& array : code.parameters) {
    py::list entries;
    for (const RegressorColumn& entry : array.entries) {
      entries.append(py::make_tuple(entry.name, entry.unit, entry.value));
    }
    parameters.append(py::make_tuple(array.name, entries));
  }
  return py::make_tuple(code.name, files, functions, parameters);
}

}  // namespace

void bind_generate(py::module_& module) { module.def("generate", &generated); }

}  // namespace alembert::python
