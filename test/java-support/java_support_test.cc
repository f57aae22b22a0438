// Compiles specs/*.mop with the javac of each JDK found and lets Driver.java call the classes in that JDK's
// JVM, with full verification, once as ordinary classes and once defined by the boot loader, as the agent
// does.
#include <stdlib.h>

#include <gtest/gtest.h>

#include <deque>
#include <string>
#include <vector>

#include "base/path.h"
#include "classpath/jdk.h"
#include "run/process.h"
#include "run/support.h"
#include "runtime/classes.h"
#include "spec/load.h"

namespace revmon {
namespace {

class JavaSupportTest : public testing::Test {
 protected:
  void SetUp() override {
    std::string path = testing::TempDir() + "revmon-java-XXXXXX";
    ASSERT_NE(::mkdtemp(path.data()), nullptr);
    folder_ = path;
    std::string specs = std::string(REVMON_TEST_DIR) + "/specs";
    Result<std::vector<DirectoryEntry>> entries = files_.List(specs);
    ASSERT_TRUE(entries.ok());
    for (const DirectoryEntry& entry : entries.value()) {
      std::vector<uint8_t> text = files_.ReadFile(JoinPath(specs, entry.name)).value();
      loaded_.push_back(spec::Load(entry.name, std::string(text.begin(), text.end()), nullptr));
      const spec::LoadedFile& file = loaded_.back();
      ASSERT_EQ(file.diagnostics.errors(), 0u) << spec::Render(file.source, file.diagnostics);
      for (const spec::Spec& spec : file.specs) specs_.push_back({&spec, &file.source});
    }
    jdks_ = classpath::DiscoverJdks(files_, classpath::JdkEnvironment::FromProcess());
    std::erase_if(jdks_, [&](const classpath::Jdk& jdk) { return !files_.Exists(jdk.home + "/bin/javac"); });
    ASSERT_FALSE(jdks_.empty()) << "this test needs a JDK";
  }
  void TearDown() override { ASSERT_TRUE(files_.RemoveTree(folder_).ok()); }

  void Put(const std::string& name, Bytes bytes) {
    std::string path = JoinPath(folder_, "boot/" + name + ".class");
    ASSERT_TRUE(files_.CreateDirectories(std::string(DirName(path))).ok());
    ASSERT_TRUE(files_.WriteFileAtomically(path, bytes).ok());
  }

  void CompileInto(const classpath::Jdk& jdk) {
    Result<run::SupportClasses> support = run::CompileSupport(files_, specs_, {.jdk_home = jdk.home});
    ASSERT_TRUE(support.ok()) << support.error().Text();
    for (const std::string& error : support->errors) ADD_FAILURE() << error;
    for (const auto& classes : support->classes) {
      ASSERT_FALSE(classes.empty());
      for (const wire::ClassBlob& one : classes) Put(one.name, Bytes(one.bytes));
    }
    for (const runtime::EmbeddedClass& embedded : runtime::Classes()) {
      Put(std::string(embedded.name), embedded.bytes);
    }
    Run({jdk.home + "/bin/javac", "-nowarn", "-Xlint:none", "-cp", folder_ + "/boot", "-d", folder_ + "/app",
         std::string(REVMON_TEST_DIR) + "/Driver.java"});
  }

  std::string Run(std::vector<std::string> argv) {
    static_cast<void>(files_.CreateDirectories(folder_ + "/app").ok());
    run::Command command;
    command.argv = std::move(argv);
    command.environment = {{"JAVA_TOOL_OPTIONS", ""}, {"CLASSPATH", ""}};
    Result<run::Outcome> outcome = run::RunCommand(command);
    EXPECT_TRUE(outcome.ok() && outcome->exit_code == 0)
        << run::ToShell(command) << (outcome.ok() ? outcome->out + outcome->err : outcome.error().Text());
    return outcome.ok() ? outcome->out : "";
  }

  RealFileSystem files_;
  std::string folder_;
  std::deque<spec::LoadedFile> loaded_;
  std::vector<run::SpecText> specs_;
  std::vector<classpath::Jdk> jdks_;
};

TEST_F(JavaSupportTest, SpecsRunInAJvmAsWritten) {
  for (const classpath::Jdk& jdk : jdks_) {
    SCOPED_TRACE(jdk.home);
    CompileInto(jdk);
    std::string java = jdk.home + "/bin/java";
    EXPECT_EQ(Run({java, "-Xverify:all", "-cp", folder_ + "/app:" + folder_ + "/boot", "Driver"}),
              "all expectations met\n");
    EXPECT_EQ(Run({java, "-Xverify:all", "-Xbootclasspath/a:" + folder_ + "/boot", "-cp", folder_ + "/app",
                   "Driver"}),
              "all expectations met\n");
  }
}

}  // namespace
}  // namespace revmon
