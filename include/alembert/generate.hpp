// Straight-line code for one robot: a file without dependencies that does the library's arithmetic
// with every constant known (docs/generate.md).
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "alembert/model.hpp"
#include "alembert/regressor.hpp"

namespace alembert {

enum class GeneratedCall {
  inverse_dynamics,
  derivatives,
  mass_matrix,
  forward_dynamics,     ///< accelerations of torques
  forward_derivatives,  ///< of accelerations, by q, v and tau
  weighted_hessian,     ///< second derivatives of weights · tau
  pose                  ///< of a frame: rotation and position, world
};
enum class GeneratedLanguage { cpp, c, cuda };

/// "inverse_dynamics", …: what the command line calls it and the generated function is named.
const char* to_string(GeneratedCall call);
/// All of them.
const std::vector<GeneratedCall>& generated_calls();

struct GenerateOptions {
  std::vector<GeneratedCall> calls = {GeneratedCall::inverse_dynamics};
  GeneratedLanguage language = GeneratedLanguage::cpp;
  bool single = false;  ///< float in place of double
  /// CUDA: the processor's quick sine and cosine in place of ours. Their absolute error is 5e-7 for
  /// angles within ±pi and grows with the angle; floats only.
  bool fast_sines = false;
  /// Of `pose`; empty: the last link.
  std::vector<FrameId> frames = {};
  /// Inertias are an input: the base parameters of the robot, as BaseParameters has them.
  bool base_parameters = false;
  /// Friction is an input: viscous and Coulomb, of every joint that can have a drive.
  bool friction = false;
  /// A body carried in this frame, besides all that the robot carries, is an input: its m, m com
  /// and tensor about the frame's origin, as in Regressor.
  std::optional<FrameId> payload = std::nullopt;
  /// Prefix and namespace of everything that is written; empty: the robot's own name.
  std::string name = {};
};

struct GeneratedFile {
  std::string name, text;  ///< name: without a folder
};

/// One function of the code: how many entries its arguments have, and the operations it takes (a
/// sine and a cosine count one each). On a device a long one is several kernels with the same
/// arguments, each for columns of results of its own.
struct GeneratedFunction {
  GeneratedCall call = GeneratedCall::inverse_dynamics;               ///< what it computes
  std::string name;                                                   ///< as it is called
  std::vector<int> inputs, outputs;                                   ///< entries of each argument
  long multiplications = 0, additions = 0, divisions = 0, sines = 0;  ///< of one call
  /// So many of the inputs, the last ones, are parameters left open: the same for all states.
  int shared = 0;
  std::vector<std::string> kernels = {};  ///< on a device: names, to be launched one and all
};

/// What was left open: an argument of functions, after those of the state.
struct GeneratedParameters {
  std::string name;                      ///< "base", "friction" or "payload"
  std::vector<RegressorColumn> entries;  ///< with the values that the model has
};

struct GeneratedCode {
  std::string name;
  std::vector<GeneratedFile> files;          ///< to be written into one folder
  std::vector<GeneratedFunction> functions;  ///< in the order of the options' calls
  std::vector<GeneratedParameters> parameters = {};
};

/// Throws Error for names that are no identifiers and for programs too long to compile.
GeneratedCode generate(const Model& model, const GenerateOptions& options = {});

}  // namespace alembert
