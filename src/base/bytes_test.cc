#include "base/bytes.h"

#include <array>

#include <gtest/gtest.h>

namespace revmon {
namespace {

constexpr std::array<uint8_t, 8> kEight = {1, 2, 3, 4, 5, 6, 7, 0xFF};

TEST(ByteReaderTest, ReadsBothByteOrders) {
  ByteReader big(kEight);
  EXPECT_EQ(big.U2(), 0x0102);
  EXPECT_EQ(big.U4(), 0x03040506u);
  ByteReader little(kEight);
  EXPECT_EQ(little.U8Le(), 0xFF07060504030201u);
  EXPECT_TRUE(little.empty());
  EXPECT_TRUE(little.ok());
}

TEST(ByteReaderTest, SignedReadsKeepTheSign) {
  ByteReader reader(Bytes(kEight).subspan(7));
  EXPECT_EQ(reader.S1(), -1);
}

TEST(ByteReaderTest, ReadPastTheEndIsZeroAndSticky) {
  ByteReader reader(Bytes(kEight).first(3));
  EXPECT_EQ(reader.U4(), 0u);
  EXPECT_FALSE(reader.ok());
  EXPECT_EQ(reader.U1(), 0) << "a failed reader stays failed even where bytes remain";
  EXPECT_EQ(reader.offset(), 0u);
}

TEST(ByteReaderTest, HugeLengthDoesNotWrap) {
  ByteReader reader(kEight);
  reader.Skip(4);
  EXPECT_TRUE(reader.Take(~size_t{0}).empty());
  EXPECT_FALSE(reader.ok());
}

TEST(ByteReaderTest, SubReaderKnowsItsPlaceInTheFile) {
  ByteReader reader(kEight, 100);
  reader.Skip(2);
  ByteReader sub = reader.Sub(3);
  EXPECT_EQ(sub.offset(), 102u);
  EXPECT_EQ(sub.U1(), 3);
  EXPECT_EQ(reader.offset(), 105u);
}

TEST(ByteReaderTest, SubReaderThatDoesNotFitIsFailed) {
  ByteReader reader(kEight);
  ByteReader sub = reader.Sub(9);
  EXPECT_FALSE(sub.ok());
  EXPECT_FALSE(reader.ok());
}

TEST(ByteWriterTest, WhatIsWrittenIsRead) {
  ByteWriter writer;
  writer.U1(7);
  writer.U2(0x1234);
  writer.U4(0xDEADBEEF);
  writer.U8(0x0102030405060708);
  writer.U4Le(5);
  writer.Put("abc");
  ByteReader reader(writer.bytes());
  EXPECT_EQ(reader.U1(), 7);
  EXPECT_EQ(reader.U2(), 0x1234);
  EXPECT_EQ(reader.U4(), 0xDEADBEEFu);
  EXPECT_EQ(reader.U8(), 0x0102030405060708u);
  EXPECT_EQ(reader.U4Le(), 5u);
  EXPECT_EQ(AsText(reader.Take(3)), "abc");
  EXPECT_TRUE(reader.ok() && reader.empty());
}

TEST(ByteWriterTest, PatchOverwritesInPlace) {
  ByteWriter writer;
  writer.U4(0);
  writer.PatchU4(0, 0x01020304);
  writer.PatchU2(1, 0xAABB);
  EXPECT_EQ(ByteReader(writer.bytes()).U4(), 0x01AABB04u);
}

}  // namespace
}  // namespace revmon
