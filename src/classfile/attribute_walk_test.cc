#include "classfile/attribute_walk.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "base/bytes.h"
#include "classfile/constant_pool.h"

namespace revmon::classfile {
namespace {

using ::testing::HasSubstr;

// The constants every test can name.
enum : uint16_t {
  kText = 1,      // Utf8 "text"
  kClass = 2,     // Class text
  kInt = 3,       // Integer 7
  kLong = 4,      // Long 9, and 5
  kString = 6,    // String text
  kNameType = 7,  // NameAndType text:text
  kMethod = 8,    // Methodref
  kHandle = 9,    // MethodHandle
  kModule = 10,   // Module text
  kPackage = 11,  // Package text
  kDouble = 12,   // Double, and 13
  kFloat = 14,    // Float
  kPoolEnd = 15,
};

class Pool {
 public:
  Pool() {
    ByteWriter out;
    out.U4(0);  // offset 0 means "no constant", so the pool starts later, as in a class
    out.U2(kPoolEnd);
    auto entry = [&out](ConstantTag tag) { out.U1(static_cast<uint8_t>(tag)); };
    entry(ConstantTag::kUtf8), out.U2(4), out.Put(std::string_view("text"));
    entry(ConstantTag::kClass), out.U2(kText);
    entry(ConstantTag::kInteger), out.U4(7);
    entry(ConstantTag::kLong), out.U8(9);
    entry(ConstantTag::kString), out.U2(kText);
    entry(ConstantTag::kNameAndType), out.U2(kText), out.U2(kText);
    entry(ConstantTag::kMethodref), out.U2(kClass), out.U2(kNameType);
    entry(ConstantTag::kMethodHandle), out.U1(6), out.U2(kMethod);
    entry(ConstantTag::kModule), out.U2(kText);
    entry(ConstantTag::kPackage), out.U2(kText);
    entry(ConstantTag::kDouble), out.U8(0);
    entry(ConstantTag::kFloat), out.U4(0);
    bytes_ = out.Release();
    ByteReader reader(bytes_);
    reader.Skip(4);
    EXPECT_TRUE(pool_.Parse(bytes_, reader).ok());
  }
  const ConstantPool& get() const { return pool_; }

 private:
  std::vector<uint8_t> bytes_;
  ConstantPool pool_;
};

// The walk as text: values name=v, constants name#index, positions name@pc, raw name:length, tables
// name{...}.
class Recorder final : public AttributeSink {
 public:
  void Value(std::string_view name, uint32_t value, uint32_t) override { Add(name, "=", value); }
  void Constant(std::string_view name, uint16_t index, uint32_t) override { Add(name, "#", index); }
  void Pc(std::string_view name, uint32_t pc) override { Add(name, "@", pc); }
  void Raw(std::string_view name, Bytes bytes) override { Add(name, ":", bytes.size()); }
  void Begin(std::string_view name) override { text += std::string(name) + "{ "; }
  void End() override { text += "} "; }
  bool BeginAttribute(const Attribute& attribute) override {
    text += std::string(ToString(attribute.kind)) + "[ ";
    return true;
  }
  void EndAttribute() override { text += "] "; }
  std::string text;

 private:
  void Add(std::string_view name, const char* mark, size_t value) {
    text += std::string(name) + mark + std::to_string(value) + " ";
  }
};

struct Walked {
  std::string text;  // or "error: ..."
  Status status;
};

// `words` are u2 values unless wrapped: B(x) one byte, D(x) four.
struct B {
  uint8_t value;
};
struct D {
  uint32_t value;
};
void Put(ByteWriter& out, int v) { out.U2(static_cast<uint16_t>(v)); }
void Put(ByteWriter& out, B v) { out.U1(v.value); }
void Put(ByteWriter& out, D v) { out.U4(v.value); }

Walked WalkBytes(AttributeKind kind, const std::vector<uint8_t>& data, uint32_t code_length = 0) {
  static const Pool pool;
  Recorder recorder;
  Status status = WalkAttribute({.kind = kind, .name_index = kText, .offset = 100, .data = data}, pool.get(),
                                code_length, recorder);
  if (!recorder.text.empty()) recorder.text.pop_back();
  return {.text = status.ok() ? recorder.text : "error: " + status.error().Text(), .status = status};
}

template <typename... Words>
std::vector<uint8_t> Data(Words... words) {
  ByteWriter out;
  (Put(out, words), ...);
  return out.Release();
}

template <typename... Words>
std::string Walk(AttributeKind kind, Words... words) {
  return WalkBytes(kind, Data(words...), 10).text;
}

using K = AttributeKind;

TEST(AttributeWalk, ValuesAndNames) {
  EXPECT_EQ(Walk(K::kConstantValue, kInt), "value#3");
  EXPECT_EQ(Walk(K::kSignature, kText), "signature#1");
  EXPECT_EQ(Walk(K::kSourceFile, kText), "file#1");
  EXPECT_EQ(Walk(K::kDeprecated), "");
  EXPECT_EQ(Walk(K::kSynthetic), "");
  EXPECT_EQ(Walk(K::kSourceDebugExtension, 1, 2), "text:4");
  EXPECT_EQ(Walk(K::kUnknown, 1, 2), "bytes:4");
}

TEST(AttributeWalk, ClassRelations) {
  EXPECT_EQ(Walk(K::kExceptions, 2, kClass, kClass), "exception#2 exception#2");
  EXPECT_EQ(Walk(K::kNestHost, kClass), "class#2");
  EXPECT_EQ(Walk(K::kNestMembers, 1, kClass), "class#2");
  EXPECT_EQ(Walk(K::kPermittedSubclasses, 1, kClass), "class#2");
  EXPECT_EQ(Walk(K::kEnclosingMethod, kClass, 0), "class#2 method#0");
  EXPECT_EQ(Walk(K::kInnerClasses, 1, kClass, 0, kText, 9), "class{ inner#2 outer#0 name#1 flags=9 }");
}

TEST(AttributeWalk, DebugTables) {
  EXPECT_EQ(Walk(K::kLineNumberTable, 2, 0, 5, 9, 6), "line{ start@0 number=5 } line{ start@9 number=6 }");
  EXPECT_EQ(Walk(K::kLocalVariableTable, 1, 2, 8, kText, kText, 1),
            "variable{ start@2 end@10 name#1 descriptor#1 index=1 }");
  EXPECT_EQ(Walk(K::kLocalVariableTypeTable, 1, 0, 1, kText, kText, 0),
            "variable{ start@0 end@1 name#1 signature#1 index=0 }");
}

TEST(AttributeWalk, Parameters) {
  EXPECT_EQ(Walk(K::kMethodParameters, B{2}, kText, 16, 0, 4096),
            "parameter{ name#1 flags=16 } parameter{ name#0 flags=4096 }");
  EXPECT_EQ(Walk(K::kRuntimeVisibleParameterAnnotations, B{2}, 0, 1, kText, 0),
            "parameter{ } parameter{ annotation{ type#1 } }");
}

TEST(AttributeWalk, AnnotationsWithEveryKindOfValue) {
  EXPECT_EQ(Walk(K::kRuntimeVisibleAnnotations, 1, kText, 5, kText, B{'I'}, kInt, kText, B{'J'}, kLong, kText,
                 B{'s'}, kText, kText, B{'e'}, kText, kText, kText, B{'c'}, kText),
            "annotation{ type#1 element{ name#1 tag=73 value#3 } element{ name#1 tag=74 value#4 } "
            "element{ name#1 tag=115 value#1 } element{ name#1 tag=101 type#1 name#1 } "
            "element{ name#1 tag=99 class#1 } }");
  EXPECT_EQ(Walk(K::kAnnotationDefault, B{'['}, 2, B{'D'}, kDouble, B{'@'}, kText, 0),
            "tag=91 value{ tag=68 value#12 } value{ tag=64 annotation{ type#1 } }");
}

TEST(AttributeWalk, TypeAnnotationsWithEveryTarget) {
  auto walk = [](auto... target) {
    return Walk(K::kRuntimeInvisibleTypeAnnotations, 1, target..., B{0}, kText, 0);
  };
  const std::string end = "type#1 }";
  EXPECT_EQ(walk(B{0x00}, B{3}), "annotation{ target=0 parameter=3 " + end);
  EXPECT_EQ(walk(B{0x10}, 65535), "annotation{ target=16 type=65535 " + end);
  EXPECT_EQ(walk(B{0x12}, B{1}, B{2}), "annotation{ target=18 parameter=1 bound=2 " + end);
  EXPECT_EQ(walk(B{0x14}), "annotation{ target=20 " + end);
  EXPECT_EQ(walk(B{0x16}, B{1}), "annotation{ target=22 parameter=1 " + end);
  EXPECT_EQ(walk(B{0x17}, 1), "annotation{ target=23 type=1 " + end);
  EXPECT_EQ(walk(B{0x40}, 1, 2, 3, 4), "annotation{ target=64 variable{ start@2 end@5 index=4 } " + end);
  EXPECT_EQ(walk(B{0x42}, 1), "annotation{ target=66 handler=1 " + end);
  EXPECT_EQ(walk(B{0x44}, 8), "annotation{ target=68 instruction@8 " + end);
  EXPECT_EQ(walk(B{0x47}, 8, B{1}), "annotation{ target=71 instruction@8 argument=1 " + end);
  EXPECT_THAT(walk(B{0x50}), HasSubstr("unknown type annotation target 80"));
}

TEST(AttributeWalk, Modules) {
  EXPECT_EQ(Walk(K::kModule, kModule, 0, 0, 1, kModule, 0x20, kText, 1, kPackage, 0, 1, kModule, 0, 1, kClass,
                 1, kClass, 1, kClass),
            "name#10 flags=0 version#0 requires{ module#10 flags=32 version#1 } "
            "exports{ package#11 flags=0 to#10 } uses#2 provides{ service#2 with#2 }");
  EXPECT_EQ(Walk(K::kModulePackages, 1, kPackage), "package#11");
  EXPECT_EQ(Walk(K::kModuleMainClass, kClass), "class#2");
  EXPECT_EQ(Walk(K::kModuleTarget, kText), "platform#1");
  EXPECT_EQ(Walk(K::kModuleResolution, 2), "flags=2");
  EXPECT_EQ(Walk(K::kModuleHashes, kText, 1, kModule, 2, 7), "algorithm#1 module{ name#10 hash:2 }");
}

TEST(AttributeWalk, BootstrapMethods) {
  EXPECT_EQ(Walk(K::kBootstrapMethods, 2, kHandle, 0, kHandle, 2, kString, kClass),
            "bootstrap{ method#9 } bootstrap{ method#9 argument#6 argument#2 }");
}

TEST(AttributeWalk, RecordWithNestedAttributes) {
  // The attribute's name must be a real one for its kind to be known; "text" is none, so its contents are
  // raw.
  EXPECT_EQ(Walk(K::kRecord, 1, kText, kText, 1, kText, D{2}, kText),
            "component{ name#1 descriptor#1 [ bytes:2 ] }");
}

TEST(AttributeWalk, CodeWithHandlers) {
  EXPECT_EQ(WalkBytes(K::kCode, Data(2, 1, D{3}, B{0}, B{0}, B{0xb1}, 1, 0, 3, 2, 0, 0)).text,
            "max_stack=2 max_locals=1 code:3 handler{ start@0 end@3 handler@2 type#0 }");
}

TEST(AttributeWalk, StackMapsGiveResolvedPositions) {
  EXPECT_EQ(Walk(K::kStackMapTable, 3, B{1}, B{64}, B{7}, kClass, B{252}, 2, B{1}),
            "frame{ type=1 at@1 } frame{ type=64 at@2 stack{ tag=7 class#2 } } frame{ type=252 at@5 local{ "
            "tag=1 } }");
  EXPECT_EQ(Walk(K::kStackMapTable, 1, B{255}, 3, 1, B{8}, 4, 1, B{4}),
            "frame{ type=255 at@3 local{ tag=8 new@4 } stack{ tag=4 } }");
}

// Damage, each kind by itself.

TEST(AttributeWalkDamage, WrongKindOfConstantNamesItsOffset) {
  EXPECT_EQ(
      Walk(K::kExceptions, 1, kText),
      "error: offset 102: Exceptions: exception refers to constant 1 (Utf8), which is not of the right kind");
}

TEST(AttributeWalkDamage, ZeroWhereAConstantMustBe) {
  EXPECT_THAT(Walk(K::kNestHost, 0), HasSubstr("refers to constant 0 (none)"));
}

TEST(AttributeWalkDamage, ConstantOutOfRange) {
  EXPECT_THAT(Walk(K::kSourceFile, 500), HasSubstr("refers to constant 500"));
}

TEST(AttributeWalkDamage, EveryTruncationIsAnError) {
  const std::vector<std::pair<K, std::vector<uint8_t>>> good = {
      {K::kRuntimeVisibleAnnotations, Data(1, kText, 1, kText, B{'['}, 1, B{'s'}, kText)},
      {K::kStackMapTable, Data(1, B{255}, 3, 1, B{8}, 4, 1, B{4})},
      {K::kModule, Data(kModule, 0, 0, 0, 0, 0, 0, 0)},
      {K::kCode, Data(2, 1, D{3}, B{0}, B{0}, B{0xb1}, 1, 0, 3, 2, 0, 0)},
      {K::kRecord, Data(1, kText, kText, 1, kText, D{2}, kText)},
      {K::kRuntimeVisibleTypeAnnotations, Data(1, B{0x40}, 1, 2, 3, 4, B{1}, B{0}, B{0}, kText, 0)},
  };
  for (const auto& [kind, data] : good) {
    EXPECT_TRUE(WalkBytes(kind, data).status.ok()) << ToString(kind);
    for (size_t length = 0; length < data.size(); ++length) {
      std::vector<uint8_t> cut(data.begin(), data.begin() + static_cast<ptrdiff_t>(length));
      EXPECT_FALSE(WalkBytes(kind, cut).status.ok()) << ToString(kind) << " cut to " << length;
    }
  }
}

TEST(AttributeWalkDamage, BytesAfterTheEnd) {
  EXPECT_EQ(Walk(K::kSignature, kText, B{0}), "error: offset 102: Signature has bytes after its end");
  EXPECT_THAT(Walk(K::kDeprecated, B{0}), HasSubstr("bytes after its end"));
}

TEST(AttributeWalkDamage, HugeCountInAShortAttribute) {
  EXPECT_THAT(Walk(K::kLineNumberTable, 65535, 0, 1), HasSubstr("ends early"));
  EXPECT_THAT(Walk(K::kRuntimeVisibleAnnotations, 65535), HasSubstr("ends early"));
}

TEST(AttributeWalkDamage, PositionOutsideTheCode) {
  EXPECT_THAT(Walk(K::kLineNumberTable, 1, 10, 1), HasSubstr("start position 10 is outside the code"));
  EXPECT_THAT(Walk(K::kLocalVariableTable, 1, 2, 9, kText, kText, 1),
              HasSubstr("end position 11 is outside"));
  EXPECT_THAT(Walk(K::kStackMapTable, 1, B{10}), HasSubstr("outside the code"));
}

TEST(AttributeWalkDamage, NestedAnnotationsAreLimited) {
  auto nested = [](size_t depth) {
    ByteWriter out;
    for (size_t i = 0; i < depth; ++i) out.U1('['), out.U2(1);
    out.U1('s'), out.U2(kText);
    return out.Release();
  };
  EXPECT_TRUE(WalkBytes(K::kAnnotationDefault, nested(kMaxAnnotationDepth)).status.ok());
  Walked deep = WalkBytes(K::kAnnotationDefault, nested(20000));
  ASSERT_FALSE(deep.status.ok());
  EXPECT_EQ(deep.status.error().code(), ErrorCode::kLimit);
}

TEST(AttributeWalkDamage, UnknownTags) {
  EXPECT_THAT(Walk(K::kAnnotationDefault, B{'?'}), HasSubstr("unknown element value tag 63"));
  EXPECT_THAT(Walk(K::kStackMapTable, 1, B{200}), HasSubstr("reserved frame type 200"));
  EXPECT_THAT(Walk(K::kStackMapTable, 1, B{255}, 0, 1, B{9}), HasSubstr("unknown verification type 9"));
}

TEST(AttributeWalkDamage, CodeOfNoLength) {
  EXPECT_THAT(Walk(K::kCode, 1, 1, D{0}, 0, 0), HasSubstr("code length is not in 1..65535"));
}

}  // namespace
}  // namespace revmon::classfile
