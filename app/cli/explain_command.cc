#include "app/cli/explain_command.h"

#include <fmt/core.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <memory>

#include "base/path.h"
#include "report/markdown.h"
#include "report/spec_info.h"
#include "report/text.h"
#include "run/spec_library.h"

namespace revmon::cli {
namespace {

struct ExplainOptions {
  std::string spec;
  std::vector<std::string> library;
  bool markdown = false;
};

size_t WidthOf(std::FILE* stream) {
  constexpr size_t kNarrowest = 40;
  constexpr size_t kWidest = 100;  // longer lines are hard to read
  winsize size{};
  if (::isatty(::fileno(stream)) != 1 || ::ioctl(::fileno(stream), TIOCGWINSZ, &size) != 0) return kWidest;
  return std::clamp<size_t>(size.ws_col, kNarrowest, kWidest);
}

std::string Joined(const std::vector<std::string>& words) {
  std::string out;
  for (const std::string& word : words) out += (out.empty() ? "" : ", ") + word;
  return out.empty() ? "-" : out;
}

std::string StatesOf(const report::SpecInfo& info) {
  std::string out;
  for (const report::Automaton& automaton : info.automata) {
    out += (out.empty() ? "" : "+") + std::to_string(automaton.states.size());
  }
  return out.empty() ? "-" : out;
}

void ExplainOne(const Context& context, const report::SpecInfo& info) {
  bool colour = report::UseColour(context.out);
  fmt::print(context.out, "{}{}{}\n\n", colour ? "\033[1m" : "", info.name, colour ? "\033[0m" : "");
  fmt::print(context.out, "{}", report::SpecPlainText(info, WidthOf(context.out)));
  fmt::print(context.out, "\nSeverity:   {}\nProfiles:   {}\n",
             info.doc.severity.empty() ? "-" : info.doc.severity, Joined(info.doc.profiles));
  fmt::print(context.out, "Parameters: {}\nEvents:     {}\n", info.parameters.empty() ? "-" : info.parameters,
             Joined(info.events));
  if (!info.formula.empty()) fmt::print(context.out, "Property:   {}: {}\n", info.logic, info.formula);
  fmt::print(context.out, "File:       {}\n", info.file);
}

Result<std::vector<report::SpecInfo>> LoadAll(const ExplainOptions& options, const Context& context) {
  REVMON_ASSIGN_OR_RETURN(std::vector<std::string> paths, run::LibraryPaths(context.files, options.library));
  REVMON_ASSIGN_OR_RETURN(std::vector<std::string> files, run::FindSpecFiles(context.files, paths));
  std::vector<report::SpecInfo> all;
  for (const std::string& path : files) {
    REVMON_ASSIGN_OR_RETURN(spec::LoadedFile file, run::LoadSpecFile(context.files, path, nullptr));
    for (const spec::Spec& spec : file.specs) all.push_back(report::MakeSpecInfo(spec));
  }
  return all;
}

// In tables '|' ends a cell.
std::string Cell(std::string text) {
  for (size_t at = 0; (at = text.find('|', at)) != std::string::npos; at += 2) text.insert(at, "\\");
  return text;
}

// Lower case: what the anchors of headings are.
std::string Anchor(std::string name) {
  std::transform(name.begin(), name.end(), name.begin(),
                 [](char c) { return static_cast<char>(c >= 'A' && c <= 'Z' ? c + 32 : c); });
  return name;
}

void PrintReference(const Context& context, const std::vector<report::SpecInfo>& all) {
  fmt::print(context.out,
             "# The specifications\n\nMade by `tools/regen-docs.sh` from the doc comments in `specs/`; "
             "`revmon explain NAME` shows one "
             "of them.\n\n{} rules of the JDK's APIs. States are those of the automaton; a dash stands for "
             "another kind of "
             "machine.\n\n| rule | events | states | severity | profiles |\n|---|---|---|---|---|\n",
             all.size());
  for (const report::SpecInfo& info : all) {
    fmt::print(context.out, "| [{}](#{}) | {} | {} | {} | {} |\n", info.name, Anchor(info.name),
               Cell(Joined(info.events)), StatesOf(info), info.doc.severity, Joined(info.doc.profiles));
  }
  std::string package;
  for (const report::SpecInfo& info : all) {
    std::string folder(BaseName(DirName(info.file)));
    if (folder != package) fmt::print(context.out, "\n## {}\n", folder);
    package = folder;
    fmt::print(context.out, "\n### {}\n\n{}", info.name, report::SpecMarkdown(info));
  }
}

Result<int> Explain(const ExplainOptions& options, const Context& context) {
  if (options.spec.empty()) {
    if (!options.markdown) {
      return Error(ErrorCode::kInvalid, "no spec named").Hint("revmon specs list shows the names");
    }
    REVMON_ASSIGN_OR_RETURN(std::vector<report::SpecInfo> all, LoadAll(options, context));
    PrintReference(context, all);
    return kExitOk;
  }
  REVMON_ASSIGN_OR_RETURN(run::FoundSpec found,
                          run::FindSpec(context.files, options.spec, options.library, nullptr));
  if (found.file.specs.empty()) {
    fmt::print(context.err, "{}", spec::Render(found.file.source, found.file.diagnostics));
    return kExitDifferent;
  }
  for (const spec::Spec& spec : found.file.specs) {
    if (!found.spec.empty() && spec.name != found.spec) continue;
    report::SpecInfo info = report::MakeSpecInfo(spec);
    if (options.markdown) {
      fmt::print(context.out, "### {}\n\n{}", info.name, report::SpecMarkdown(info));
    } else {
      ExplainOne(context, info);
    }
  }
  return kExitOk;
}

}  // namespace

Run DeclareExplain(CLI::App& app) {
  auto options = std::make_shared<ExplainOptions>();
  app.add_option("spec", options->spec, "Name of a spec in the library, or path of a .mop file")
      ->type_name("SPEC");
  app.add_option("--specs", options->library, "Files or folders of specs (default: the shipped ones)")
      ->type_name("PATH")
      ->allow_extra_args(false)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
  app.add_flag("--markdown", options->markdown, "Print markdown; without a name, that of all specs");
  return [options](const Context& context) { return Explain(*options, context); };
}

}  // namespace revmon::cli
