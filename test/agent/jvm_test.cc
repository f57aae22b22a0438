// What the agent asks a JVM, and how it takes the answers, with a JVM that is none.
#include <atomic>
#include <thread>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "app/agent/jvm.h"
#include "app/agent/ticker.h"
#include "fake_jvm.h"

namespace revmon {
namespace {

using testing::HasSubstr;

Status CheckWith(const std::string& name, const std::string& version) {
  test::FakeJvm fake;
  fake.properties = {{"java.vm.name", name}, {"java.vm.specification.version", version}};
  return agent::Jvm(fake.jvmti()).CheckSupported();
}

TEST(JvmTest, KnowsTheJvmsItIsTestedWith) {
  EXPECT_TRUE(CheckWith("OpenJDK 64-Bit Server VM", "17").ok());
  EXPECT_TRUE(CheckWith("Java HotSpot(TM) 64-Bit Server VM", "25").ok());
}

TEST(JvmTest, OthersAreNamedWithTheWayOut) {
  Status status = CheckWith("OpenJDK 64-Bit Server VM", "99");
  ASSERT_FALSE(status.ok());
  EXPECT_THAT(status.error().Text(),
              HasSubstr("OpenJDK 64-Bit Server VM 99 is no JVM that RevMon is tested with"));
  EXPECT_THAT(status.error().Text(), HasSubstr("force"));
  EXPECT_FALSE(CheckWith("Eclipse OpenJ9 VM", "17").ok());
  EXPECT_FALSE(CheckWith("", "").ok());
}

TEST(TickerTest, WorksUntilItIsStoppedAndNotAfter) {
  std::atomic<int> ticks = 0;
  agent::Ticker ticker(std::chrono::milliseconds(1), [&](JNIEnv*) { ++ticks; });
  std::thread thread([&] { ticker.Run(nullptr); });
  while (ticks < 3) std::this_thread::yield();
  ticker.Stop();
  int at_stop = ticks;
  thread.join();
  EXPECT_EQ(ticks, at_stop);
}

TEST(TickerTest, StoppedBeforeItRunsItNeverWorks) {
  std::atomic<int> ticks = 0;
  agent::Ticker ticker(std::chrono::milliseconds(0), [&](JNIEnv*) { ++ticks; });
  ticker.Stop();
  ticker.Run(nullptr);
  EXPECT_EQ(ticks, 0);
}

}  // namespace
}  // namespace revmon
