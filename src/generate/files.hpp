// The files of generated code, made from recorded programs.
#pragma once

#include <string>
#include <vector>

#include "generate/program.hpp"

namespace alembert {

/// Everything that files are made of.
struct CodePlan {
  std::string name;  ///< an identifier
  std::string robot;
  std::vector<std::string> coordinates;  ///< names
  GenerateOptions options;
  std::vector<ExprProgram> programs;
  std::vector<std::vector<ExprProgram>> kernels;  ///< on a device: what programs are divided into
  std::vector<GeneratedParameters> parameters;

  bool cpp() const { return options.language == GeneratedLanguage::cpp; }
  bool device() const { return options.language == GeneratedLanguage::cuda; }
  std::string real() const { return options.single ? "float" : "double"; }
  /// Of functions outside this code's own files.
  std::string qualified(GeneratedCall call) const;
  /// The k-th kernel of a program.
  std::string kernel_name(std::size_t program, std::size_t k) const;
  /// "header" as the language ends it: NAME.hpp or NAME.h
  std::string header_name() const;
};

/// Calls with what goes in and what must come out.
struct RegressionValues {
  struct Call {
    GeneratedCall call;
    /// By state, by argument: entries.
    std::vector<std::vector<std::vector<double>>> inputs, outputs;
    /// Of calls that solve with a mass matrix: its condition, and by how much the recorded program
    /// differs from the library for that.
    double condition = 1.0, difference = 0.0;
  };
  std::vector<Call> calls;
};

GeneratedFile source_file(const CodePlan& plan);
GeneratedFile header_file(const CodePlan& plan);
/// A program that compares with the library's values and exits with 1 where they differ.
GeneratedFile test_file(const CodePlan& plan, const RegressionValues& values);
/// The library's classes and calls over the generated functions (C++).
GeneratedFile wrapper_file(const CodePlan& plan);

}  // namespace alembert
