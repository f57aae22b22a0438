// Answers: what did the build tool say about the modules whose tests it ran?
//
// The Maven extension (java/maven) and the Gradle scripts (java/gradle) write one record per run of a test
// task into a folder, lines of "key TAB value", and one file of progress beside them. A record is complete or
// not there. Several records may be about one module: unit and integration tests, or two executions.
#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "base/file_system.h"
#include "base/result.h"

namespace revmon::project {

struct TestRun {
  std::string tool;       // "maven", "gradle"
  std::string module;     // "group:artifact", or the path of the Gradle task
  std::string folder;     // of the module
  std::string runner;     // "maven-surefire-plugin 3.2.5"
  std::string execution;  // "default-test"
  std::vector<std::string> classes;
  std::vector<std::string> test_classes;
  std::vector<std::string> sources;
  std::vector<std::string> test_sources;
  std::vector<std::string> class_path;  // in order, the folders above included
  std::string reports;                  // folder with XML reports of the tests
  std::string obstacle;                 // why the agent could not get in; "" = it did
  std::string selection;                // record of what is monitored (select/coverage.h); "" = everything
  std::string all_tests;  // why all tests ran although some were to be left out; "" = they did not
  std::string note;       // why everything is, although a selection was asked for
};

[[nodiscard]] TestRun ParseTestRun(std::string_view text);

// All records of a folder, ordered by module and runner. Damaged lines are skipped.
[[nodiscard]] Result<std::vector<TestRun>> ReadTestRuns(const FileSystem& files, const std::string& folder);

// What the build tool is doing, as far as it says.
struct Progress {
  size_t modules = 0;    // known in advance; 0 = unknown
  size_t done = 0;       // modules that are finished
  std::string module;    // the one that was started last
  bool testing = false;  // its tests are running
};

// `text` is the progress file from its start; an unfinished last line is left out.
[[nodiscard]] Progress ParseProgress(std::string_view text);

}  // namespace revmon::project
