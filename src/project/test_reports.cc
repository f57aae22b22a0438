#include "project/test_reports.h"

#include <algorithm>
#include <map>
#include <pugixml.hpp>

#include "base/path.h"
#include "project/rerun.h"

namespace revmon::project {
namespace {

constexpr uint64_t kMaxReport = uint64_t{1} << 28;  // with all that the tests printed

// "1,234.5" as Surefire writes seconds in some versions.
int64_t Milliseconds(std::string text) {
  std::erase(text, ',');
  return static_cast<int64_t>(std::strtod(text.c_str(), nullptr) * 1000.0 + 0.5);
}

TestClassResult& ResultOf(const std::string& name, std::vector<TestClassResult>* classes) {
  auto at = std::find_if(classes->begin(), classes->end(), [&](const auto& one) { return one.name == name; });
  if (at != classes->end()) return *at;
  return classes->emplace_back(TestClassResult{name});
}

}  // namespace

Status AddTestReport(std::string_view xml, std::vector<TestClassResult>* classes) {
  pugi::xml_document document;
  pugi::xml_parse_result parsed = document.load_buffer(xml.data(), xml.size());
  if (!parsed)
    return Error(ErrorCode::kMalformed, std::string("no report of tests: ") + parsed.description());
  // A report holds one suite; those of other tools hold several.
  pugi::xml_node root = document.document_element();
  auto add = [&](const pugi::xml_node& suite) {
    for (const pugi::xml_node& test : suite.children("testcase")) {
      std::string name = TopClassOf(test.attribute("classname").value());
      if (name.empty()) continue;
      TestClassResult& result = ResultOf(name, classes);
      result.failed |= test.child("failure") || test.child("error");
      result.tests += test.child("skipped") ? 0 : 1;
      result.milliseconds += Milliseconds(test.attribute("time").value());
    }
  };
  add(root);
  for (const pugi::xml_node& suite : root.children("testsuite")) add(suite);
  return OkStatus();
}

std::vector<TestClassResult> ReadTestReports(const FileSystem& files, const std::string& folder,
                                             int64_t since_ns) {
  std::vector<TestClassResult> classes;
  Result<std::vector<DirectoryEntry>> entries = files.List(folder);
  if (!entries.ok()) return classes;
  for (const DirectoryEntry& entry : *entries) {
    if (!entry.name.starts_with("TEST-") || !entry.name.ends_with(".xml")) continue;
    std::string path = JoinPath(folder, entry.name);
    Result<FileInfo> info = files.Stat(path);
    if (!info.ok() || info->modified_ns < since_ns) continue;
    Result<std::vector<uint8_t>> bytes = files.ReadFile(path, kMaxReport);
    if (bytes.ok()) static_cast<void>(AddTestReport(AsText(*bytes), &classes).ok());
  }
  std::sort(classes.begin(), classes.end(), [](const auto& a, const auto& b) { return a.name < b.name; });
  return classes;
}

}  // namespace revmon::project
