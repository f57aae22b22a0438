// Answers: which options do all commands share that look at what changed?
//
// What the program is (class folders, libraries, JDK), where its history is (store, base revision), and which
// variant of regression property selection is meant.
#pragma once
#include <string>
#include <vector>

#include "app/cli/command.h"
#include "select/evolution.h"
#include "select/variant.h"

namespace revmon::cli {

struct ProgramOptions {
  std::vector<std::string> classes;  // --classes: folders of the program's own classes
  std::string class_path;            // --classpath: libraries
  std::string jdk;                   // --jdk
  std::string store = ".revmon/store.db";
  std::string base;
};

struct SelectionOptions {
  std::string variant;  // --rps: a name, "" = by the options below
  std::string closure = "ps1";
  bool libraries = true;
  bool unaffected = false;
  bool published = false;
  std::string on_library_change = "impact";
  std::string analysis = "class";
  bool fields = true;
};

// The options must outlive the app.
void DeclareProgramOptions(CLI::App& app, ProgramOptions* options);
void DeclareStoreOption(CLI::App& app, std::string* store);
void DeclareSelectionOptions(CLI::App& app, SelectionOptions* options);

[[nodiscard]] Result<select::Variant> VariantOf(const SelectionOptions& options);
[[nodiscard]] Result<select::Analysis> AnalysisOf(const SelectionOptions& options);
// "ps1c", "mthd-nop ps1c": for people and the store.
[[nodiscard]] Result<std::string> TechniqueOf(const SelectionOptions& options);
// An error when a class folder does not exist.
[[nodiscard]] Result<select::EvolutionOptions> ToEvolutionOptions(const FileSystem& files,
                                                                  const ProgramOptions& options);
// The rest of select::ChooseOptions; `include` and `exclude` are the user's class patterns.
[[nodiscard]] Result<select::ChooseOptions> ToChooseOptions(const SelectionOptions& options,
                                                            const std::vector<std::string>& include,
                                                            const std::vector<std::string>& exclude);

}  // namespace revmon::cli
