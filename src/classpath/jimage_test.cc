#include "classpath/jimage.h"

#include <set>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "classpath/test_archives.h"

namespace revmon::classpath {
namespace {

JImageBuilder Small(bool big_endian) {
  JImageBuilder builder(big_endian);
  builder.Add("java.base", "java/lang/Object.class", "object bytes")
      .Add("java.base", "java/lang/String.class", "string bytes")
      .Add("java.base", "module-info.class", "module")
      .Add("java.sql", "java/sql/Driver.class", "driver")
      .Add("java.sql", "META-INF/none", "")
      .Add("java.desktop", "java/awt/Frame.class", "frame");
  return builder;
}

class JImageTest : public ::testing::TestWithParam<bool> {
 protected:
  void SetUp() override { bytes_ = Small(GetParam()).Build(); }
  std::string Content(std::string_view module, std::string_view path) {
    auto image = JImage::Open(bytes_, "modules");
    if (!image.ok()) return image.error().Text();
    auto found = image->Find(module, path);
    if (!found.ok()) return found.error().Text();
    if (!found->has_value()) return "(absent)";
    auto content = image->Stored(**found);
    return content.ok() ? std::string(AsText(*content)) : content.error().Text();
  }
  std::vector<uint8_t> bytes_;
};
INSTANTIATE_TEST_SUITE_P(, JImageTest, ::testing::Values(false, true),
                         [](const auto& param) { return param.param ? "BigEndian" : "LittleEndian"; });

TEST_P(JImageTest, FindsByModuleAndName) {
  EXPECT_EQ(Content("java.base", "java/lang/Object.class"), "object bytes");
  EXPECT_EQ(Content("java.base", "java/lang/String.class"), "string bytes");
  EXPECT_EQ(Content("java.base", "module-info.class"), "module");
  EXPECT_EQ(Content("java.sql", "META-INF/none"), "");
  EXPECT_EQ(Content("java.desktop", "java/awt/Frame.class"), "frame");
}

TEST_P(JImageTest, AbsentNamesAreAbsent) {
  EXPECT_EQ(Content("java.sql", "java/lang/Object.class"), "(absent)");
  EXPECT_EQ(Content("java.base", "java/lang/Object.clas"), "(absent)");
  EXPECT_EQ(Content("java.base", "java/lang/Object.class/"), "(absent)");
  EXPECT_EQ(Content("", ""), "(absent)");
  EXPECT_EQ(Content("java.base", std::string(1 << 20, 'x')), "(absent)");
}

TEST_P(JImageTest, PackagesLeadToModules) {
  auto image = JImage::Open(bytes_, "modules");
  EXPECT_EQ(*image->ModuleOfPackage("java/lang"), "java.base");
  EXPECT_EQ(*image->ModuleOfPackage("java/sql"), "java.sql");
  EXPECT_EQ(*image->ModuleOfPackage("java/nothing"), "");
  EXPECT_EQ(*image->ModuleOfPackage(""), "");
}

TEST_P(JImageTest, ForEachTellsEveryResource) {
  auto image = JImage::Open(bytes_, "modules");
  std::set<std::string> names;
  ASSERT_TRUE(image->ForEach([&](const JImageResource& r) { names.insert(r.FullName()); }).ok());
  EXPECT_EQ(names,
            (std::set<std::string>{"/java.base/java/lang/Object.class", "/java.base/java/lang/String.class",
                                   "/java.base/module-info.class", "/java.sql/java/sql/Driver.class",
                                   "/java.sql/META-INF/none", "/java.desktop/java/awt/Frame.class",
                                   "/packages/java.lang", "/packages/java.sql", "/packages/java.awt"}));
}

TEST_P(JImageTest, TruncatedAtEachByteIsAnErrorOrTruncatedContent) {
  for (size_t size = 0; size < bytes_.size(); ++size) {
    std::vector<uint8_t> cut(bytes_.begin(), bytes_.begin() + static_cast<ptrdiff_t>(size));
    auto image = JImage::Open(cut, "modules");
    if (!image.ok()) {
      EXPECT_EQ(image.error().place().file, "modules");
      EXPECT_NE(image.error().place().offset, Place::kNoOffset);
      continue;
    }
    int unreadable = 0;
    Status status =
        image->ForEach([&](const JImageResource& r) { unreadable += image->Stored(r).ok() ? 0 : 1; });
    EXPECT_TRUE(!status.ok() || unreadable > 0) << size;
  }
}

TEST_P(JImageTest, EachByteChangedNeverBreaksUs) {
  for (size_t at = 0; at < bytes_.size(); ++at) {
    for (uint8_t value : std::vector<uint8_t>{0x00, 0x01, 0x7F, 0x80, 0xFF}) {
      std::vector<uint8_t> changed = bytes_;
      changed[at] = value;
      auto image = JImage::Open(changed, "modules");
      if (!image.ok()) continue;
      (void)image->ForEach([&](const JImageResource& r) { (void)image->Stored(r).ok(); }).ok();
      (void)image->Find("java.base", "java/lang/Object.class").ok();
      (void)image->ModuleOfPackage("java/lang").ok();
    }
  }
}

TEST(JImageDamageTest, OtherFilesAreNamedAsSuch) {
  std::vector<uint8_t> zip = ZipBuilder().Stored("a", "1").Build();
  EXPECT_EQ(JImage::Open(zip, "x").error().Text(), "x at offset 0: not a JDK image (bad magic number)");
}

TEST(JImageDamageTest, LaterMajorVersionIsUnsupported) {
  std::vector<uint8_t> bytes = Small(false).Build();
  bytes[6] = 2;
  EXPECT_EQ(JImage::Open(bytes, "x").error().code(), ErrorCode::kUnsupported);
}

TEST(JImageDamageTest, TableLongerThanTheFileIsRefused) {
  std::vector<uint8_t> bytes = Small(false).Build();
  for (size_t i = 16; i < 28; ++i) bytes[i] = 0xFF;  // table length, locations, strings
  EXPECT_EQ(JImage::Open(bytes, "x").error().code(), ErrorCode::kTruncated);
}

TEST(JImageDamageTest, RedirectBeyondTheTableIsAnError) {
  std::vector<uint8_t> bytes = Small(false).Build();
  const uint32_t slots = LoadLe32(bytes.data() + 16);
  for (uint32_t i = 0; i < slots; ++i) {
    bytes[28 + 4 * i] = 0;
    bytes[28 + 4 * i + 1] = bytes[28 + 4 * i + 2] = bytes[28 + 4 * i + 3] = 0xFF;  // -256
  }
  auto image = JImage::Open(bytes, "x");
  EXPECT_EQ(image->Find("java.base", "java/lang/Object.class").error().message(),
            "redirect beyond the table");
  for (uint32_t i = 0; i < slots; ++i) {
    bytes[28 + 4 * i + 1] = bytes[28 + 4 * i + 2] = 0;
    bytes[28 + 4 * i + 3] = 0x80;  // the smallest int: -1 - x must not overflow
  }
  EXPECT_FALSE(image->Find("java.base", "java/lang/Object.class").ok());
}

TEST(JImageDamageTest, HugeNamesInEverySlotStayWithinABudget) {
  // 40,000 slots that all lead to one location whose four names are each one string of 60,000 bytes.
  ByteWriter out;
  constexpr uint32_t kSlots = 40000, kName = 60000;
  const std::vector<uint8_t> location = {1 << 3, 1, 2 << 3, 1, 3 << 3, 1, 4 << 3, 1, 0};
  for (uint32_t v :
       {0xCAFEDADAu, 1u << 16, 0u, kSlots, kSlots, static_cast<uint32_t>(location.size()), kName + 2}) {
    out.U4Le(v);
  }
  for (uint32_t i = 0; i < 2 * kSlots; ++i) out.U4Le(0);
  out.Put(location);
  out.U1(0);
  out.Put(std::string(kName, 'n'));
  out.U1(0);
  auto image = JImage::Open(out.bytes(), "x");
  ASSERT_TRUE(image.ok()) << image.error().Text();
  Status status = image->ForEach([](const JImageResource&) {});
  ASSERT_FALSE(status.ok());
  EXPECT_EQ(status.error().code(), ErrorCode::kLimit);
}

TEST(JImageCompressedTest, CompressedResourcesSaySo) {
  std::vector<uint8_t> bytes = JImageBuilder().AddCompressed("m", "a/B.class", "packed").Build();
  auto image = JImage::Open(bytes, "x");
  auto found = image->Find("m", "a/B.class");
  ASSERT_TRUE(found.ok() && found->has_value());
  EXPECT_TRUE((*found)->compressed);
}

}  // namespace
}  // namespace revmon::classpath
