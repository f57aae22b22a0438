// The agent's native code with many threads at once, under a JVM that is none: classes load, violations and
// tests come in, the ticker writes counts. Meant for ThreadSanitizer; it also counts that nothing gets lost.
#include <atomic>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include "app/agent/jvm.h"
#include "app/agent/monitoring.h"
#include "base/bytes.h"
#include "base/file_system.h"
#include "classpath/class_path.h"
#include "classpath/jdk.h"
#include "fake_jvm.h"
#include "spec/class_path_types.h"
#include "spec/load.h"
#include "spec/plan_builder.h"
#include "wire/results.h"

namespace revmon {
namespace {

namespace fs = std::filesystem;

constexpr int kThreads = 8;
constexpr int kClasses = 400;
constexpr int kViolations = 200;  // by each thread, every second one new

using ViolationFunction = void(JNICALL*)(JNIEnv*, jclass, jint, jint, jint, jint, jstring, jstring, jstring);
using TestStartedFunction = void(JNICALL*)(JNIEnv*, jclass, jint, jstring, jboolean);
using TestEndedFunction = void(JNICALL*)(JNIEnv*, jclass, jint, jint, jlong);
using SiteInfoFunction = jbyteArray(JNICALL*)(JNIEnv*, jclass, jint);
using FailureFunction = void(JNICALL*)(JNIEnv*, jclass, jstring);

std::string ReadText(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

wire::Plan PlanOf(const classpath::Jdk& jdk, const std::vector<std::string>& names) {
  RealFileSystem files;
  classpath::ClassPath path(files, {.release = jdk.feature});
  path.AddJdk(jdk);
  spec::ClassPathTypes types(path);
  std::vector<spec::Spec> specs;
  for (const std::string& name : names) {
    spec::LoadedFile file = spec::Load(name, ReadText(fs::path(SPECS_FOLDER) / name), &types);
    for (spec::Spec& spec : file.specs) {
      if (!spec.java.any()) specs.push_back(std::move(spec));
    }
  }
  EXPECT_EQ(specs.size(), names.size());
  Result<wire::Plan> plan = spec::BuildPlan(specs, wire::Semantics::kTextbook);
  EXPECT_TRUE(plan.ok());
  return plan.ok() ? std::move(plan).value() : wire::Plan();
}

// Classes of java.util as bytes to be offered under names of a program.
std::vector<std::vector<uint8_t>> SomeClasses(const classpath::Jdk& jdk) {
  static RealFileSystem files;
  classpath::ClassPath path(files, {.release = jdk.feature});
  path.AddJdk(jdk);
  std::vector<std::vector<uint8_t>> classes;
  for (const char* name :
       {"java/util/Collections", "java/util/AbstractList", "java/util/AbstractMap", "java/util/Scanner",
        "java/util/Properties", "java/util/ResourceBundle", "java/util/stream/Collectors"}) {
    Result<std::optional<classpath::FoundClass>> found = path.Find(name);
    if (!found.ok() || !found->has_value()) continue;
    Bytes bytes = (*found)->content.bytes();
    classes.emplace_back(bytes.begin(), bytes.end());
  }
  return classes;
}

// One row of revmon.rt.Agent.counts(), of the violation at site 0 of spec 0.
std::vector<uint8_t> Row(uint64_t count) {
  ByteWriter row;
  for (uint32_t number : {0u, 0u, 0u, 0u}) row.U4(number);
  for (uint64_t number : {count, uint64_t{1}, uint64_t{2}, uint64_t{0}, uint64_t{0}}) row.U8(number);
  row.U4(1);
  row.U4(7);
  row.U8(count);
  return row.Release();
}

class AgentThreadsTest : public testing::Test {
 protected:
  void SetUp() override {
    RealFileSystem files;
    std::vector<classpath::Jdk> jdks =
        classpath::DiscoverJdks(files, classpath::JdkEnvironment::FromProcess());
    ASSERT_FALSE(jdks.empty());
    jdk_ = jdks[0];
    char folder[] = "/tmp/revmon-threads-test-XXXXXX";
    ASSERT_NE(mkdtemp(folder), nullptr);
    folder_ = folder;
    jvm_.properties = {{"java.home", jdk_.home}, {"java.class.path", ""}};
    jvm_.answer = [this](const std::string& method) {
      return method == "counts" ? Row(++asked_) : std::vector<uint8_t>();
    };
  }
  void TearDown() override { fs::remove_all(folder_); }

  void LoadClasses(const std::vector<std::vector<uint8_t>>& classes, int thread) {
    for (int i = 0; i < kClasses / kThreads; ++i) {
      const std::vector<uint8_t>& bytes = classes[static_cast<size_t>(i) % classes.size()];
      std::string name = "shop/Class" + std::to_string(thread) + "x" + std::to_string(i);
      jint length = 0;
      unsigned char* data = nullptr;
      jvm_.callbacks().ClassFileLoadHook(jvm_.jvmti(), jvm_.jni(), nullptr, jvm_.AnyObject(), name.c_str(),
                                         nullptr, static_cast<jint>(bytes.size()), bytes.data(), &length,
                                         &data);
      if (data != nullptr) ++woven_;
      std::free(data);
    }
  }

  void Report(int thread) {
    auto violation = reinterpret_cast<ViolationFunction>(jvm_.native("violation"));
    auto started = reinterpret_cast<TestStartedFunction>(jvm_.native("testStarted"));
    auto ended = reinterpret_cast<TestEndedFunction>(jvm_.native("testEnded"));
    auto site_info = reinterpret_cast<SiteInfoFunction>(jvm_.native("siteInfo"));
    auto failure = reinterpret_cast<FailureFunction>(jvm_.native("failure"));
    JNIEnv* jni = jvm_.jni();
    for (int i = 0; i < kViolations; ++i) {
      int test = thread * kViolations + i + 1;
      started(jni, nullptr, test, jvm_.Text("shop.Test#t" + std::to_string(test)), JNI_FALSE);
      int site = i % 2 == 0 ? 0 : test;
      violation(jni, nullptr, 0, 0, 0, site, jvm_.Text("message"), jvm_.Text("main"),
                jvm_.Text("0\ni=x\nnext a(B.java:1)"));
      (void)site_info(jni, nullptr, i);
      failure(jni, nullptr, jvm_.Text("failure " + std::to_string(i % 5)));
      ended(jni, nullptr, test, 1, 1000);
    }
  }

  classpath::Jdk jdk_;
  std::string folder_;
  std::atomic<uint64_t> asked_ = 0;
  std::atomic<int> woven_ = 0;
  test::FakeJvm jvm_;  // last: its threads end first
};

TEST_F(AgentThreadsTest, ClassesViolationsTestsAndTicksAtOnce) {
  agent::Options options;
  options.out = folder_ + "/out";
  options.stats = true;
  agent::Jvm jvm(jvm_.jvmti());
  auto* monitoring = new agent::Monitoring(
      jvm,
      PlanOf(jdk_, {"java.util/Iterator_HasNext.mop", "java.util/Collection_UnsafeIterator.mop",
                    "java.util/Map_UnsafeIterator.mop", "java.util/Scanner_ManipulateAfterClose.mop"}),
      options);  // never freed, as in the agent
  ASSERT_TRUE(monitoring->Open().ok());
  Result<agent::ClassEvents> events = monitoring->Prepare(agent::ClassEvents::kFirst);
  ASSERT_TRUE(events.ok());
  ASSERT_TRUE(jvm.Listen(monitoring, *events).ok());
  if (jvm_.callbacks().VMStart != nullptr) jvm_.callbacks().VMStart(jvm_.jvmti(), jvm_.jni());
  jvm_.callbacks().VMInit(jvm_.jvmti(), jvm_.jni(), nullptr);
  ASSERT_NE(jvm_.native("violation"), nullptr);

  std::vector<std::vector<uint8_t>> classes = SomeClasses(jdk_);
  ASSERT_FALSE(classes.empty());
  std::vector<std::thread> threads;
  for (int t = 0; t < kThreads; ++t) {
    threads.emplace_back([&, t] {
      if (t % 2 == 0) LoadClasses(classes, t);
      Report(t);
      if (t % 2 == 1) LoadClasses(classes, t);
    });
  }
  for (std::thread& thread : threads) thread.join();
  jvm_.callbacks().VMDeath(jvm_.jvmti(), jvm_.jni());

  wire::Results results;
  for (const auto& entry : fs::directory_iterator(folder_ + "/out")) {
    std::string bytes = ReadText(entry.path());
    results = wire::ReadResults(AsBytes(bytes)).value();
  }
  EXPECT_TRUE(results.complete);
  EXPECT_EQ(results.torn_bytes, 0u);
  EXPECT_GT(woven_, 0);
  EXPECT_EQ(results.stats.classes_seen, static_cast<uint64_t>(kClasses));
  // Some that are not woven get slots all the same.
  EXPECT_GT(results.stats.classes_woven, 0u);
  EXPECT_LE(results.stats.classes_woven, static_cast<uint64_t>(woven_));
  EXPECT_EQ(results.tests.size(), static_cast<size_t>(kThreads * kViolations));
  EXPECT_EQ(results.violations.size(), static_cast<size_t>(1 + kThreads * kViolations / 2));
  std::set<uint32_t> ids;
  for (const wire::Violation& violation : results.violations) ids.insert(violation.id);
  EXPECT_EQ(ids.size(), results.violations.size());
  // Which of two rows of counts comes last is not said, but one of them is there.
  EXPECT_GE(results.violations[0].count, 1u);
}

}  // namespace
}  // namespace revmon
