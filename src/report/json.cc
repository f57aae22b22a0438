#include "report/json.h"

#include <nlohmann/json.hpp>

namespace revmon::report {
namespace {

using Json = nlohmann::ordered_json;

Json ToJson(const Finding& finding) {
  Json tests = Json::array();
  for (const TestCount& test : finding.tests) tests.push_back({{"test", test.name}, {"count", test.count}});
  Json steps = Json::array();
  for (const Step& step : finding.steps) {
    steps.push_back({{"event", step.event},
                     {"location", step.location},
                     {"path", step.source.path},
                     {"line", step.source.line}});
  }
  return {{"spec", finding.spec},
          {"severity", finding.severity},
          {"category", finding.category},
          {"message", finding.message},
          {"location", finding.location},
          {"file", finding.parts.file},
          {"line", finding.parts.line},
          {"path", finding.source.path},
          {"source", finding.source.Text()},
          {"class", finding.parts.class_name},
          {"method", finding.parts.method},
          {"thread", finding.thread},
          {"objects", finding.objects},
          {"count", finding.count},
          {"firstMs", finding.first_ms},
          {"lastMs", finding.last_ms},
          {"tests", tests},
          {"otherTests", finding.other_tests},
          {"unattributed", finding.unattributed},
          {"events", steps},
          {"new", !finding.known},
          {"unstable", finding.Unstable()},
          {"reruns", finding.reruns},
          {"seenAgain", finding.seen_again},
          {"fingerprint", finding.fingerprint}};
}

Json ToJson(const RunInfo& run) {
  Json out = {{"command", run.command}, {"started", run.started}, {"specs", run.specs}};
  if (run.wall_ms >= 0) out["wallMs"] = run.wall_ms;
  if (run.exit_code >= 0) out["exitCode"] = run.exit_code;
  return out;
}

}  // namespace

std::string RenderJson(const Findings& findings) {
  Json violations = Json::array();
  for (const Finding& finding : findings.all) violations.push_back(ToJson(finding));
  Json tests = Json::array();
  for (const TestRun& test : findings.tests) {
    tests.push_back({{"test", test.name},
                     {"container", test.container},
                     {"startMs", test.start_ms},
                     {"outcome", test.outcome},
                     {"nanos", test.duration_nanos}});
  }
  Json activity = Json::array();
  for (const auto& [spec, one] : findings.activity) {
    activity.push_back(
        {{"spec", spec}, {"events", one.events}, {"created", one.created}, {"freed", one.freed}});
  }
  Json skipped = Json::object();
  for (const auto& [reason, count] : findings.skipped_classes) skipped[reason] = count;
  Json answer = {{"violations", violations},
                 {"notes", findings.notes},
                 {"jvms", findings.jvms},
                 {"unfinishedJvms", findings.unfinished_jvms},
                 {"classesSeen", findings.weave.classes_seen},
                 {"classesWoven", findings.weave.classes_woven},
                 {"classesSkipped", skipped},
                 {"sites", findings.weave.sites},
                 {"methodsRefused", findings.weave.methods_refused},
                 {"weaveNanos", findings.weave.weave_nanos},
                 {"tests", tests},
                 {"specs", activity},
                 {"run", ToJson(findings.run)}};
  return answer.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace revmon::report
