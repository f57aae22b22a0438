#include "element/body_form.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <initializer_list>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "classfile/class_file.h"

namespace revmon::element {
namespace {

using ::testing::HasSubstr;
using namespace std::string_view_literals;

// class P with constants 8 = Integer 7, 11 = Integer 7 again, 12 = Integer 8.
constexpr std::string_view kClass =
    "\xCA\xFE\xBA\xBE\x00\x00\x00\x34\x00\x0D"
    "\x07\x00\x02\x01\x00\x01P\x07\x00\x04\x01\x00\x10java/lang/Object"
    "\x01\x00\x01K\x01\x00\x01I\x01\x00\x0D"
    "ConstantValue"
    "\x03\x00\x00\x00\x07\x01\x00\x01m\x01\x00\x03()V\x03\x00\x00\x00\x07\x03\x00\x00\x00\x08"
    "\x06\x00\x00\x01\x00\x03\x00\x00\x00\x00\x00\x00\x00\x00"sv;

class BodyFormTest : public ::testing::Test {
 protected:
  BodyFormTest() : file_(classfile::ClassFile::Parse(AsBytes(kClass))) {
    EXPECT_TRUE(file_.ok()) << file_.error().Text();
    EXPECT_TRUE(constants_.Reset(*file_).ok());
  }

  // The form of some code, or its error. `room`: as in a class file, where more bytes follow.
  std::string Form(std::vector<uint8_t> code, bool room = true, std::vector<uint8_t> handlers = {}) {
    size_t length = code.size();
    code.insert(code.end(), {0, static_cast<uint8_t>(handlers.size() / 8)});
    code.insert(code.end(), handlers.begin(), handlers.end());
    code.insert(code.end(), {0, 0});
    std::vector<uint8_t> exact(code.begin(), code.begin() + static_cast<ptrdiff_t>(length));
    classfile::CodeView view;
    view.code = room ? Bytes(code).first(length) : Bytes(exact);
    view.handlers = room ? Bytes(code).subspan(length + 2, handlers.size()) : Bytes(handlers);
    view.code_offset = 1000;
    CanonicalBuffer out;
    Status status = form_.Write(view, constants_, out);
    return status.ok() ? std::string(AsText(out.bytes())) : "error: " + status.error().Text();
  }

  Result<classfile::ClassFile> file_;
  ConstantHasher constants_;
  BodyForm form_;
};

// Lengths are looked up by vector comparison in long bodies and by table in short ones.
TEST_F(BodyFormTest, EveryInstructionIsCountedOnceInShortAndLongBodies) {
  for (uint32_t value = 0; value < 256; ++value) {
    const classfile::OpcodeInfo& info = classfile::InfoOf(static_cast<uint8_t>(value));
    if (info.length == 0) continue;
    for (uint32_t times : {1u, 3u, 16u, 40u}) {
      std::vector<uint8_t> code;
      for (uint32_t i = 0; i < times; ++i) {
        code.push_back(static_cast<uint8_t>(value));
        for (uint32_t operand = 1; operand < info.length; ++operand) code.push_back(operand == 2 ? 8 : 0);
      }
      code.push_back(0xb1);
      for (bool room : {true, false}) {
        (void)Form(code, room);
        EXPECT_EQ(form_.instruction_count(), times + 1) << "opcode " << value << ", room " << room;
      }
    }
  }
}

TEST_F(BodyFormTest, WidthOfConstantIndexDoesNotShow) {
  EXPECT_EQ(Form({0x12, 8, 0x57, 0xb1}), Form({0x13, 0, 8, 0x57, 0xb1}));  // ldc, ldc_w
  EXPECT_EQ(Form({0x12, 8, 0x57, 0xb1}), Form({0x12, 11, 0x57, 0xb1}));    // another place, same content
  EXPECT_NE(Form({0x12, 8, 0x57, 0xb1}), Form({0x12, 12, 0x57, 0xb1}));
}

TEST_F(BodyFormTest, WidthOfLocalsDoesNotShow) {
  EXPECT_EQ(Form({0x1b, 0x57, 0xb1}), Form({0x15, 1, 0x57, 0xb1}));                    // iload_1, iload 1
  EXPECT_EQ(Form({0x1b, 0x57, 0xb1}), Form({0xc4, 0x15, 0, 1, 0x57, 0xb1}));           // wide iload 1
  EXPECT_EQ(Form({0x3a, 9, 0xb1}), Form({0xc4, 0x3a, 0, 9, 0xb1}));                    // astore 9
  EXPECT_EQ(Form({0x4e, 0xb1}), Form({0x3a, 3, 0xb1}));                                // astore_3
  EXPECT_EQ(Form({0x84, 1, 0xff, 0xb1}), Form({0xc4, 0x84, 0, 1, 0xff, 0xff, 0xb1}));  // iinc 1 -1
  EXPECT_NE(Form({0x1b, 0x57, 0xb1}), Form({0x1c, 0x57, 0xb1}));
  EXPECT_NE(Form({0x84, 1, 0xff, 0xb1}), Form({0xc4, 0x84, 0, 1, 0, 0xff, 0xb1}));  // iinc 1 255
  EXPECT_NE(Form({0xc4, 0x15, 1, 1, 0x57, 0xb1}), Form({0x15, 1, 0x57, 0xb1}));     // iload 257
}

TEST_F(BodyFormTest, WidthOfJumpsDoesNotShow) {
  EXPECT_EQ(Form({0xa7, 0, 4, 0, 0xb1}), Form({0xc8, 0, 0, 0, 6, 0, 0xb1}));  // goto, goto_w over a nop
  EXPECT_NE(Form({0xa7, 0, 4, 0, 0xb1}), Form({0xa7, 0, 3, 0, 0xb1}));
}

TEST_F(BodyFormTest, JumpsCountInstructions) {
  // goto over ldc or ldc_w: the distance in bytes differs, in instructions it does not.
  EXPECT_EQ(Form({0xa7, 0, 6, 0x12, 8, 0x57, 0xb1}), Form({0xa7, 0, 7, 0x13, 0, 8, 0x57, 0xb1}));
}

TEST_F(BodyFormTest, SwitchPaddingDoesNotShow) {
  // lookupswitch {5: +0, default: +0} at pc 1 and at pc 2.
  std::vector<uint8_t> pairs = {0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 5, 0, 0, 0, 0};
  std::vector<uint8_t> one = {0x03, 0xab, 0, 0}, two = {0x03, 0xab, 0x7f, 0x7f};
  one.insert(one.end(), pairs.begin(), pairs.end());
  two.insert(two.end(), pairs.begin(), pairs.end());
  EXPECT_EQ(Form(one), Form(two));
}

TEST_F(BodyFormTest, HandlersAreInInstructions) {
  std::vector<uint8_t> narrow = {0x12, 8, 0x57, 0xb1}, wide = {0x13, 0, 8, 0x57, 0xb1};
  EXPECT_EQ(Form(narrow, true, {0, 0, 0, 3, 0, 3, 0, 0}), Form(wide, true, {0, 0, 0, 4, 0, 4, 0, 0}));
  EXPECT_NE(Form(narrow, true, {0, 0, 0, 3, 0, 3, 0, 0}), Form(narrow, true, {0, 0, 0, 2, 0, 3, 0, 0}));
  EXPECT_NE(Form(narrow, true, {0, 0, 0, 3, 0, 3, 0, 0}), Form(narrow));
}

TEST_F(BodyFormTest, JumpIntoAnInstructionIsKeptApart) {
  EXPECT_NE(Form({0xa7, 0, 4, 0x11, 0, 0, 0x57, 0xb1}), Form({0xa7, 0, 5, 0x11, 0, 0, 0x57, 0xb1}));
}

TEST_F(BodyFormTest, IllegalOpcodeNamesItsOffset) {
  EXPECT_THAT(Form({0x00, 0xfd, 0xb1}), HasSubstr("offset 1001: illegal or truncated instruction at pc 1"));
}

TEST_F(BodyFormTest, TruncatedInstructionIsAnError) {
  EXPECT_THAT(Form({0x00, 0xb6, 0}), HasSubstr("error: "));
  EXPECT_THAT(Form({0xc4, 0x15}), HasSubstr("error: "));
  EXPECT_THAT(Form({0xaa, 0, 0, 0}), HasSubstr("error: "));
}

// The fast loop and the careful one must agree on everything, broken code included.
TEST_F(BodyFormTest, FastAndSlowWaysAgreeOnRandomCode) {
  std::mt19937 random(7);
  int good = 0;
  for (int round = 0; round < 20'000; ++round) {
    std::vector<uint8_t> code(1 + random() % 24);
    for (uint8_t& byte : code) byte = static_cast<uint8_t>(random() % 4 == 0 ? random() : random() % 0xaa);
    std::string fast = Form(code, true), slow = Form(code, false);
    bool fast_failed = fast.starts_with("error"), slow_failed = slow.starts_with("error");
    ASSERT_EQ(fast_failed, slow_failed) << round;
    if (!fast_failed) {
      ASSERT_EQ(fast, slow) << round;
      ++good;
    }
  }
  EXPECT_GT(good, 1000);
}

}  // namespace
}  // namespace revmon::element
