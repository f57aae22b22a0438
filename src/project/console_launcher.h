// Answers: how are the tests of plain class folders run, where no build tool is?
//
// By the JUnit platform's console launcher, which runs JUnit 3, 4 and 5 when the engines are on the class
// path; they are in its standalone jar.
#pragma once
#include <string>
#include <vector>

#include "base/file_system.h"
#include "base/result.h"

namespace revmon::project {

struct PlainTests {
  std::vector<std::string> classes;     // folders and jars of the program
  std::vector<std::string> tests;       // folders with test classes
  std::vector<std::string> class_path;  // what both need
  std::vector<std::string> only;        // test classes to run; empty = all that are found
  std::vector<std::string> left_out;    // test classes that do not run
  std::vector<std::string> order;       // instead of looking for tests: these classes, in this order
  std::string reports;                  // folder for XML reports; "" = none
  std::string launcher;                 // jar; "" = look for it
};

// The launcher: the one given, else one on the class path, else the newest of the local Maven repository
// below `home`. kNotFound with the next step.
[[nodiscard]] Result<std::string> FindConsoleLauncher(const FileSystem& files, const PlainTests& tests,
                                                      const std::string& home);

// The words behind "java <JVM options>".
[[nodiscard]] std::vector<std::string> LauncherArguments(const PlainTests& tests, const std::string& launcher,
                                                         const std::vector<std::string>& more);

}  // namespace revmon::project
