// revmon specs compile: spec files -> the plan that the agent reads. The one part of `specs` that runs javac.
#include <fmt/core.h>

#include <CLI/CLI.hpp>
#include <deque>
#include <memory>
#include <utility>

#include "app/cli/spec_library.h"
#include "app/cli/specs_command.h"
#include "run/support.h"
#include "spec/plan_builder.h"
#include "wire/plan_io.h"

namespace revmon::cli {
namespace {

struct CompileOptions {
  std::vector<std::string> paths;
  std::string out;
  std::string class_path;
  std::string jdk;
  std::string semantics = "textbook";
  std::string cache = run::DefaultJavaCache();
  bool no_cache = false;
};

// All specs of all files, and the text each one is from.
struct Loaded {
  std::deque<spec::LoadedFile> files;
  std::vector<spec::Spec> specs;
  std::vector<const spec::SourceText*> sources;
  size_t events = 0;
  size_t errors = 0;
};

Status Load(const CompileOptions& options, const Context& context, Loaded* out) {
  REVMON_ASSIGN_OR_RETURN(std::vector<std::string> paths, FindSpecFiles(context.files, options.paths));
  SpecTypes types(context.files, options.class_path);
  for (const std::string& note : types.notes()) fmt::print(context.err, "revmon: note: {}\n", note);
  for (const std::string& path : paths) {
    REVMON_ASSIGN_OR_RETURN(spec::LoadedFile file, LoadSpecFile(context.files, path, types.oracle()));
    out->errors += file.diagnostics.errors();
    out->events += file.declared_events;
    fmt::print(context.err, "{}", spec::Render(file.source, file.diagnostics));
    out->files.push_back(std::move(file));
    for (const spec::Spec& spec : out->files.back().specs) {
      out->specs.push_back(spec);
      out->sources.push_back(&out->files.back().source);
    }
  }
  return {};
}

std::vector<std::string> SplitPath(const std::string& path) {
  std::vector<std::string> out;
  for (size_t begin = 0; begin < path.size();) {
    size_t end = std::min(path.find(':', begin), path.size());
    if (end > begin) out.push_back(path.substr(begin, end - begin));
    begin = end + 1;
  }
  return out;
}

// Puts the compiled Java into the plan; false when there were mistakes in it, which have been shown.
Result<bool> AddJava(const CompileOptions& options, const Context& context, const Loaded& loaded,
                     wire::Plan* plan) {
  std::vector<run::SpecText> texts;
  for (size_t i = 0; i < loaded.specs.size(); ++i) texts.push_back({&loaded.specs[i], loaded.sources[i]});
  run::SupportOptions support{.jdk_home = options.jdk,
                              .class_path = SplitPath(options.class_path),
                              .cache_folder = options.no_cache ? "" : options.cache};
  REVMON_ASSIGN_OR_RETURN(run::SupportClasses classes, run::CompileSupport(context.files, texts, support));
  for (const std::string& error : classes.errors) fmt::print(context.err, "{}", error);
  if (!classes.errors.empty()) return false;
  for (size_t i = 0; i < plan->specs.size(); ++i) {
    run::Attach(std::move(classes.classes[i]), &plan->specs[i]);
  }
  return true;
}

Result<int> Compile(const CompileOptions& options, const Context& context) {
  Loaded loaded;
  REVMON_RETURN_IF_ERROR(Load(options, context, &loaded));
  if (loaded.errors > 0) return kExitDifferent;
  auto semantics = options.semantics == "javamop" ? wire::Semantics::kJavaMop : wire::Semantics::kTextbook;
  REVMON_ASSIGN_OR_RETURN(wire::Plan plan, spec::BuildPlan(loaded.specs, semantics));
  REVMON_ASSIGN_OR_RETURN(bool compiled, AddJava(options, context, loaded, &plan));
  if (!compiled) return kExitDifferent;
  std::string flaw = wire::FindFlaw(plan);
  if (!flaw.empty()) return Error(ErrorCode::kInvalid, "the plan would be unsound: " + flaw);
  std::vector<uint8_t> bytes = wire::WritePlan(plan);
  REVMON_RETURN_IF_ERROR(context.files.WriteFileAtomically(options.out, Bytes(bytes)));
  size_t with_java = 0;
  for (const wire::Spec& spec : plan.specs) with_java += spec.classes.empty() ? 0 : 1;
  fmt::print(context.out, "{} specs, {} events, {} with Java: {} ({} bytes)\n", plan.specs.size(),
             loaded.events, with_java, options.out, bytes.size());
  return kExitOk;
}

}  // namespace

Run DeclareSpecsCompile(CLI::App& options) {
  auto values = std::make_shared<CompileOptions>();
  options.add_option("PATH", values->paths, "Spec files, or folders to search for *.mop")->required();
  options.add_option("-o,--out", values->out, "The plan to write")->required();
  options.add_option("--classpath", values->class_path, "Where types that are not in the JDK are looked up");
  options.add_option("--jdk", values->jdk, "The JDK whose javac compiles Java inside specs");
  options.add_option("--semantics", values->semantics, "textbook, or javamop with its quirks")
      ->check(CLI::IsMember({"textbook", "javamop"}));
  options.add_option("--java-cache", values->cache, "Where compiled Java is kept");
  options.add_flag("--no-java-cache", values->no_cache, "Compile all Java again");
  return [values](const Context& context) { return Compile(*values, context); };
}

}  // namespace revmon::cli
