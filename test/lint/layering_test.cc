// Holds the direction of dependencies: which folder may include which.
//
// The table below is the architecture (docs/how-it-works.md draws it). A module may include its own folder
// and the modules it lists, nothing else; what the agent links ("agent" column) may never include what only
// the CLI has.
#include <filesystem>
#include <fstream>
#include <map>
#include <regex>
#include <set>
#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace {

namespace fs = std::filesystem;

struct Module {
  bool in_agent;
  std::set<std::string> may_include;
};

const std::map<std::string, Module>& Modules() {
  static const std::map<std::string, Module> modules = {
      {"base", {true, {}}},
      {"classfile", {true, {"base"}}},
      {"classpath", {true, {"base", "classfile"}}},
      {"wire", {true, {"base", "classfile"}}},
      {"runtime", {true, {"base", "classfile"}}},
      {"trace", {true, {"base"}}},
      {"match", {true, {"base", "classfile", "classpath", "wire"}}},
      {"weave", {true, {"base", "classfile", "classpath", "wire", "runtime", "match"}}},
      {"logic", {false, {"base"}}},
      {"element", {false, {"base", "classfile", "classpath"}}},
      {"spec", {false, {"base", "classfile", "classpath", "wire", "logic"}}},
      {"monitor", {false, {"base", "wire", "logic", "spec"}}},
      {"vcs", {false, {"base"}}},
      {"project", {false, {"base", "classfile", "classpath"}}},
      {"store", {false, {"base", "wire", "element", "vcs"}}},
      {"graph", {false, {"base", "classfile", "classpath", "element"}}},
      {"select",
       {false,
        {"base", "classfile", "classpath", "wire", "match", "element", "spec", "project", "vcs", "graph",
         "store"}}},
      {"run", {false, {"base", "classpath", "wire", "runtime", "spec", "project"}}},
      {"report", {false, {"base", "wire", "logic", "spec", "project"}}},
      {"experiment", {false, {"base", "classfile", "element", "wire", "vcs", "store", "select", "run"}}},
      {"app/cli", {false, {"base",    "classfile", "classpath", "wire",       "match",   "weave", "logic",
                           "element", "spec",      "monitor",   "vcs",        "project", "store", "graph",
                           "select",  "run",       "report",    "experiment", "runtime", "trace"}}},
      {"app/agent", {true, {"base", "classfile", "classpath", "wire", "runtime", "match", "weave", "trace"}}},
  };
  return modules;
}

std::vector<std::string> IncludesOf(const fs::path& file) {
  static const std::regex include_line("^\\s*#\\s*include\\s*\"([^\"]+)\"");
  std::vector<std::string> includes;
  std::ifstream in(file);
  std::smatch match;
  for (std::string line; std::getline(in, line);) {
    if (std::regex_search(line, match, include_line)) includes.push_back(match[1]);
  }
  return includes;
}

std::vector<fs::path> SourcesUnder(const fs::path& folder) {
  std::vector<fs::path> files;
  if (!fs::exists(folder)) return files;
  for (const auto& entry : fs::recursive_directory_iterator(folder)) {
    std::string extension = entry.path().extension();
    if (extension == ".h" || extension == ".cc" || extension == ".def") files.push_back(entry.path());
  }
  return files;
}

// "classfile/code.h" -> "classfile"; files of app/ include each other as "app/cli/x.h".
std::string ModuleOfInclude(const std::string& include) {
  size_t first = include.find('/');
  if (include.starts_with("app/")) first = include.find('/', first + 1);
  return first == std::string::npos ? "" : include.substr(0, first);
}

fs::path FolderOf(const std::string& module) {
  return fs::path(REVMON_SOURCE_DIR) / (module.starts_with("app/") ? module : "src/" + module);
}

TEST(LayeringTest, EveryFolderOfSrcIsInTheTable) {
  for (const auto& entry : fs::directory_iterator(fs::path(REVMON_SOURCE_DIR) / "src")) {
    EXPECT_TRUE(Modules().contains(entry.path().filename())) << entry.path() << " has no row";
  }
}

TEST(LayeringTest, IncludesPointDownOnly) {
  for (const auto& [name, module] : Modules()) {
    for (const fs::path& file : SourcesUnder(FolderOf(name))) {
      for (const std::string& include : IncludesOf(file)) {
        std::string target = ModuleOfInclude(include);
        if (target == name || !Modules().contains(target)) continue;
        EXPECT_TRUE(module.may_include.contains(target)) << file << " includes " << include;
      }
    }
  }
}

TEST(LayeringTest, QuotedIncludesNameTheirModule) {
  for (const auto& [name, module] : Modules()) {
    for (const fs::path& file : SourcesUnder(FolderOf(name))) {
      for (const std::string& include : IncludesOf(file)) {
        std::string target = ModuleOfInclude(include);
        bool known = Modules().contains(target) || target == "support";
        EXPECT_TRUE(known) << file << " includes \"" << include << "\": write \"module/file.h\"";
      }
    }
  }
}

TEST(LayeringTest, WhatTheAgentLinksNeverNeedsTheCli) {
  for (const auto& [name, module] : Modules()) {
    if (!module.in_agent) continue;
    for (const std::string& target : module.may_include) {
      EXPECT_TRUE(Modules().at(target).in_agent) << name << " may include " << target;
    }
  }
}

TEST(LayeringTest, TheTableHasNoCycle) {
  std::set<std::string> settled;
  for (size_t before = Modules().size() + 1; settled.size() != before;) {
    before = settled.size();
    for (const auto& [name, module] : Modules()) {
      bool ready = true;
      for (const std::string& target : module.may_include) ready &= settled.contains(target);
      if (ready) settled.insert(name);
    }
  }
  EXPECT_EQ(settled.size(), Modules().size());
}

TEST(LayeringTest, OnlyTheAgentAppSeesTheJvm) {
  static const std::regex jvm_header("#\\s*include\\s*<(jvmti|jni)\\.h>");
  for (const auto& [name, module] : Modules()) {
    if (name == "app/agent") continue;
    for (const fs::path& file : SourcesUnder(FolderOf(name))) {
      std::ifstream in(file);
      std::string text(std::istreambuf_iterator<char>(in), {});
      EXPECT_FALSE(std::regex_search(text, jvm_header)) << file << " includes a JVM header";
    }
  }
}

}  // namespace
