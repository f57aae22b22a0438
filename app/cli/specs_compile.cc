// revmon specs compile: spec files -> the plan that the agent reads. The one part of `specs` that runs javac.
#include <fmt/core.h>

#include <CLI/CLI.hpp>
#include <memory>

#include "app/cli/specs_command.h"
#include "run/javac.h"
#include "run/plan_maker.h"

namespace revmon::cli {
namespace {

struct CompileOptions {
  run::PlanOptions plan;
  std::string out;
  std::string keep_classes;
  std::string semantics = "textbook";
  std::string cache = run::DefaultJavaCache();
  bool no_cache = false;
};

Result<int> Compile(const CompileOptions& options, const Context& context) {
  run::PlanOptions wanted = options.plan;
  wanted.java_cache = options.no_cache ? "" : options.cache;
  if (options.semantics == "javamop") wanted.semantics = wire::Semantics::kJavaMop;
  REVMON_ASSIGN_OR_RETURN(run::MadePlan made, run::MakePlan(context.files, wanted));
  for (const std::string& note : made.notes) fmt::print(context.err, "revmon: note: {}\n", note);
  fmt::print(context.err, "{}", made.diagnostics);
  if (made.errors > 0) return kExitDifferent;
  REVMON_ASSIGN_OR_RETURN(size_t size, run::WritePlanFile(context.files, options.out, made.plan));
  if (!options.keep_classes.empty()) {
    REVMON_RETURN_IF_ERROR(made.classes.Write(context.files, options.keep_classes));
  }
  size_t with_java = 0;
  for (const wire::Spec& spec : made.plan.specs) with_java += spec.classes.empty() ? 0 : 1;
  fmt::print(context.out, "{} specs, {} events, {} with Java: {} ({} bytes)\n", made.plan.specs.size(),
             made.events, with_java, options.out, size);
  return kExitOk;
}

}  // namespace

Run DeclareSpecsCompile(CLI::App& options) {
  auto values = std::make_shared<CompileOptions>();
  options.add_option("PATH", values->plan.paths, "Spec files, or folders to search for *.mop")->required();
  options.add_option("-o,--out", values->out, "The plan to write")->required();
  options.add_option("--classpath", values->plan.class_path,
                     "Where types that are not in the JDK are looked up");
  options.add_option("--jdk", values->plan.jdk, "The JDK whose javac compiles Java inside specs");
  options.add_option("--semantics", values->semantics, "textbook, or javamop with its quirks")
      ->check(CLI::IsMember({"textbook", "javamop"}));
  options.add_option("--java-cache", values->cache, "Where compiled Java is kept");
  options.add_option("--keep-classes", values->keep_classes, "Keep the compiled Java in this file, too")
      ->type_name("FILE");
  options.add_flag("--no-java-cache", values->no_cache, "Compile all Java again");
  return [values](const Context& context) { return Compile(*values, context); };
}

}  // namespace revmon::cli
