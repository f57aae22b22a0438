#include "weave/test_points.h"

#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "classfile/class_file.h"
#include "support/class_text.h"

namespace revmon::weave {
namespace {

using testing::Contains;
using testing::HasSubstr;
using testing::Not;

TEST(TestPointsTest, AreInFrameworksAndExecutorsAndNowhereElse) {
  for (const char* name :
       {"junit/framework/TestResult", "org/junit/runner/notification/RunNotifier",
        "org/junit/runners/ParentRunner", "org/junit/platform/launcher/core/ExecutionListenerAdapter",
        "org/testng/internal/TestListenerHelper", "java/util/concurrent/FutureTask"}) {
    EXPECT_TRUE(HasTestPoints(name)) << name;
  }
  for (const char* name : {"", "a/B", "org/junit/Test", "java/util/concurrent/ConcurrentHashMap",
                           "java/util/concurrent/ForkJoinTask"}) {
    EXPECT_FALSE(HasTestPoints(name)) << name;
  }
}

TEST(TestPointsTest, ExecutorsAreNamedOnce) {
  std::vector<std::string_view> names = ExecutorClasses();
  EXPECT_THAT(names, Contains("java/util/concurrent/ThreadPoolExecutor"));
  std::sort(names.begin(), names.end());
  EXPECT_EQ(std::adjacent_find(names.begin(), names.end()), names.end());
}

TEST(TestPointsTest, ClassWithoutTheMethodsStaysAsItIs) {
  std::vector<uint8_t> bytes = classfile::ClassWith(
      classfile::kJava8, "()V", [](classfile::CodeBuilder& code) { code.Op(classfile::Opcode::kReturn); });
  Result<classfile::ClassFile> file = classfile::ClassFile::Parse(bytes);
  ASSERT_TRUE(file.ok());
  Result<std::vector<uint8_t>> woven = WeaveTestPoints(*file);
  ASSERT_TRUE(woven.ok());
  EXPECT_TRUE(woven->empty());
}

}  // namespace
}  // namespace revmon::weave
