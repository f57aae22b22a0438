#include "app/cli/test_rest.h"

#include <fmt/core.h>

#include "app/cli/background.h"
#include "base/path.h"

namespace revmon::cli {
namespace {

void AddWords(std::vector<std::string>* out, const std::string& option,
              const std::vector<std::string>& values) {
  for (const std::string& value : values) {
    out->push_back(option);
    out->push_back(value);
  }
}

// `revmon test` for the copy of the project that is tested in the background: all classes, only these specs.
Result<std::vector<std::string>> BackgroundCommand(const TestOptions& options, const TestRequest& request,
                                                   const Context& context, const BackgroundJob& job,
                                                   const std::vector<std::string>& specs) {
  const std::string copy = JoinPath(BackgroundFolder(job.out), "copy");
  auto absolute = [&](std::vector<std::string> paths, bool moved) {
    for (std::string& path : paths) {
      Result<std::string> real = path.empty() ? Result<std::string>(path) : context.files.RealPath(path);
      if (real.ok()) path = *real;
      if (moved && path.starts_with(job.root + "/")) path = copy + path.substr(job.root.size());
    }
    std::erase(paths, "");
    return paths;
  };
  const MonitorOptions& monitor = options.monitor;
  REVMON_ASSIGN_OR_RETURN(std::string program, context.files.RealPath("/proc/self/exe"));
  std::vector<std::string> words = {program,
                                    "test",
                                    "--no-rpp",
                                    "--no-rps",
                                    "--no-vms",
                                    "--no-save",
                                    "--quiet",
                                    "--fail-on",
                                    "never",
                                    "--out",
                                    JoinPath(BackgroundFolder(job.out), "out")};
  AddWords(&words, "--spec", specs);
  AddWords(&words, "--specs", absolute(monitor.specs, false));
  AddWords(&words, "--add-specs", absolute(monitor.add_specs, false));
  AddWords(&words, "--include", monitor.include);
  AddWords(&words, "--exclude", monitor.exclude);
  AddWords(&words, "--spec-classpath", absolute({monitor.class_path}, false));
  AddWords(&words, "--jdk", absolute({monitor.jdk}, false));
  if (request.plain) {
    AddWords(&words, "--classes", absolute(options.plain.classes, true));
    AddWords(&words, "--tests", absolute(options.plain.tests, true));
    AddWords(&words, "--classpath", absolute(options.plain.class_path, true));
    AddWords(&words, "--launcher", absolute({options.plain.launcher}, false));
  } else {
    if (!options.tool.empty()) AddWords(&words, "--build-tool", {options.tool});
    AddWords(&words, "--build-program", absolute({options.program}, false));
  }
  words.emplace_back("--");
  words.insert(words.end(), options.arguments.begin(), options.arguments.end());
  return words;
}

}  // namespace

Result<int> LeaveRest(const TestOptions& options, const TestRequest& request, const Context& context,
                      const run::Session& session, EvolutionRun& evolution, int code) {
  run::SessionOptions wanted = SessionFor(options, request.project.root);
  REVMON_ASSIGN_OR_RETURN(std::optional<BackgroundJob> job, evolution.PutOff(context, session, wanted));
  if (!job.has_value()) return code;
  std::vector<std::string> specs = evolution.Deferred();
  REVMON_RETURN_IF_ERROR(CopyForBackground(job->root, job->out));
  REVMON_ASSIGN_OR_RETURN(job->command, BackgroundCommand(options, request, context, *job, specs));
  REVMON_RETURN_IF_ERROR(StartBackground(context.files, *job, specs.size()));
  if (!options.evolution.wait) return code;
  BackgroundStatus status = WaitForBackground(context.files, job->out);
  if (!options.monitor.quiet && !options.json) fmt::print(context.out, "{}", ToText(status));
  if (status.state == "failed") return code == kExitOk ? kExitError : code;
  bool fails = options.monitor.fail_on != FailOn::kNever && !status.found.empty();
  return code == kExitOk && fails ? kExitDifferent : code;
}

}  // namespace revmon::cli
