// Test support: our classes in a plain JVM, without the agent.
//
// revmon.rt is on the class path, where drivers of the same package reach it; java.util.RevMon is patched
// into java.base, as if the boot loader had defined it.
#pragma once
#include <stdlib.h>

#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "base/bytes.h"
#include "base/file_system.h"
#include "base/path.h"
#include "classpath/jdk.h"
#include "run/process.h"
#include "runtime/classes.h"

namespace revmon::test {

inline void PutBytes(ByteWriter& out, Bytes bytes) {
  out.U4(static_cast<uint32_t>(bytes.size()));
  out.Put(bytes);
}

class JvmTest : public ::testing::Test {
 protected:
  void SetUp() override {
    std::string path = ::testing::TempDir() + "revmon-engine-XXXXXX";
    ASSERT_NE(::mkdtemp(path.data()), nullptr);
    folder_ = path;
    std::vector<classpath::Jdk> jdks =
        classpath::DiscoverJdks(files_, classpath::JdkEnvironment::FromProcess());
    std::erase_if(jdks, [&](const classpath::Jdk& jdk) { return !files_.Exists(jdk.home + "/bin/javac"); });
    ASSERT_FALSE(jdks.empty()) << "this test needs a JDK";
    home_ = jdks[0].home;
    for (const runtime::EmbeddedClass& embedded : runtime::Classes()) {
      PutClass(embedded.name.starts_with("revmon/") ? "/app/" : "/base/", std::string(embedded.name),
               embedded.bytes);
    }
  }

  void PutClass(const std::string& part, const std::string& name, Bytes bytes) {
    std::string file = folder_ + part + name + ".class";
    ASSERT_TRUE(files_.CreateDirectories(std::string(DirName(file))).ok());
    ASSERT_TRUE(files_.WriteFileAtomically(file, bytes).ok());
  }
  void TearDown() override { ASSERT_TRUE(files_.RemoveTree(folder_).ok()); }

  void Run(std::vector<std::string> argv) {
    run::Command command;
    command.argv = std::move(argv);
    command.environment = {{"JAVA_TOOL_OPTIONS", ""}, {"CLASSPATH", ""}};
    Result<run::Outcome> outcome = run::RunCommand(command);
    ASSERT_TRUE(outcome.ok()) << outcome.error().Text();
    ASSERT_EQ(outcome->exit_code, 0) << outcome->out << outcome->err;
    EXPECT_EQ(outcome->out, "");
  }

  void Compile(const std::string& source) {
    Run({home_ + "/bin/javac", "-nowarn", "-Xlint:none", "-cp", folder_ + "/app", "--patch-module",
         "java.base=" + folder_ + "/base", "-d", folder_ + "/app",
         std::string(REVMON_TEST_DIR) + "/" + source});
  }

  // From now on objects have slots, as they have under an agent that puts them in.
  void UseSlots() {
    Run({home_ + "/bin/javac", "-nowarn", "-Xlint:none", "--patch-module",
         "java.base=" + std::string(REVMON_TEST_DIR) + "/slots:" + folder_ + "/base", "-d", folder_ + "/base",
         std::string(REVMON_TEST_DIR) + "/slots/java/util/RevSlots.java"});
  }

  void Java(std::vector<std::string> options, const std::vector<std::string>& arguments) {
    std::vector<std::string> argv = {
        home_ + "/bin/java", "-XX:+UseSerialGC", "--patch-module", "java.base=" + folder_ + "/base", "-cp",
        folder_ + "/app"};
    argv.insert(argv.end(), options.begin(), options.end());
    argv.insert(argv.end(), arguments.begin(), arguments.end());
    Run(std::move(argv));
  }

  RealFileSystem files_;
  std::string folder_;
  std::string home_;
};

}  // namespace revmon::test
