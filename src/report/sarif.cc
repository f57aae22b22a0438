#include "report/sarif.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "base/path.h"
#include "report/escape.h"
#include "report/markdown.h"

namespace revmon::report {
namespace {

using Json = nlohmann::ordered_json;

std::string LevelOf(const std::string& severity) {
  return severity == "suggestion" ? "note" : severity == "error" ? "error" : "warning";
}

// "a.b.C$D" of "C.java" -> "a/b/C.java".
std::string GuessedPath(const Location& location) {
  size_t dot = location.class_name.rfind('.');
  std::string package = dot == std::string::npos ? "" : location.class_name.substr(0, dot);
  std::replace(package.begin(), package.end(), '.', '/');
  return JoinPath(package, location.file.empty() ? "unknown" : location.file);
}

Json PhysicalLocation(const Source& source, const Location& location) {
  bool found = !source.path.empty();
  Json region = {{"startLine", std::max<uint32_t>(found ? source.line : location.line, 1)}};
  if (std::string text = source.Text(); !text.empty()) region["snippet"] = {{"text", text}};
  return {{"artifactLocation",
           {{"uri", UriPath(found ? source.path : GuessedPath(location))}, {"uriBaseId", "%SRCROOT%"}}},
          {"region", region}};
}

Json LocationOf(const Source& source, const Location& location) {
  Json out = {{"physicalLocation", PhysicalLocation(source, location)}};
  if (!location.class_name.empty()) {
    std::string name = location.class_name + (location.method.empty() ? "" : "." + location.method);
    out["logicalLocations"] = Json::array({{{"fullyQualifiedName", name}, {"kind", "function"}}});
  }
  return out;
}

Json CodeFlow(const Finding& finding) {
  Json locations = Json::array();
  for (const Step& step : finding.steps) {
    Json location = LocationOf(step.source, ParseLocation(step.location));
    location["message"] = {{"text", step.event}};
    locations.push_back({{"location", location}});
  }
  Json thread = {{"locations", locations}};
  return {{"threadFlows", Json::array({thread})}};
}

Json ResultOf(const Finding& finding, size_t rule) {
  std::string text = finding.message.empty() ? finding.spec + " is violated." : finding.message;
  Json tests = Json::array();
  for (const TestCount& test : finding.tests) tests.push_back(test.name);
  Json out = {{"ruleId", finding.spec},
              {"ruleIndex", rule},
              {"level", LevelOf(finding.severity)},
              {"message", {{"text", text}}},
              {"locations", Json::array({LocationOf(finding.source, finding.parts)})},
              {"partialFingerprints", {{"revmonViolation/v1", finding.fingerprint}}},
              {"occurrenceCount", std::max<uint64_t>(finding.count, 1)},
              {"baselineState", finding.known ? "unchanged" : "new"}};
  if (!finding.steps.empty()) out["codeFlows"] = Json::array({CodeFlow(finding)});
  out["properties"] = {{"category", finding.category}, {"location", finding.location}, {"tests", tests}};
  if (finding.reruns > 0) out["properties"]["unstable"] = finding.Unstable();
  return out;
}

Json RuleOf(const std::string& name, const Finding& example, const SpecInfo* info) {
  std::string rule = info != nullptr && !info->doc.rule.empty() ? info->doc.rule : example.message;
  if (rule.empty()) rule = name;
  Json out = {{"id", name}, {"name", name}, {"shortDescription", {{"text", rule}}}};
  Json tags = Json::array({"api-protocol"});
  if (info != nullptr) {
    for (const std::string& profile : info->doc.profiles) tags.push_back(profile);
    std::string why = info->doc.why.empty() ? rule : info->doc.why;
    out["fullDescription"] = {{"text", why}};
    out["help"] = {{"text", SpecPlainText(*info)}, {"markdown", SpecMarkdown(*info)}};
  } else {
    out["fullDescription"] = {{"text", rule}};
    out["help"] = {{"text", rule}, {"markdown", rule}};
  }
  std::string level = LevelOf(example.severity);
  out["defaultConfiguration"] = {{"level", level}};
  out["properties"] = {{"tags", tags},
                       {"precision", "high"},
                       {"problem.severity", level == "note" ? "recommendation" : level}};
  return out;
}

}  // namespace

std::string RenderSarif(const Findings& findings, const std::string& version) {
  std::map<std::string, size_t> indexes;
  Json rules = Json::array();
  Json results = Json::array();
  for (const Finding& finding : findings.all) {
    auto [at, fresh] = indexes.try_emplace(finding.spec, indexes.size());
    auto info = findings.specs.find(finding.spec);
    if (fresh)
      rules.push_back(RuleOf(finding.spec, finding, info == findings.specs.end() ? nullptr : &info->second));
    results.push_back(ResultOf(finding, at->second));
  }
  Json notifications = Json::array();
  for (const std::string& note : findings.notes) {
    notifications.push_back({{"level", "note"}, {"message", {{"text", note}}}});
  }
  Json invocation = {{"executionSuccessful", true}, {"toolExecutionNotifications", notifications}};
  Json run = {{"tool", {{"driver", {{"name", "RevMon"}, {"semanticVersion", version}, {"rules", rules}}}}},
              {"columnKind", "utf16CodeUnits"},
              {"invocations", Json::array({invocation})},
              {"results", results}};
  Json log = {{"$schema", "https://json.schemastore.org/sarif-2.1.0.json"},
              {"version", "2.1.0"},
              {"runs", Json::array({run})}};
  return log.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace revmon::report
