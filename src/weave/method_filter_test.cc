#include "weave/method_filter.h"

#include <gtest/gtest.h>

namespace revmon::weave {
namespace {

// a/C with two methods and three places with events: one in each, one in an initialiser that is to be added.
class MethodFilterTest : public ::testing::Test {
 protected:
  void SetUp() override {
    points_.resize(3);
    points_[0].method = 0;
    points_[1].method = 1;
    points_[2].method = match::JoinPoint::kNoMethod;
    for (match::JoinPoint& point : points_) point.matches.resize(1);
  }
  std::vector<uint32_t> Left(const std::vector<wire::ClassMethods>& classes) {
    std::vector<uint8_t> bytes = MakeClass();
    Result<classfile::ClassFile> file = classfile::ClassFile::Parse(bytes);
    EXPECT_TRUE(file.ok());
    MethodFilter(classes).Apply(*file, points_);
    std::vector<uint32_t> methods;
    for (const match::JoinPoint& point : points_) {
      if (!point.matches.empty()) methods.push_back(point.method);
    }
    return methods;
  }
  static std::vector<uint8_t> MakeClass();

  std::vector<match::JoinPoint> points_;
};

std::vector<uint8_t> MethodFilterTest::MakeClass() {
  // Two abstract methods, m(I)V and m()V.
  ByteWriter out;
  out.U4(classfile::kMagic);
  out.U2(0);
  out.U2(52);
  const std::vector<std::string> texts = {"a/C", "java/lang/Object", "m", "(I)V", "()V"};
  out.U2(static_cast<uint16_t>(texts.size() + 3));
  for (const std::string& text : texts) {
    out.U1(1);
    out.U2(static_cast<uint16_t>(text.size()));
    out.Put(text);
  }
  for (uint16_t name : {uint16_t{1}, uint16_t{2}}) {
    out.U1(7);
    out.U2(name);
  }
  out.U2(classfile::kAccAbstract);
  out.U2(6);
  out.U2(7);
  out.U2(0);
  out.U2(0);
  out.U2(2);
  for (uint16_t descriptor : {uint16_t{4}, uint16_t{5}}) {
    out.U2(classfile::kAccAbstract);
    out.U2(3);
    out.U2(descriptor);
    out.U2(0);
  }
  out.U2(0);
  return out.Release();
}

TEST_F(MethodFilterTest, ClassesThatAreNotListedAreWovenAltogether) {
  EXPECT_EQ(Left({{"a/D", {}}}).size(), 3u);
}

TEST_F(MethodFilterTest, OnlyListedMethodsAreWovenOverloadsApart) {
  EXPECT_EQ(Left({{"a/C", {"m()V"}}}), std::vector<uint32_t>{1});
}

TEST_F(MethodFilterTest, AnInitialiserThatIsToBeAddedHasItsName) {
  EXPECT_EQ(Left({{"a/C", {"<clinit>()V"}}}), std::vector<uint32_t>{match::JoinPoint::kNoMethod});
}

TEST_F(MethodFilterTest, CountersStayWhereEventsGo) {
  points_[0].flows.resize(1);
  EXPECT_TRUE(Left({{"a/C", {}}}).empty());
  ASSERT_EQ(points_.size(), 1u);
  EXPECT_EQ(points_[0].method, 0u);
}

}  // namespace
}  // namespace revmon::weave
