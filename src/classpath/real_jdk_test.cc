// Our reader of JDK images against the JDK's own, on every JDK of this machine.
#include <dlfcn.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <functional>
#include <iterator>
#include <set>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "base/path.h"
#include "classpath/class_path.h"
#include "classpath/jdk_modules.h"

namespace revmon::classpath {
namespace {

class RealJdkTest : public ::testing::Test {
 protected:
  void SetUp() override {
    for (Jdk& jdk : DiscoverJdks(fs_, JdkEnvironment::FromProcess())) {
      if (!jdk.modules.empty()) jdks_.push_back(std::move(jdk));
    }
    if (jdks_.empty()) GTEST_SKIP() << "no JDK 9 or later in JAVA_HOME, on the PATH or in /usr/lib/jvm";
  }
  RealFileSystem fs_;
  std::vector<Jdk> jdks_;
};

TEST_F(RealJdkTest, VersionIsKnown) {
  for (const Jdk& jdk : jdks_) EXPECT_GE(jdk.feature, 9) << jdk.home;
}

// Runs `compare`, which tells the first difference or "", in a process of its own: the library of a JDK needs
// that JDK's libjvm, and one process can hold only one of these.
using Comparison = std::function<std::string(const JdkModules& ours, const JImageLibrary& theirs)>;
void CompareInOwnProcess(const FileSystem& fs, const Jdk& jdk, const Comparison& compare) {
  auto run = [&]() -> Result<std::string> {
    const std::string jvm = jdk.home + "/lib/server/libjvm.so";
    if (dlopen(jvm.c_str(), RTLD_LAZY | RTLD_GLOBAL) == nullptr) return Error(ErrorCode::kIo, "no " + jvm);
    REVMON_ASSIGN_OR_RETURN(auto ours, JdkModules::Open(fs, jdk.modules, jdk.jimage_library()));
    REVMON_ASSIGN_OR_RETURN(auto theirs, JImageLibrary::Open(jdk.jimage_library(), jdk.modules));
    return compare(*ours, *theirs);
  };
  EXPECT_EXIT(
      {
        Result<std::string> difference = run();
        const std::string text = difference.ok() ? *difference : difference.error().Text();
        fprintf(stderr, "%s\n", text.c_str());
        _exit(text.empty() ? 0 : 1);
      },
      ::testing::ExitedWithCode(0), "")
      << jdk.home;
}

std::string CompareListings(const JdkModules& ours, const JImageLibrary& theirs) {
  std::set<std::string> our_names, their_names;
  Status listed = ours.image().ForEach([&](const JImageResource& r) {
    if (!r.module.empty() && r.module != "packages" && r.module != "modules") our_names.insert(r.FullName());
  });
  if (!listed.ok()) return listed.error().Text();
  theirs.ForEach([&](std::string_view module, std::string_view package, std::string_view name,
                     std::string_view extension) {
    JImageResource r;
    r.module = module;
    r.parent = package;
    r.base = name;
    r.extension = extension;
    their_names.insert(r.FullName());
  });
  std::vector<std::string> differences;
  std::set_symmetric_difference(our_names.begin(), our_names.end(), their_names.begin(), their_names.end(),
                                std::back_inserter(differences));
  if (!differences.empty())
    return std::to_string(differences.size()) + " differ, first " + differences.front();
  return our_names.size() > 5000 ? "" : "only " + std::to_string(our_names.size()) + " resources";
}

// "" or what is wrong with one class.
std::string CompareClass(const JdkModules& ours, const JImageLibrary& theirs, std::string_view name,
                         uint64_t token) {
  const std::string package(DirName(name));
  auto module = ours.image().ModuleOfPackage(package);
  if (!module.ok() || *module != theirs.ModuleOfPackage(package)) return "another module";
  auto expected = theirs.Read(std::string(*module), std::string(name) + ".class", 1 << 28);
  if (!expected.ok() || !expected->has_value()) return "the JDK does not find it";
  auto listed = ours.Read(name, token);
  if (!listed.ok()) return listed.error().Text();
  auto found = ours.Find(name);
  if (!found.ok() || !found->has_value()) return "listed but not found";
  if ((*found)->content.bytes().data() != listed->bytes().data()) return "found elsewhere than listed";
  return AsText(listed->bytes()) == AsText(**expected) ? "" : "other bytes";
}

std::string CompareClasses(const JdkModules& ours, const JImageLibrary& theirs) {
  size_t classes = 0;
  std::string first;
  Status status = ours.ForEach([&](std::string_view name, uint64_t token) {
    ++classes;
    std::string difference = CompareClass(ours, theirs, name, token);
    if (first.empty() && !difference.empty()) first = std::string(name) + ": " + difference;
  });
  if (!status.ok()) return status.error().Text();
  if (classes < 5000) return "only " + std::to_string(classes) + " classes";
  return first;
}

std::string CompareAbsentNames(const JdkModules& ours, const JImageLibrary& theirs) {
  for (std::string_view name : {"java/lang/Nope", "java/lang/", "java/lang", "", "nope/Nope", "Nope"}) {
    auto found = ours.Find(name);
    if (!found.ok() || found->has_value()) return "finds " + std::string(name);
  }
  auto nope = theirs.Read("java.base", "java/lang/Nope.class", 1 << 28);
  if (!nope.ok() || nope->has_value()) return "the JDK finds what is not there";
  return theirs.ModuleOfPackage("nope").empty() ? "" : "the JDK has a module for nope";
}

TEST_F(RealJdkTest, BothReadersListTheSameResources) {
  for (const Jdk& jdk : jdks_) CompareInOwnProcess(fs_, jdk, CompareListings);
}

TEST_F(RealJdkTest, BothReadersGiveTheSameBytesOfEveryClass) {
  for (const Jdk& jdk : jdks_) CompareInOwnProcess(fs_, jdk, CompareClasses);
}

TEST_F(RealJdkTest, AbsentNamesAreAbsentForBoth) {
  for (const Jdk& jdk : jdks_) CompareInOwnProcess(fs_, jdk, CompareAbsentNames);
}

}  // namespace
}  // namespace revmon::classpath
