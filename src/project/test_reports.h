// Answers: which classes of tests ran, how did they end, and how long did they take?
//
// From the XML reports that Surefire, Failsafe, Gradle and JUnit's console launcher write (all the same
// format), so that it is known without an agent in the JVM. Tests of nested classes count for their top
// class. Reports that earlier builds left behind are told by their time.
#pragma once
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/file_system.h"
#include "base/result.h"

namespace revmon::project {

struct TestClassResult {
  std::string name;  // a.b.CTest
  bool failed = false;
  size_t tests = 0;  // that ran: skipped ones are left out
  int64_t milliseconds = 0;
};

// Adds what one report says; kMalformed for what is no XML.
[[nodiscard]] Status AddTestReport(std::string_view xml, std::vector<TestClassResult>* classes);

// All TEST-*.xml of a folder that were written after `since_ns`, by name of the class. Damaged reports and a
// folder that is not there say nothing.
[[nodiscard]] std::vector<TestClassResult> ReadTestReports(const FileSystem& files, const std::string& folder,
                                                           int64_t since_ns);

}  // namespace revmon::project
