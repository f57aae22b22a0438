#include "select/test_selection.h"

#include <algorithm>

#include "graph/method_extract.h"
#include "graph/program_diff.h"
#include "select/test_judge.h"

namespace revmon::select {
namespace {

// "p/T" of "p.T#m".
std::string ClassOf(const std::string& test) {
  std::string name = test.substr(0, test.find('#'));
  std::replace(name.begin(), name.end(), '.', '/');
  return name;
}

// Does the resource say how tests are run?
bool IsFrameworkResource(std::string_view path) {
  constexpr std::string_view kServices = "META-INF/services/";
  if (path.starts_with(kServices)) {
    std::string name(path.substr(kServices.size()));
    std::replace(name.begin(), name.end(), '.', '/');
    return graph::IsFrameworkName(name);
  }
  return path == "junit-platform.properties" || path == "testng.xml" || path == "testng.yaml";
}

// A change that no technique can follow, "" if there is none.
std::string WhyAll(const RtsInput& input, const RtsOptions& options, const graph::ProgramDiff& diff) {
  for (const graph::EntryChange& change : diff.changes) {
    std::string shown = change.is_resource ? std::string(change.name) : DottedName(change.name);
    if (change.is_resource ? IsFrameworkResource(change.name) : graph::IsFrameworkName(change.name))
      return "the tests' framework changed: " + shown;
    if (change.is_resource && change.name.ends_with("module-info.class"))
      return "the module changed: " + shown;
    bool starts =
        options.technique >= Technique::kStarts && options.technique <= Technique::kFineStartsMethods;
    if (options.published && starts && change.library) return "a library changed: " + shown;
  }
  if (NeedsMethods(options.technique) && !(input.before->has_methods() && input.after->has_methods()))
    return "the earlier run kept nothing about methods";
  return "";
}

Status CheckOptions(const RtsOptions& options) {
  if (options.lifted.empty() || options.technique == Technique::kHyrts) return OkStatus();
  return Error(ErrorCode::kInvalid, "kinds of change can be lifted for hyrts only")
      .Hint("--rts hyrts --lift AIM");
}

std::unique_ptr<TestJudge> MakeJudge(const RtsInput& input, const RtsOptions& options,
                                     const graph::ProgramDiff& diff) {
  switch (options.technique) {
    case Technique::kStarts: return MakeStaticJudge(input, diff, options.published, false, false);
    case Technique::kFineStarts: return MakeStaticJudge(input, diff, options.published, true, false);
    case Technique::kFineStartsMethods: return MakeStaticJudge(input, diff, options.published, true, true);
    default: return MakeDynamicJudge(input, diff, options);
  }
}

std::vector<TestVerdict> SelectAll(const RtsInput& input, const std::string& why) {
  std::vector<TestVerdict> verdicts;
  for (const std::string& test : input.tests) verdicts.push_back({test, true, {why}});
  return verdicts;
}

}  // namespace

Result<std::vector<TestVerdict>> SelectTests(const RtsInput& input, const RtsOptions& options) {
  REVMON_RETURN_IF_ERROR(CheckOptions(options));
  if (!input.why_all.empty()) return SelectAll(input, input.why_all);
  if (options.technique == Technique::kAll) return SelectAll(input, "all tests were asked for");
  if (input.before == nullptr) return SelectAll(input, "there is no earlier run to compare with");
  if (IsDynamic(options.technique) && input.records == nullptr)
    return SelectAll(input, "the earlier run recorded nothing of what tests did");
  graph::ProgramDiff diff = graph::Compare(*input.before, *input.after);
  if (std::string why = WhyAll(input, options, diff); !why.empty()) return SelectAll(input, why);
  std::unique_ptr<TestJudge> judge = MakeJudge(input, options, diff);
  std::vector<TestVerdict> verdicts;
  for (const std::string& test : input.tests) {
    std::string class_name = ClassOf(test);
    TestVerdict verdict{test, true, {}};
    auto always = input.always.find(test);
    if (always == input.always.end()) always = input.always.find(test.substr(0, test.find('#')));
    if (always != input.always.end()) {
      verdict.why = {always->second};
    } else if (input.before->FindClass(class_name) == nullptr) {
      verdict.why = {DottedName(class_name) + " is new"};
    } else if (std::optional<Why> why = judge->Selects(test, class_name)) {
      verdict.why = std::move(*why);
    } else if (std::optional<Why> opened = OpenedChange(input, diff, test)) {
      verdict.why = std::move(*opened);
    } else {
      verdict.selected = false;
      verdict.why = {diff.changes.empty() && input.changed_files.empty() ? "nothing changed"
                                                                         : "no change reaches it"};
    }
    verdicts.push_back(std::move(verdict));
  }
  return verdicts;
}

}  // namespace revmon::select
