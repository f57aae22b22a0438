#include "app/cli/evolution_options.h"

#include <CLI/CLI.hpp>
#include <memory>

#include "classpath/jdk.h"
#include "run/spec_library.h"
#include "weave/class_filter.h"

namespace revmon::cli {
namespace {

Result<std::optional<classpath::Jdk>> ChooseJdk(const FileSystem& files, const std::string& home) {
  if (!home.empty()) {
    REVMON_ASSIGN_OR_RETURN(classpath::Jdk jdk, classpath::OpenJdk(files, home));
    return std::optional(std::move(jdk));
  }
  std::vector<classpath::Jdk> found = DiscoverJdks(files, classpath::JdkEnvironment::FromProcess());
  return found.empty() ? std::nullopt : std::optional(found.front());
}

std::string Joined(const std::vector<std::string>& parts) {
  std::string out;
  for (const std::string& part : parts) out += " " + part;
  return out;
}

}  // namespace

void DeclareStoreOption(CLI::App& app, std::string* store) {
  app.add_option("--store", *store, "What is kept between runs")->type_name("FILE")->capture_default_str();
}

void DeclareProgramOptions(CLI::App& app, ProgramOptions* options) {
  app.add_option("--classes", options->classes,
                 "Folder of the program's own classes, tests too (repeatable); those of the last revmon test "
                 "otherwise")
      ->type_name("DIR")
      ->allow_extra_args(false)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
  app.add_option("--classpath", options->class_path, "The libraries: jars and folders between colons")
      ->type_name("PATH");
  app.add_option("--jdk", options->jdk, "The JDK that runs the program; the first one found otherwise")
      ->type_name("DIR");
  DeclareStoreOption(app, &options->store);
  app.add_option("--base", options->base, "Compare with the merge base with this revision")->type_name("REV");
}

void DeclareSelectionOptions(CLI::App& app, SelectionOptions* options) {
  app.add_option("--rps", options->variant, "A variant by its name in the literature: ps1c, ps3cl, ...")
      ->type_name("VARIANT");
  app.add_option(
         "--closure", options->closure,
         "ps3: what depends on a change; ps2: and what a change depends on; ps1: and all that these use")
      ->type_name("PS")
      ->check(CLI::IsMember({"ps1", "ps2", "ps3"}))
      ->capture_default_str();
  app.add_flag("--libraries,!--no-libraries", options->libraries, "Watch calls in libraries (the default)");
  app.add_flag("--unaffected,!--no-unaffected", options->unaffected,
               "Watch selected specs also in classes that no change can affect");
  app.add_flag("--published", options->published,
               "ps1c as published: also leaves out neighbours whose absence can cause false alarms");
  app.add_option("--analysis", options->analysis,
                 "How finely a change is followed: class, fine, mthd, mthd-nop, mthd-fm, hybrid, hybrid-nop")
      ->type_name("NAME")
      ->capture_default_str();
  app.add_flag_callback(
      "--no-fields", [options] { options->fields = false; },
      "By methods: the literature's graph without fields (not safe)");
  app.add_option("--on-library-change", options->on_library_change,
                 "impact: follow a changed library class by class; full: monitor everything")
      ->type_name("HOW")
      ->check(CLI::IsMember({"impact", "full"}))
      ->capture_default_str();
}

Result<select::Variant> VariantOf(const SelectionOptions& options) {
  select::Variant variant;
  REVMON_ASSIGN_OR_RETURN(select::NamedAnalysis named, select::ParseAnalysis(options.analysis));
  if (named.variant.has_value()) {
    variant = *named.variant;
  } else if (!options.variant.empty()) {
    REVMON_ASSIGN_OR_RETURN(variant, select::ParseVariant(options.variant));
  } else {
    variant.closure = static_cast<graph::Closure>(options.closure.back() - '0');
    variant.libraries = options.libraries;
    variant.unaffected = options.unaffected;
  }
  variant.published = options.published;
  return variant;
}

Result<select::Analysis> AnalysisOf(const SelectionOptions& options) {
  REVMON_ASSIGN_OR_RETURN(select::NamedAnalysis named, select::ParseAnalysis(options.analysis));
  return named.analysis;
}

Result<std::string> TechniqueOf(const SelectionOptions& options) {
  REVMON_ASSIGN_OR_RETURN(select::Variant variant, VariantOf(options));
  REVMON_ASSIGN_OR_RETURN(select::Analysis analysis, AnalysisOf(options));
  std::string name = ToString(variant);
  if (analysis == select::Analysis::kClass) return name;
  return std::string(ToString(analysis)) + " " + name;
}

Result<select::EvolutionOptions> ToEvolutionOptions(const FileSystem& files, const ProgramOptions& options) {
  select::EvolutionOptions out;
  out.store = options.store;
  out.base = options.base;
  for (const std::string& folder : options.classes) {
    REVMON_RETURN_IF_ERROR([&]() -> Status {
      Result<FileInfo> info = files.Stat(folder);
      if (!info.ok()) return std::move(info).error();
      return OkStatus();
    }());
    out.containers.push_back({folder, false});
    out.outputs.push_back(folder);
  }
  for (const std::string& library : run::SplitPath(options.class_path))
    out.containers.push_back({library, true});
  REVMON_ASSIGN_OR_RETURN(out.jdk, ChooseJdk(files, options.jdk));
  return out;
}

Result<select::ChooseOptions> ToChooseOptions(const SelectionOptions& options,
                                              const std::vector<std::string>& include,
                                              const std::vector<std::string>& exclude) {
  select::ChooseOptions out;
  REVMON_ASSIGN_OR_RETURN(out.variant, VariantOf(options));
  REVMON_ASSIGN_OR_RETURN(out.analysis, AnalysisOf(options));
  out.fields = options.fields;
  out.full_on_library_change = options.on_library_change == "full";
  auto filter = std::make_shared<weave::ClassFilter>(include, exclude);
  out.watches = [filter](std::string_view name) { return filter->Watches(name); };
  out.scope = "include" + Joined(include) + "; exclude" + Joined(exclude) + ";";
  return out;
}

}  // namespace revmon::cli
