#include "classfile/attribute_walk.h"

#include <string>
#include <vector>

namespace revmon::classfile {

namespace {

using Tag = ConstantTag;

// Sets of constant kinds, one bit per tag; bit 0 (Tag::kNone) allows index 0.
constexpr uint32_t Bit(Tag tag) { return uint32_t{1} << static_cast<int>(tag); }
constexpr uint32_t kNone = Bit(Tag::kNone);
constexpr uint32_t kUtf8 = Bit(Tag::kUtf8);
constexpr uint32_t kClass = Bit(Tag::kClass);
constexpr uint32_t kModule = Bit(Tag::kModule);
constexpr uint32_t kPackage = Bit(Tag::kPackage);
constexpr uint32_t kNumber = Bit(Tag::kInteger) | Bit(Tag::kFloat) | Bit(Tag::kLong) | Bit(Tag::kDouble);
constexpr uint32_t kLoadable = kNumber | kClass | Bit(Tag::kString) | Bit(Tag::kMethodHandle) |
                               Bit(Tag::kMethodType) | Bit(Tag::kDynamic);

constexpr uint32_t kMaxAttributeDepth = 4;  // Record component or Code inside a class, and room to be wrong

class Walker {
 public:
  Walker(const ConstantPool& pool, AttributeSink& sink) : pool_(pool), sink_(sink) {}

  Status Walk(const Attribute& attribute, uint32_t code_length, uint32_t depth) {
    reader_ = ByteReader(attribute.data, attribute.offset);
    kind_ = attribute.kind;
    code_length_ = code_length;
    attribute_depth_ = depth;
    why_ = {};
    Contents(attribute.kind);
    REVMON_RETURN_IF_ERROR(std::move(nested_));
    if (why_.empty() && reader_.ok() && reader_.empty()) return OkStatus();
    std::string text(ToString(kind_));
    if (!why_.empty()) {
      return Error(too_deep_ ? ErrorCode::kLimit : ErrorCode::kMalformed, text + ": " + why_).AtOffset(at_);
    }
    if (!reader_.ok()) return Error(ErrorCode::kTruncated, text + " ends early").AtOffset(reader_.offset());
    return Error(ErrorCode::kMalformed, text + " has bytes after its end").AtOffset(reader_.offset());
  }

 private:
  [[nodiscard]] bool ok() const { return reader_.ok() && why_.empty(); }
  void Fail(std::string_view why, size_t at) {
    if (!ok()) return;
    why_ = why;
    at_ = at;
  }

  uint8_t U1(std::string_view name) {
    uint8_t value = reader_.U1();
    if (ok()) sink_.Value(name, value, 1);
    return value;
  }
  uint16_t U2(std::string_view name) {
    uint16_t value = reader_.U2();
    if (ok()) sink_.Value(name, value, 2);
    return value;
  }
  void Constant(std::string_view name, uint32_t wanted) {
    size_t at = reader_.offset();
    uint16_t index = reader_.U2();
    if (!ok()) return;
    Tag tag = pool_.tag(index);
    bool right = tag == Tag::kNone ? index == 0 && (wanted & kNone) != 0 : (wanted & Bit(tag)) != 0;
    if (!right) {
      return Fail(std::string(name) + " refers to constant " + std::to_string(index) + " (" +
                      std::string(ToString(tag)) + "), which is not of the right kind",
                  at);
    }
    sink_.Constant(name, index, static_cast<uint32_t>(at));
  }
  // A position that an instruction starts at (or, with `end`, that one ends at).
  void Pc(std::string_view name, uint32_t pc, bool end, size_t at) {
    if (!ok()) return;
    if (code_length_ != 0 && (end ? pc > code_length_ : pc >= code_length_)) {
      return Fail(std::string(name) + " position " + std::to_string(pc) + " is outside the code", at);
    }
    sink_.Pc(name, pc);
  }
  uint16_t Pc(std::string_view name, bool end = false) {
    size_t at = reader_.offset();
    uint16_t pc = reader_.U2();
    Pc(name, pc, end, at);
    return pc;
  }
  // start_pc and length as two positions.
  void PcRange() {
    uint16_t start = Pc("start", true);
    size_t at = reader_.offset();
    Pc("end", uint32_t{start} + reader_.U2(), true, at);
  }
  // A position the JVM never looks at; compilers get these wrong, so any value goes.
  void LoosePc(std::string_view name) {
    uint16_t pc = reader_.U2();
    if (ok()) sink_.Pc(name, pc);
  }

  // `count` entries, each in Begin/End. Stops at the first fault, so a huge count costs nothing.
  template <typename Entry>
  void Table(uint32_t count, std::string_view name, Entry entry) {
    for (uint32_t i = 0; i < count && ok(); ++i) {
      sink_.Begin(name);
      entry();
      sink_.End();
    }
  }
  void ConstantTable(std::string_view name, uint32_t wanted) {
    uint16_t count = reader_.U2();
    for (uint32_t i = 0; i < count && ok(); ++i) Constant(name, wanted);
  }

  // One case per attribute: a table.
  void Contents(AttributeKind kind) {
    using K = AttributeKind;
    switch (kind) {
      case K::kUnknown: return sink_.Raw("bytes", reader_.Take(reader_.remaining()));
      case K::kConstantValue: return Constant("value", kNumber | Bit(Tag::kString));
      case K::kCode: return Code();
      case K::kStackMapTable: return StackMapTable();
      case K::kExceptions: return ConstantTable("exception", kClass);
      case K::kInnerClasses: return InnerClasses();
      case K::kEnclosingMethod:
        Constant("class", kClass);
        return Constant("method", kNone | Bit(Tag::kNameAndType));
      case K::kSynthetic:
      case K::kDeprecated: return;
      case K::kSignature: return Constant("signature", kUtf8);
      case K::kSourceFile: return Constant("file", kUtf8);
      case K::kSourceDebugExtension: return sink_.Raw("text", reader_.Take(reader_.remaining()));
      case K::kLineNumberTable:
        return Table(reader_.U2(), "line", [this] {
          Pc("start");
          U2("number");
        });
      case K::kLocalVariableTable: return LocalVariables("descriptor");
      case K::kLocalVariableTypeTable: return LocalVariables("signature");
      case K::kRuntimeVisibleAnnotations:
      case K::kRuntimeInvisibleAnnotations: return Annotations();
      case K::kRuntimeVisibleParameterAnnotations:
      case K::kRuntimeInvisibleParameterAnnotations:
        return Table(reader_.U1(), "parameter", [this] { Annotations(); });
      case K::kRuntimeVisibleTypeAnnotations:
      case K::kRuntimeInvisibleTypeAnnotations:
        return Table(reader_.U2(), "annotation", [this] { TypeAnnotation(); });
      case K::kAnnotationDefault: return ElementValue(0);
      case K::kBootstrapMethods:
        return Table(reader_.U2(), "bootstrap", [this] {
          Constant("method", Bit(Tag::kMethodHandle));
          ConstantTable("argument", kLoadable);
        });
      case K::kMethodParameters:
        return Table(reader_.U1(), "parameter", [this] {
          Constant("name", kNone | kUtf8);
          U2("flags");
        });
      case K::kModule: return Module();
      case K::kModulePackages: return ConstantTable("package", kPackage);
      case K::kModuleMainClass: return Constant("class", kClass);
      case K::kModuleTarget: return Constant("platform", kUtf8);
      case K::kModuleResolution: return static_cast<void>(U2("flags"));
      case K::kModuleHashes: return ModuleHashes();
      case K::kNestHost: return Constant("class", kClass);
      case K::kNestMembers: return ConstantTable("class", kClass);
      case K::kRecord: return Record();
      case K::kPermittedSubclasses: return ConstantTable("class", kClass);
    }
  }

  void Code() {
    U2("max_stack");
    U2("max_locals");
    size_t at = reader_.offset();
    uint32_t length = reader_.U4();
    if (reader_.ok() && (length == 0 || length > 65535)) Fail("code length is not in 1..65535", at);
    if (!ok()) return;
    code_length_ = length;
    Bytes code = reader_.Take(length);
    if (ok()) sink_.Raw("code", code);
    Table(reader_.U2(), "handler", [this] {
      Pc("start");
      Pc("end", true);
      Pc("handler");
      Constant("type", kNone | kClass);
    });
    NestedAttributes();
  }

  void Record() {
    Table(reader_.U2(), "component", [this] {
      Constant("name", kUtf8);
      Constant("descriptor", kUtf8);
      NestedAttributes();
    });
  }

  void NestedAttributes() {
    if (!ok()) return;
    if (attribute_depth_ >= kMaxAttributeDepth) {
      too_deep_ = true;
      return Fail("attributes nest too deeply", reader_.offset());
    }
    std::vector<Attribute> attributes;
    nested_ = ReadAttributes(reader_, pool_, attributes);
    for (size_t i = 0; i < attributes.size() && nested_.ok(); ++i) {
      if (sink_.BeginAttribute(attributes[i])) {
        nested_ = Walker(pool_, sink_).Walk(attributes[i], code_length_, attribute_depth_ + 1);
      }
      sink_.EndAttribute();
    }
    if (!nested_.ok()) reader_.Fail();
  }

  void InnerClasses() {
    Table(reader_.U2(), "class", [this] {
      Constant("inner", kClass);
      Constant("outer", kNone | kClass);
      Constant("name", kNone | kUtf8);
      U2("flags");
    });
  }

  void LocalVariables(std::string_view type) {
    Table(reader_.U2(), "variable", [this, type] {
      PcRange();
      Constant("name", kUtf8);
      Constant(type, kUtf8);
      U2("index");
    });
  }

  void Annotations() {
    Table(reader_.U2(), "annotation", [this] { Annotation(0); });
  }

  void Annotation(uint32_t depth) {
    Constant("type", kUtf8);
    Table(reader_.U2(), "element", [this, depth] {
      Constant("name", kUtf8);
      ElementValue(depth);
    });
  }

  void ElementValue(uint32_t depth) {
    if (depth > kMaxAnnotationDepth) {
      too_deep_ = ok();
      return Fail("annotations nest too deeply", reader_.offset());
    }
    size_t at = reader_.offset();
    uint8_t tag = U1("tag");
    if (!ok()) return;
    switch (tag) {
      case 'B':
      case 'C':
      case 'I':
      case 'S':
      case 'Z': return Constant("value", Bit(Tag::kInteger));
      case 'D': return Constant("value", Bit(Tag::kDouble));
      case 'F': return Constant("value", Bit(Tag::kFloat));
      case 'J': return Constant("value", Bit(Tag::kLong));
      case 's': return Constant("value", kUtf8);
      case 'c': return Constant("class", kUtf8);
      case 'e': Constant("type", kUtf8); return Constant("name", kUtf8);
      case '@':
        sink_.Begin("annotation");
        Annotation(depth + 1);
        return sink_.End();
      case '[': return Table(reader_.U2(), "value", [this, depth] { ElementValue(depth + 1); });
      default: Fail("unknown element value tag " + std::to_string(tag), at);
    }
  }

  void TypeAnnotation() {
    size_t at = reader_.offset();
    uint8_t target = U1("target");
    if (target <= 0x01 || target == 0x16) {
      U1("parameter");
    } else if (target == 0x10 || target == 0x17) {
      U2("type");
    } else if (target == 0x11 || target == 0x12) {
      U1("parameter");
      U1("bound");
    } else if (target >= 0x13 && target <= 0x15) {
      // field type, method result, receiver: nothing more to say
    } else if (target == 0x40 || target == 0x41) {
      Table(reader_.U2(), "variable", [this] {
        uint16_t start = reader_.U2();
        uint16_t length = reader_.U2();
        if (ok()) sink_.Pc("start", start);
        if (ok()) sink_.Pc("end", uint32_t{start} + length);
        U2("index");
      });
    } else if (target == 0x42) {
      U2("handler");
    } else if (target >= 0x43 && target <= 0x46) {
      LoosePc("instruction");
    } else if (target >= 0x47 && target <= 0x4B) {
      LoosePc("instruction");
      U1("argument");
    } else {
      Fail("unknown type annotation target " + std::to_string(target), at);
    }
    Table(reader_.U1(), "path", [this] {
      U1("kind");
      U1("argument");
    });
    Annotation(0);
  }

  void Module() {
    Constant("name", kModule);
    U2("flags");
    Constant("version", kNone | kUtf8);
    Table(reader_.U2(), "requires", [this] {
      Constant("module", kModule);
      U2("flags");
      Constant("version", kNone | kUtf8);
    });
    for (std::string_view name : {"exports", "opens"}) {
      Table(reader_.U2(), name, [this] {
        Constant("package", kPackage);
        U2("flags");
        ConstantTable("to", kModule);
      });
    }
    ConstantTable("uses", kClass);
    Table(reader_.U2(), "provides", [this] {
      Constant("service", kClass);
      ConstantTable("with", kClass);
    });
  }

  void ModuleHashes() {
    Constant("algorithm", kUtf8);
    Table(reader_.U2(), "module", [this] {
      Constant("name", kModule);
      Bytes hash = reader_.Take(reader_.U2());
      if (ok()) sink_.Raw("hash", hash);
    });
  }

  void StackMapTable() {
    // The first frame stands at its delta, each later one at previous + delta + 1 (JVMS 4.7.4).
    uint32_t next = 0;
    Table(reader_.U2(), "frame", [this, &next] {
      uint8_t type = U1("type");
      size_t at = reader_.offset();
      bool extended = type >= 247;
      if (type >= 128 && type < 247) return Fail("reserved frame type " + std::to_string(type), at - 1);
      uint32_t delta = extended ? reader_.U2() : type & 63u;
      Pc("at", next + delta, false, at);
      next += delta + 1;
      if (type >= 64 && type <= 247 && (type < 128 || type == 247)) return VerificationType("stack");
      if (type >= 252 && type <= 254) return VerificationTypes("local", type - 251u);
      if (type != 255) return;
      VerificationTypes("local", reader_.U2());
      VerificationTypes("stack", reader_.U2());
    });
  }

  void VerificationTypes(std::string_view name, uint32_t count) {
    for (uint32_t i = 0; i < count && ok(); ++i) VerificationType(name);
  }

  void VerificationType(std::string_view name) {
    sink_.Begin(name);
    size_t at = reader_.offset();
    uint8_t tag = U1("tag");
    if (tag == 7) {
      Constant("class", kClass);
    } else if (tag == 8) {
      Pc("new");
    } else if (tag > 8) {
      Fail("unknown verification type " + std::to_string(tag), at);
    }
    sink_.End();
  }

  const ConstantPool& pool_;
  AttributeSink& sink_;
  ByteReader reader_;
  AttributeKind kind_ = AttributeKind::kUnknown;
  uint32_t code_length_ = 0;
  uint32_t attribute_depth_ = 0;
  bool too_deep_ = false;
  std::string why_;
  size_t at_ = 0;
  Status nested_;
};

}  // namespace

Status WalkAttribute(const Attribute& attribute, const ConstantPool& pool, uint32_t code_length,
                     AttributeSink& sink) {
  return Walker(pool, sink).Walk(attribute, code_length, 0);
}

}  // namespace revmon::classfile
