#include "classpath/jimage_unpack.h"

#include <functional>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "classpath/test_archives.h"

namespace revmon::classpath {
namespace {

using StringOffset = JImageBuilder::StringOffset;

class JImageUnpackTest : public ::testing::TestWithParam<bool> {
 protected:
  // The unpacked text, or the error.
  std::string Unpack(std::string packer, uint64_t size, std::function<std::string(const StringOffset&)> pack,
                     uint64_t limit = 1 << 20) {
    std::vector<uint8_t> bytes = JImageBuilder(GetParam())
                                     .AddLayer("m", "a/B.class", std::move(packer), size, std::move(pack))
                                     .Build();
    auto image = JImage::Open(bytes, "modules");
    if (!image.ok()) return image.error().Text();
    auto found = image->Find("m", "a/B.class");
    if (!found.ok() || !found->has_value()) return "(absent)";
    auto content = UnpackResource(*image, **found, limit);
    if (content.ok()) return std::string(AsText(*content));
    EXPECT_EQ(content.error().place().file, "modules");
    EXPECT_NE(content.error().place().offset, Place::kNoOffset);
    return content.error().message();
  }
};
INSTANTIATE_TEST_SUITE_P(, JImageUnpackTest, ::testing::Values(false, true),
                         [](const auto& param) { return param.param ? "BigEndian" : "LittleEndian"; });

TEST_P(JImageUnpackTest, Zip) {
  const std::string text(3000, 'z');
  EXPECT_EQ(Unpack("zip", 3000, [&](const StringOffset&) { return Zlib(text); }), text);
  EXPECT_EQ(Unpack("zip", 0, [&](const StringOffset&) { return Zlib(""); }), "");
}

TEST_P(JImageUnpackTest, ZipOfAnotherSizeOrDamaged) {
  const std::string text(3000, 'z');
  for (uint64_t size : {2999u, 3001u}) {
    EXPECT_EQ(Unpack("zip", size, [&](const StringOffset&) { return Zlib(text); }),
              "damaged zlib data in a packed resource");
  }
  EXPECT_EQ(Unpack("zip", 5, [&](const StringOffset&) { return "garbage"; }),
            "damaged zlib data in a packed resource");
}

TEST_P(JImageUnpackTest, HugeSizesAreRefusedBeforeAllocating) {
  auto pack = [](const StringOffset&) { return Zlib("x"); };
  EXPECT_EQ(Unpack("zip", uint64_t{1} << 40, pack, ~uint64_t{0}),
            "resource declares more than its bytes can inflate to");
  EXPECT_EQ(Unpack("zip", 100, pack, 99), "packed resource of 100 bytes");
}

TEST_P(JImageUnpackTest, UnknownPacker) {
  EXPECT_EQ(Unpack("brotli", 5, [](const StringOffset&) { return "x"; }), "unknown packer brotli");
}

// A class of three constants: a shared string, a shared descriptor, a plain one.
std::string CompactClass(const StringOffset& string, uint8_t last_tag = 1) {
  auto packed = [](ByteWriter& out, uint32_t value) {  // two bytes: short form
    out.U1(static_cast<uint8_t>(0x80 | 2 << 5 | (value >> 8 & 0x1F)));
    out.U1(static_cast<uint8_t>(value));
  };
  ByteWriter out, names;
  for (const char* name : {"java/lang", "String", "", "Top"}) packed(names, string(name));
  out.U4(0xCAFEBABE);
  out.U4(52);
  out.U2(4);
  out.U1(23);
  out.U4(string("shared"));  // long form
  out.U1(25);
  packed(out, string("(L;IL;)V"));
  out.U1(static_cast<uint8_t>(0x80 | 1 << 5 | names.size()));
  out.Put(names.bytes());
  out.U1(last_tag);
  out.U2(2);
  out.Put("me");
  out.Put("rest");
  return std::string(AsText(out.bytes()));
}

std::string PlainClass() {
  ByteWriter out;
  out.U4(0xCAFEBABE);
  out.U4(52);
  out.U2(4);
  for (std::string_view text : {"shared", "(Ljava/lang/String;ILTop;)V", "me"}) {
    out.U1(1);
    out.U2(static_cast<uint16_t>(text.size()));
    out.Put(text);
  }
  out.Put("rest");
  return std::string(AsText(out.bytes()));
}

TEST_P(JImageUnpackTest, CompactConstantPool) {
  EXPECT_EQ(Unpack("compact-cp", PlainClass().size(), [](const StringOffset& s) { return CompactClass(s); }),
            PlainClass());
}

TEST_P(JImageUnpackTest, CompactClassOfAnotherSize) {
  auto pack = [](const StringOffset& s) { return CompactClass(s); };
  EXPECT_EQ(Unpack("compact-cp", PlainClass().size() + 1, pack),
            "packed class of another size than it declares");
  EXPECT_EQ(Unpack("compact-cp", 20, pack), "constant pool grows beyond the declared size");
}

TEST_P(JImageUnpackTest, CompactClassWithUnknownConstant) {
  EXPECT_EQ(Unpack("compact-cp", 100, [](const StringOffset& s) { return CompactClass(s, 99); }),
            "unknown constant tag 99 in a packed class");
}

TEST_P(JImageUnpackTest, CompactClassCutAtEachByteIsAnError) {
  std::string whole;
  (void)Unpack("compact-cp", 1, [&](const StringOffset& s) { return whole = CompactClass(s); });
  for (size_t size = 0; size < whole.size(); ++size) {
    EXPECT_NE(Unpack("compact-cp", PlainClass().size(),
                     [&](const StringOffset& s) { return CompactClass(s).substr(0, size); }),
              PlainClass());
  }
}

}  // namespace
}  // namespace revmon::classpath
