#include "app/cli/test_session.h"

#include <fmt/core.h>

#include <algorithm>

#include "base/path.h"
#include "project/facts.h"
#include "run/installation.h"

namespace revmon::cli {
namespace {

// Folders that build tools write to, as far as they are known before the build.
std::vector<std::string> OutputsOf(const project::Project& project) {
  std::vector<std::string> outputs = {JoinPath(project.root, ".gradle")};
  const char* name = project.tool == project::BuildTool::kMaven ? "target" : "build";
  outputs.push_back(JoinPath(project.root, name));
  for (const project::Module& module : project.modules) outputs.push_back(JoinPath(module.folder, name));
  return outputs;
}

TestedProgram ProgramOf(const TestOptions& options, const TestRequest& request, const std::string& out) {
  TestedProgram program{request.plain ? options.folder : request.project.root,
                        out,
                        {},
                        request.java.java,
                        {},
                        EnvironmentOf(options.arguments)};
  auto add = [&](const std::vector<std::string>& paths, bool library) {
    for (const std::string& path : paths) program.containers.push_back({path, library});
  };
  if (request.plain) {
    add(options.plain.classes, false);
    add(options.plain.tests, false);
    add(options.plain.class_path, true);
  } else {
    program.outputs = OutputsOf(request.project);
  }
  return program;
}

void SayUnknown(const Context& context, const Error& error) {
  fmt::print(context.err, "revmon: note: nothing is known of earlier runs: {}\n", error.Text());
}

// What earlier runs know is used where it can be, and never in the way of the tests. Without git everything
// is monitored and shown.
std::unique_ptr<EvolutionRun> OpenEvolution(const TestOptions& options, const TestRequest& request,
                                            const Context& context, const run::Session& session) {
  TestedProgram program = ProgramOf(options, request, session.out());
  Result<std::unique_ptr<EvolutionRun>> run = EvolutionRun::Open(context, options.evolution, program);
  if (!run.ok()) {
    SayUnknown(context, run.error());
    return nullptr;
  }
  if (!(*run)->has_git()) return nullptr;
  for (const std::string& note : (*run)->notes()) fmt::print(context.err, "revmon: note: {}\n", note);
  return std::move(run).value();
}

}  // namespace

Result<run::Session> OpenSession(const TestOptions& options, const TestRequest& request,
                                 const Context& context, std::unique_ptr<EvolutionRun>* evolution) {
  REVMON_ASSIGN_OR_RETURN(run::Installation installation, run::FindInstallation(context.files));
  run::SessionOptions wanted = SessionFor(options, request.project.root);
  REVMON_ASSIGN_OR_RETURN(run::Session session, run::Session::Open(context.files, installation, wanted));
  *evolution = OpenEvolution(options, request, context, session);
  if (*evolution == nullptr) return session;
  if (Status taken = (*evolution)->Take(context, session.plan()); !taken.ok()) {
    session.Discard();
    return taken.error();
  }
  const bool named = !request.plain && LeavesOutTests(options.arguments);
  if (Status prepared = (*evolution)->PrepareTests(wanted, named); !prepared.ok()) {
    SayUnknown(context, prepared.error());
    evolution->reset();
    return session;
  }
  if (!request.plain) {
    if (!(*evolution)->split() || (*evolution)->Selects()) return session;
    Status narrowed = session.Narrow((*evolution)->critical(), wanted.plan.include, wanted.plan.exclude);
    return narrowed.ok() ? Result<run::Session>(std::move(session)) : Result<run::Session>(narrowed.error());
  }
  if (Status chosen = (*evolution)->Choose(&wanted); !chosen.ok()) {
    SayUnknown(context, chosen.error());
    evolution->reset();
    return session;
  }
  if ((*evolution)->selection().full && !(*evolution)->split()) return session;
  REVMON_RETURN_IF_ERROR(session.Narrow(wanted.plan.names, wanted.plan.include, wanted.plan.exclude,
                                        (*evolution)->selection().methods));
  return session;
}

Result<std::optional<select::TestChoice>> ChoosePlainTests(const TestOptions& options,
                                                           EvolutionRun& evolution,
                                                           project::PlainTests* tests) {
  if (!evolution.policy().active) return std::optional<select::TestChoice>();
  REVMON_ASSIGN_OR_RETURN(select::TestChoice choice, evolution.ChooseTests(options.plain.tests));
  if (!evolution.policy().observe) tests->left_out = choice.LeftOut();
  const bool failed = std::any_of(choice.tests.begin(), choice.tests.end(),
                                  [](const select::ChosenTest& one) { return one.failed; });
  if (options.evolution.rts.fail_first && failed) {
    for (bool first : {true, false}) {
      for (const select::ChosenTest& test : choice.tests) {
        if (test.failed == first) tests->order.push_back(test.name);
      }
    }
  }
  return std::optional<select::TestChoice>(std::move(choice));
}

void UseModules(const TestOptions& options, const TestRequest& request, const Context& context,
                const TestBuild& build, std::unique_ptr<EvolutionRun>* evolution) {
  Result<std::vector<project::TestRun>> runs = project::ReadTestRuns(context.files, build.facts);
  if (!runs.ok() || runs->empty()) return evolution->reset();  // the build ran no tests
  for (const project::TestRun& run : *runs) {
    if (run.note.empty()) continue;
    fmt::print(context.err, "revmon: note: everything is monitored in {}: {}\n", run.module, run.note);
  }
  run::SessionOptions wanted = SessionFor(options, request.project.root);
  Status used = (*evolution)->UseModules(context, wanted, *runs);
  if (used.ok()) return;
  SayUnknown(context, used.error());
  evolution->reset();
}

}  // namespace revmon::cli
