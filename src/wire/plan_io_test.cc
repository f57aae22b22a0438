#include "wire/plan_io.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/hash.h"
#include "wire/test_plan.h"

namespace revmon::wire {
namespace {

using testing::HasSubstr;

constexpr size_t kHeaderSize = 40;

// Puts length and checksum right after `bytes` was changed behind the header: the damage is then in the
// payload.
void Reseal(std::vector<uint8_t>& bytes) {
  ByteWriter header;
  header.Put(Bytes(bytes).first(16));
  header.U8Le(bytes.size() - kHeaderSize);
  Hash128 hash = HashBytes(Bytes(bytes).subspan(kHeaderSize));
  header.U8Le(hash.high);
  header.U8Le(hash.low);
  std::copy(header.bytes().begin(), header.bytes().end(), bytes.begin());
}

TEST(PlanIoTest, WhatIsWrittenIsRead) {
  Plan plan = SamplePlan();
  Result<Plan> read = ReadPlan(WritePlan(plan));
  ASSERT_TRUE(read.ok()) << read.error().Text();
  EXPECT_EQ(*read, plan);
}

TEST(PlanIoTest, EmptyPlanIsAPlan) {
  Result<Plan> read = ReadPlan(WritePlan(Plan{}));
  ASSERT_TRUE(read.ok());
  EXPECT_TRUE(read->specs.empty());
}

TEST(PlanIoTest, WritingIsDeterministic) { EXPECT_EQ(WritePlan(SamplePlan()), WritePlan(SamplePlan())); }

TEST(PlanIoTest, TruncatedAnywhereIsAnError) {
  std::vector<uint8_t> bytes = WritePlan(SamplePlan());
  for (size_t length = 0; length < bytes.size(); ++length) {
    EXPECT_FALSE(ReadPlan(Bytes(bytes).first(length)).ok()) << length;
  }
}

TEST(PlanIoTest, ResealedTruncationIsAnErrorToo) {
  std::vector<uint8_t> whole = WritePlan(SamplePlan());
  for (size_t length = kHeaderSize; length < whole.size(); ++length) {
    std::vector<uint8_t> bytes(whole.begin(), whole.begin() + static_cast<ptrdiff_t>(length));
    Reseal(bytes);
    EXPECT_FALSE(ReadPlan(bytes).ok()) << length;
  }
}

TEST(PlanIoTest, EveryFlippedByteIsNoticed) {
  std::vector<uint8_t> bytes = WritePlan(SamplePlan());
  for (size_t i = 0; i < bytes.size(); ++i) {
    if (i >= 12 && i < 16) continue;  // reserved
    bytes[i] ^= 0x55;
    EXPECT_FALSE(ReadPlan(bytes).ok()) << i;
    bytes[i] ^= 0x55;
  }
}

TEST(PlanIoTest, ResealedDamageNeverReadsAsUnsoundPlan) {
  std::vector<uint8_t> whole = WritePlan(SamplePlan());
  for (size_t i = kHeaderSize; i < whole.size(); ++i) {
    for (uint8_t value : {uint8_t{0}, uint8_t{0xFF}}) {
      std::vector<uint8_t> bytes = whole;
      bytes[i] = value;
      Reseal(bytes);
      Result<Plan> read = ReadPlan(bytes);
      EXPECT_EQ(read.ok() ? FindFlaw(*read) : "", "");
    }
  }
}

TEST(PlanIoTest, OtherVersionNamesBothAndTheNextStep) {
  std::vector<uint8_t> bytes = WritePlan(SamplePlan());
  bytes[8] = 9;
  EXPECT_THAT(ReadPlan(bytes).error().Text(),
              HasSubstr("plan of version 9, this is version " + std::to_string(kPlanVersion)));
  EXPECT_THAT(ReadPlan(bytes).error().Text(), HasSubstr("make the plan again"));
}

TEST(PlanIoTest, OtherFileIsNoPlan) {
  std::vector<uint8_t> bytes(100, 'x');
  EXPECT_THAT(ReadPlan(bytes).error().Text(), HasSubstr("not a plan"));
}

TEST(PlanIoTest, ImpossibleCountFailsWithoutAllocating) {
  std::vector<uint8_t> bytes = WritePlan(Plan{});
  for (size_t i = kHeaderSize + 1; i < kHeaderSize + 5; ++i) bytes[i] = 0xFF;  // number of includes
  Reseal(bytes);
  EXPECT_THAT(ReadPlan(bytes).error().Text(), HasSubstr("impossible count"));
}

TEST(PlanIoTest, EndlessNestingFails) {
  Plan plan = SamplePlan();
  TypePattern type = Exact("A");
  for (int i = 0; i < 100; ++i) type = {.kind = TypePattern::Kind::kNot, .name = "", .operands = {type}};
  plan.specs[0].parameters[0].type = type;
  EXPECT_FALSE(ReadPlan(WritePlan(plan)).ok());
}

}  // namespace
}  // namespace revmon::wire
