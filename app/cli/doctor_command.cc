#include "app/cli/doctor_command.h"

#include <fmt/core.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <memory>
#include <nlohmann/json.hpp>

#include "run/doctor.h"

namespace revmon::cli {
namespace {

using Json = nlohmann::ordered_json;

struct Options {
  run::DoctorOptions doctor;
  bool json = false;
};

void PrintText(const Context& context, const std::vector<run::Check>& checks) {
  std::string topic;
  for (const run::Check& check : checks) {
    if (check.topic != topic) fmt::print(context.out, "{}\n", check.topic);
    topic = check.topic;
    fmt::print(context.out, "  {:8} {}\n", run::ToString(check.health), check.text);
    if (!check.fix.empty()) fmt::print(context.out, "           -> {}\n", check.fix);
  }
}

void PrintJson(const Context& context, const std::vector<run::Check>& checks) {
  Json list = Json::array();
  for (const run::Check& check : checks) {
    list.push_back({{"topic", check.topic},
                    {"health", std::string(run::ToString(check.health))},
                    {"text", check.text},
                    {"fix", check.fix}});
  }
  fmt::print(context.out, "{}\n", list.dump(2, ' ', false, Json::error_handler_t::replace));
}

Result<int> RunDoctor(const Options& options, const Context& context) {
  const std::vector<run::Check> checks = run::Examine(context.files, options.doctor);
  const auto problems = std::count_if(checks.begin(), checks.end(), [](const run::Check& check) {
    return check.health == run::Health::kBad;
  });
  if (options.json) {
    PrintJson(context, checks);
  } else {
    PrintText(context, checks);
    if (problems == 0) {
      fmt::print(context.out, "Ready: revmon test\n");
    } else {
      fmt::print(context.out, "{} {} in the way\n", problems, problems == 1 ? "problem is" : "problems are");
    }
  }
  return problems == 0 ? kExitOk : kExitDifferent;
}

}  // namespace

Run DeclareDoctor(CLI::App& app) {
  auto options = std::make_shared<Options>();
  app.add_option("-C,--project", options->doctor.folder, "The project's folder")
      ->type_name("DIR")
      ->capture_default_str();
  app.add_option("--build-program", options->doctor.build_program,
                 "Program to build with, instead of the project's wrapper, mvn or gradle")
      ->type_name("PATH");
  app.add_flag("--json", options->json, "Answer in JSON");
  return [options](const Context& context) { return RunDoctor(*options, context); };
}

}  // namespace revmon::cli
