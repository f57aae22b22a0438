#include "classpath/zip.h"

#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "classpath/test_archives.h"

namespace revmon::classpath {
namespace {

const std::string kLong(5000, 'x');

// Offsets inside a record of the central directory.
constexpr size_t kFlagsAt = 8, kMethodAt = 10, kPackedAt = 20, kSizeAt = 24, kOffsetAt = 42;

Result<ZipArchive> Open(const std::vector<uint8_t>& bytes) { return ZipArchive::Open(bytes, "t.jar"); }

std::string ReadText(const ZipArchive& archive, std::string_view name) {
  const ZipEntry* entry = archive.Find(name);
  if (entry == nullptr) return "(absent)";
  Result<Blob> content = archive.Read(*entry);
  return content.ok() ? std::string(AsText(content->bytes())) : content.error().Text();
}

// Where the first record of the central directory starts.
size_t RecordOf(const std::vector<uint8_t>& bytes) { return LoadLe32(bytes.data() + bytes.size() - 6); }

void Patch4(std::vector<uint8_t>& bytes, size_t at, uint32_t value) {
  for (size_t i = 0; i < 4; ++i) bytes[at + i] = static_cast<uint8_t>(value >> (8 * i));
}

TEST(ZipTest, StoredIsAViewAndDeflatedABuffer) {
  std::vector<uint8_t> bytes = ZipBuilder().Stored("a", "plain").Deflated("b", kLong).Build();
  auto archive = Open(bytes);
  ASSERT_TRUE(archive.ok()) << archive.error().Text();
  EXPECT_EQ(ReadText(*archive, "a"), "plain");
  EXPECT_EQ(ReadText(*archive, "b"), kLong);
  EXPECT_EQ(ReadText(*archive, "c"), "(absent)");
  auto stored = archive->Read(*archive->Find("a"));
  EXPECT_FALSE(stored->owned());
  EXPECT_GE(stored->bytes().data(), bytes.data());
  EXPECT_LT(stored->bytes().data(), bytes.data() + bytes.size());
  EXPECT_TRUE(archive->Read(*archive->Find("b"))->owned());
}

TEST(ZipTest, EmptyArchiveAndEmptyEntries) {
  std::vector<uint8_t> empty = ZipBuilder().Build();
  EXPECT_EQ(Open(empty)->entries().size(), 0u);
  std::vector<uint8_t> bytes = ZipBuilder().Stored("a", "").Deflated("b", "").Build();
  auto archive = Open(bytes);
  EXPECT_EQ(ReadText(*archive, "a"), "");
  EXPECT_EQ(ReadText(*archive, "b"), "");
}

TEST(ZipTest, DataDescriptorsAreNotNeeded) {
  std::vector<uint8_t> bytes = ZipBuilder()
                                   .Add({.name = "a", .content = kLong, .deflate = true, .descriptor = true})
                                   .Stored("b", "2")
                                   .Build();
  auto archive = Open(bytes);
  EXPECT_EQ(ReadText(*archive, "a"), kLong);
  EXPECT_EQ(ReadText(*archive, "b"), "2");
}

TEST(ZipTest, Zip64SizesAndOffsets) {
  std::vector<uint8_t> bytes =
      ZipBuilder().Stored("a", "1").Add({.name = "b", .content = "64", .zip64 = true}).Build();
  EXPECT_EQ(ReadText(*Open(bytes), "b"), "64");
}

TEST(ZipTest, Zip64EndRecord) {
  std::vector<uint8_t> bytes = ZipBuilder().Stored("a", "1").Deflated("b", kLong).Zip64End().Build();
  auto archive = Open(bytes);
  ASSERT_TRUE(archive.ok()) << archive.error().Text();
  EXPECT_EQ(ReadText(*archive, "a"), "1");
  EXPECT_EQ(ReadText(*archive, "b"), kLong);
}

TEST(ZipTest, JunkBeforeTheArchiveIsSkipped) {
  for (bool zip64 : {false, true}) {
    ZipBuilder builder;
    builder.Stored("a", "1").Deflated("b", kLong);
    if (zip64) builder.Zip64End();
    std::string text = "#!/bin/sh\nexec java -jar \"$0\"\n" + builder.BuildText();
    auto archive = ZipArchive::Open(AsBytes(text), "t.jar");
    ASSERT_TRUE(archive.ok()) << archive.error().Text();
    EXPECT_EQ(ReadText(*archive, "a"), "1");
    EXPECT_EQ(ReadText(*archive, "b"), kLong);
  }
}

TEST(ZipTest, CommentIsSkippedEvenIfItLooksLikeAnEnd) {
  std::string fake = "PK\x05\x06" + std::string(30, '\xEE');
  std::vector<uint8_t> bytes = ZipBuilder().Stored("a", "1").Comment(fake).Build();
  auto archive = Open(bytes);
  ASSERT_TRUE(archive.ok()) << archive.error().Text();
  EXPECT_EQ(ReadText(*archive, "a"), "1");
}

TEST(ZipTest, LongestCommentIsFound) {
  std::vector<uint8_t> bytes = ZipBuilder().Stored("a", "1").Comment(std::string(0xFFFF, 'c')).Build();
  EXPECT_EQ(ReadText(*Open(bytes), "a"), "1");
}

TEST(ZipTest, LastOfEqualNamesWins) {
  std::vector<uint8_t> bytes = ZipBuilder().Stored("a", "first").Stored("b", "x").Stored("a", "last").Build();
  auto archive = Open(bytes);
  EXPECT_EQ(archive->entries().size(), 3u);
  EXPECT_EQ(ReadText(*archive, "a"), "last");
}

TEST(ZipTest, DotDotNamesAreJustNames) {
  std::vector<uint8_t> bytes = ZipBuilder().Stored("../../etc/passwd", "x").Stored("/abs", "y").Build();
  auto archive = Open(bytes);
  EXPECT_EQ(ReadText(*archive, "../../etc/passwd"), "x");
  EXPECT_EQ(ReadText(*archive, "etc/passwd"), "(absent)");
}

TEST(ZipTest, OverlappingEntriesAreReadEachForItself) {
  std::vector<uint8_t> bytes = ZipBuilder().Stored("a", "same").Stored("b", "othr").Build();
  const size_t second = RecordOf(bytes) + 46 + 1;
  Patch4(bytes, second + kOffsetAt, 0);
  auto archive = Open(bytes);
  EXPECT_EQ(ReadText(*archive, "a"), "same");
  EXPECT_EQ(ReadText(*archive, "b"), "same");
}

TEST(ZipDamageTest, TruncatedAtEachByteIsAnError) {
  const std::vector<uint8_t> whole = ZipBuilder().Stored("a", "1").Deflated("b", kLong).Build();
  for (size_t size = 0; size < whole.size(); ++size) {
    std::vector<uint8_t> cut(whole.begin(), whole.begin() + static_cast<ptrdiff_t>(size));
    auto archive = Open(cut);
    ASSERT_FALSE(archive.ok()) << size;
    EXPECT_EQ(archive.error().place().file, "t.jar");
    EXPECT_NE(archive.error().place().offset, Place::kNoOffset);
  }
}

TEST(ZipDamageTest, EachByteChangedNeverBreaksUs) {
  const std::vector<uint8_t> whole = ZipBuilder()
                                         .Stored("a", "1")
                                         .Deflated("b", kLong)
                                         .Add({.name = "c", .content = "64", .zip64 = true})
                                         .Zip64End()
                                         .Build();
  for (size_t at = 0; at < whole.size(); ++at) {
    for (uint8_t value : std::vector<uint8_t>{0x00, 0x01, 0x7F, 0x80, 0xFF}) {
      std::vector<uint8_t> bytes = whole;
      bytes[at] = value;
      auto archive = Open(bytes);
      if (!archive.ok()) continue;
      for (const ZipEntry& entry : archive->entries()) (void)archive->Read(entry).ok();
    }
  }
}

class ZipRecordTest : public ::testing::Test {
 protected:
  std::string TextAfter(size_t field, uint32_t value, std::string_view name = "deflated") {
    std::vector<uint8_t> bytes = ZipBuilder().Deflated("deflated", kLong).Stored("stored", "1").Build();
    const size_t record = RecordOf(bytes) + (name == "stored" ? 46 + 8 : 0);
    Patch4(bytes, record + field, value);
    auto archive = Open(bytes);
    return archive.ok() ? ReadText(*archive, name) : archive.error().Text();
  }
};

TEST_F(ZipRecordTest, HugeDeclaredSizeIsRefusedBeforeAllocating) {
  EXPECT_NE(TextAfter(kSizeAt, 200u << 20).find("declares more than its bytes can inflate to"),
            std::string::npos);
}

TEST_F(ZipRecordTest, SizeBeyondTheLimitIsRefused) {
  EXPECT_NE(TextAfter(kSizeAt, 0xFFFFFFF0).find("passes the limit"), std::string::npos);
}

TEST_F(ZipRecordTest, WrongSizeIsRefused) {
  EXPECT_NE(TextAfter(kSizeAt, 4999).find("another size than it declares"), std::string::npos);
  EXPECT_NE(TextAfter(kSizeAt, 5001).find("another size than it declares"), std::string::npos);
}

TEST_F(ZipRecordTest, StoredWithTwoSizesIsRefused) {
  EXPECT_NE(TextAfter(kSizeAt, 2, "stored").find("two different sizes"), std::string::npos);
}

TEST_F(ZipRecordTest, DataBeyondTheEndIsRefused) {
  EXPECT_NE(TextAfter(kPackedAt, 1u << 20).find("entry ends beyond the end"), std::string::npos);
}

TEST_F(ZipRecordTest, HeaderBeyondTheEndIsRefused) {
  EXPECT_NE(TextAfter(kOffsetAt, 0xFFFFFF00).find("lies beyond the end"), std::string::npos);
}

TEST_F(ZipRecordTest, HeaderElsewhereIsRefused) {
  EXPECT_EQ(TextAfter(kOffsetAt, 3), "t.jar at offset 3: bad signature of an entry");
}

TEST_F(ZipRecordTest, EncryptedIsUnsupported) {
  EXPECT_NE(TextAfter(kFlagsAt, 0x00080001).find("encrypted"), std::string::npos);
}

TEST_F(ZipRecordTest, OtherMethodsAreUnsupported) {
  EXPECT_NE(TextAfter(kMethodAt, 12).find("compression method 12"), std::string::npos);
}

TEST(ZipDamageTest, DamagedDeflateDataIsAnError) {
  std::vector<uint8_t> bytes = ZipBuilder().Deflated("a", kLong).Build();
  bytes[31] = 0xFF;  // the first byte of the data: block type 3 does not exist
  EXPECT_NE(ReadText(*Open(bytes), "a").find("damaged deflate data"), std::string::npos);
}

TEST(ZipDamageTest, ReadLimitIsTheCallers) {
  std::vector<uint8_t> bytes = ZipBuilder().Deflated("a", kLong).Build();
  auto archive = Open(bytes);
  EXPECT_TRUE(archive->Read(*archive->Find("a"), 5000).ok());
  EXPECT_EQ(archive->Read(*archive->Find("a"), 4999).error().code(), ErrorCode::kLimit);
}

TEST(ZipDamageTest, Zip64OffsetThatWrapsAroundIsRefused) {
  std::vector<uint8_t> bytes = ZipBuilder().Add({.name = "a", .content = "64", .zip64 = true}).Build();
  const size_t extra = RecordOf(bytes) + 46 + 1 + 4;
  for (size_t i = 16; i < 24; ++i) bytes[extra + i] = 0xFF;
  std::string text = "junk" + std::string(AsText(bytes));
  auto archive = ZipArchive::Open(AsBytes(text), "t.jar");
  ASSERT_TRUE(archive.ok());
  EXPECT_NE(ReadText(*archive, "a").find("lies beyond the end"), std::string::npos);
}

}  // namespace
}  // namespace revmon::classpath
