#include "graph/extract.h"

#include <algorithm>
#include <array>

#include "classfile/attribute_walk.h"
#include "classfile/descriptor.h"
#include "classfile/signature.h"

namespace revmon::graph {

using classfile::Attribute;
using classfile::AttributeKind;
using classfile::ConstantPool;
using classfile::ConstantTag;
using classfile::Opcode;

namespace {

constexpr size_t kLongestName = 256;
constexpr uint64_t kLargestScanned = uint64_t{256} << 10;
constexpr size_t kMostNamesPerResource = 8192;

bool IsJdk(std::string_view name) {
  return name.starts_with("java/") || name.starts_with("jdk/") || name.starts_with("sun/");
}

bool IsNameCharacter(char c) {
  auto u = static_cast<unsigned char>(c);
  return (u >= 'a' && u <= 'z') || (u >= 'A' && u <= 'Z') || (u >= '0' && u <= '9') || u == '_' || u == '$' ||
         u >= 0x80;
}

}  // namespace

// What annotations name: their types, class literals, enum constants, and strings that may be class names.
class ReferenceSink final : public classfile::AttributeSink {
 public:
  ReferenceSink(Extractor& extractor, ClassFacts& out) : extractor_(extractor), out_(out) {}

  void Constant(std::string_view name, uint16_t index, uint32_t) override {
    const ConstantPool& pool = extractor_.file_.pool();
    if (name == "type" || name == "class") {
      extractor_.Descriptor(pool.Utf8(index), EdgeKind::kAnnotation, out_);
    } else if (name == "value" && pool.Is(index, ConstantTag::kUtf8)) {
      extractor_.Text(pool.Utf8(index), out_);
    }
  }

 private:
  Extractor& extractor_;
  ClassFacts& out_;
};

// What a record says about its components beyond their fields.
class RecordSink final : public classfile::AttributeSink {
 public:
  bool BeginAttribute(const Attribute& attribute) override {
    attributes.push_back(attribute);
    return false;
  }
  std::vector<Attribute> attributes;
};

Status Extractor::Class(Bytes bytes, ClassFacts& out) {
  out.Clear();
  names_ = Arena();
  REVMON_RETURN_IF_ERROR(file_.ParseFrom(bytes));
  canonicalizer_.set_skip_debug(true);
  REVMON_RETURN_IF_ERROR(canonicalizer_.Run(file_, sums_));
  seen_.assign(file_.pool().count(), false);
  Header(out);
  Members(out);
  for (const classfile::Member& method : file_.methods()) {
    if (const Attribute* code = file_.Find(method, AttributeKind::kCode)) {
      REVMON_RETURN_IF_ERROR(Code(*code, out));
    }
  }
  Tidy(out);
  return OkStatus();
}

void Extractor::Header(ClassFacts& out) {
  out.name = file_.name();
  out.content = sums_.type.content;
  Name(file_.super_name(), EdgeKind::kInherits, out);
  for (size_t i = 0; i < file_.interface_count(); ++i) {
    Name(file_.interface_name(i), EdgeKind::kInherits, out);
  }
  Attributes(file_.attributes(), out);
}

void Extractor::Members(ClassFacts& out) {
  Hasher outline;
  outline.Put(sums_.type.shape).Put(sums_.type.annotations);
  auto add = [&](std::span<const classfile::Member> members, const std::vector<element::Checksums>& sums) {
    for (size_t i = 0; i < members.size(); ++i) {
      outline.Field(members[i].name).Field(members[i].descriptor);
      outline.Put(sums[i].shape).Put(sums[i].annotations);
      Descriptor(members[i].descriptor, EdgeKind::kUses, out);
      Attributes(file_.attributes(members[i]), out);
    }
  };
  add(file_.fields(), sums_.fields);
  add(file_.methods(), sums_.methods);
  out.outline = outline.Finish();
  for (const classfile::Member& field : file_.fields()) {
    const Attribute* value = file_.Find(field, AttributeKind::kConstantValue);
    constexpr uint16_t kConstant = classfile::kAccStatic | classfile::kAccFinal;
    if (value == nullptr || (field.access_flags & kConstant) != kConstant || value->data.size() != 2)
      continue;
    uint16_t index = LoadBe16(value->data.data());
    size_t before = out.loaded.size();
    Loadable(index, EdgeKind::kUses, out);  // records the value; it is declared here, not loaded
    uint64_t key = out.loaded.size() > before ? out.loaded.back() : 0;
    out.loaded.resize(before);
    if (key != 0) out.constants.push_back({field.name, key});
  }
}

// One case per attribute that names classes: a table.
void Extractor::Attributes(std::span<const Attribute> attributes, ClassFacts& out) {
  const ConstantPool& pool = file_.pool();
  for (const Attribute& attribute : attributes) {
    ByteReader reader(attribute.data);
    switch (attribute.kind) {
      case AttributeKind::kSignature: Signature(pool.Utf8(reader.U2()), out); break;
      case AttributeKind::kExceptions:
        for (uint16_t n = reader.U2(); n > 0 && reader.ok(); --n) {
          Name(pool.ClassName(reader.U2()), EdgeKind::kUses, out);
        }
        break;
      case AttributeKind::kPermittedSubclasses:
      case AttributeKind::kNestMembers: {
        EdgeKind kind = attribute.kind == AttributeKind::kNestMembers ? EdgeKind::kNest : EdgeKind::kInherits;
        for (uint16_t n = reader.U2(); n > 0 && reader.ok(); --n) {
          Name(pool.ClassName(reader.U2()), kind, out);
        }
        break;
      }
      case AttributeKind::kNestHost:
      case AttributeKind::kEnclosingMethod: Name(pool.ClassName(reader.U2()), EdgeKind::kNest, out); break;
      case AttributeKind::kInnerClasses:
        // The other entries only repeat nested classes that the code mentions.
        for (uint16_t n = reader.U2(); n > 0 && reader.ok(); --n) {
          std::string_view inner = pool.ClassName(reader.U2());
          std::string_view outer = pool.ClassName(reader.U2());
          reader.Skip(4);
          if (inner == file_.name()) Name(outer, EdgeKind::kNest, out);
          if (outer == file_.name()) Name(inner, EdgeKind::kNest, out);
        }
        break;
      case AttributeKind::kBootstrapMethods: Bootstraps(attribute, out); break;
      case AttributeKind::kRecord: {
        RecordSink sink;
        static_cast<void>(classfile::WalkAttribute(attribute, pool, 0, sink));
        Attributes(sink.attributes, out);
        break;
      }
      case AttributeKind::kRuntimeVisibleAnnotations:
      case AttributeKind::kRuntimeInvisibleAnnotations:
      case AttributeKind::kRuntimeVisibleParameterAnnotations:
      case AttributeKind::kRuntimeInvisibleParameterAnnotations:
      case AttributeKind::kRuntimeVisibleTypeAnnotations:
      case AttributeKind::kRuntimeInvisibleTypeAnnotations:
      case AttributeKind::kAnnotationDefault: {
        ReferenceSink sink(*this, out);
        static_cast<void>(classfile::WalkAttribute(attribute, pool, 0, sink));
        break;
      }
      default: break;
    }
  }
}

void Extractor::Bootstraps(const Attribute& attribute, ClassFacts& out) {
  ByteReader reader(attribute.data);
  for (uint16_t n = reader.U2(); n > 0 && reader.ok(); --n) {
    Handle(reader.U2(), out);
    for (uint16_t m = reader.U2(); m > 0 && reader.ok(); --m) {
      Loadable(reader.U2(), EdgeKind::kDynamic, out);
    }
  }
}

Status Extractor::Code(const Attribute& attribute, ClassFacts& out) {
  REVMON_RETURN_IF_ERROR(code_.ParseFrom(attribute, file_.pool()));
  for (size_t i = 0; i < code_.handler_count(); ++i) {
    if (uint16_t type = code_.handler(i).catch_type; type != 0) {
      Name(file_.pool().ClassName(type), EdgeKind::kUses, out);
    }
  }
  classfile::InstructionReader reader(code_);
  classfile::Instruction instruction;
  while (reader.Next(instruction)) {
    if (uint16_t index = instruction.pool_index(); index != 0) {
      Operand(index, out);
    } else if (instruction.opcode == Opcode::kSipush) {
      Load(IntegerKey(instruction.constant(), 'I'), out);
    }
  }
  REVMON_RETURN_IF_ERROR(reader.status());
  Attributes(code_.attributes, out);
  return OkStatus();
}

void Extractor::Operand(uint16_t index, ClassFacts& out) {
  if (index >= seen_.size() || seen_[index]) return;
  seen_[index] = true;
  switch (file_.pool().tag(index)) {
    case ConstantTag::kFieldref:
    case ConstantTag::kMethodref:
    case ConstantTag::kInterfaceMethodref: return Member(index, EdgeKind::kUses, out);
    case ConstantTag::kInvokeDynamic:
      return Descriptor(file_.pool().Dynamic(index).descriptor, EdgeKind::kDynamic, out);
    default: return Loadable(index, EdgeKind::kUses, out);
  }
}

void Extractor::Loadable(uint16_t index, EdgeKind kind, ClassFacts& out) {
  const ConstantPool& pool = file_.pool();
  switch (pool.tag(index)) {
    case ConstantTag::kClass: return Name(pool.ClassName(index), kind, out);
    case ConstantTag::kString: Text(pool.String(index), out); return Load(TextKey(pool.String(index)), out);
    case ConstantTag::kInteger: return Load(IntegerKey(static_cast<int32_t>(pool.Bits32(index)), 'I'), out);
    case ConstantTag::kFloat: return Load(IntegerKey(pool.Bits32(index), 'F'), out);
    case ConstantTag::kLong: return Load(IntegerKey(static_cast<int64_t>(pool.Bits64(index)), 'J'), out);
    case ConstantTag::kDouble: return Load(IntegerKey(static_cast<int64_t>(pool.Bits64(index)), 'D'), out);
    case ConstantTag::kMethodHandle: return Handle(index, out);
    case ConstantTag::kMethodType: return Descriptor(pool.MethodType(index), EdgeKind::kDynamic, out);
    case ConstantTag::kDynamic: return Descriptor(pool.Dynamic(index).descriptor, EdgeKind::kDynamic, out);
    default: return;
  }
}

void Extractor::Member(uint16_t index, EdgeKind kind, ClassFacts& out) {
  classfile::MemberRef member = file_.pool().Member(index);
  Name(member.owner, kind, out);
  Descriptor(member.descriptor, kind, out);
}

void Extractor::Handle(uint16_t index, ClassFacts& out) {
  Member(file_.pool().MethodHandle(index).member_index, EdgeKind::kDynamic, out);
}

void Extractor::Signature(std::string_view text, ClassFacts& out) {
  // Which of the three grammars it is follows from its first characters; a wrong guess fails to parse.
  using Kind = classfile::SignatureKind;
  for (Kind kind : {Kind::kField, Kind::kMethod, Kind::kClass}) {
    Result<classfile::Signature> signature = classfile::Signature::Parse(kind, text);
    if (!signature.ok()) continue;
    std::string outer;
    for (const classfile::Signature::Node& node : signature->nodes()) {
      if (node.kind == classfile::SignatureNode::kClass) {
        outer = node.text;
        Name(node.text, EdgeKind::kSignature, out);
      } else if (node.kind == classfile::SignatureNode::kInner) {
        outer += "$" + std::string(node.text);
        Name(names_.Copy(std::string_view(outer)), EdgeKind::kSignature, out);
      }
    }
    return;
  }
}

void Extractor::Name(std::string_view name, EdgeKind kind, ClassFacts& out) {
  if (name.starts_with('[')) return Descriptor(name, kind, out);
  if (name.empty() || name == out.name || IsJdk(name)) return;
  out.references.push_back({name, kind});
}

// Any text with class types in it: "(La/B;I)[La/C;".
void Extractor::Descriptor(std::string_view descriptor, EdgeKind kind, ClassFacts& out) {
  for (size_t at = descriptor.find('L'); at != std::string_view::npos; at = descriptor.find('L', at)) {
    size_t end = descriptor.find(';', at);
    if (end == std::string_view::npos) return;
    Name(descriptor.substr(at + 1, end - at - 1), kind, out);
    at = end;
  }
}

void Extractor::Text(std::string_view text, ClassFacts& out) {
  if (text.empty() || text.size() > kLongestName) return;
  bool plausible = std::all_of(text.begin(), text.end(),
                               [](char c) { return static_cast<unsigned char>(c) > ' ' && c != '\x7f'; });
  if (plausible) out.texts.push_back(text);
}

void Extractor::Load(uint64_t key, ClassFacts& out) {
  if (key != 0) out.loaded.push_back(key);
}

void Extractor::Tidy(ClassFacts& out) {
  auto before = [](const Reference& a, const Reference& b) {
    return a.name != b.name ? a.name < b.name : a.kind < b.kind;
  };
  std::sort(out.references.begin(), out.references.end(), before);
  out.references.erase(std::unique(out.references.begin(), out.references.end()), out.references.end());
  std::sort(out.texts.begin(), out.texts.end());
  out.texts.erase(std::unique(out.texts.begin(), out.texts.end()), out.texts.end());
  std::sort(out.loaded.begin(), out.loaded.end());
  out.loaded.erase(std::unique(out.loaded.begin(), out.loaded.end()), out.loaded.end());
}

bool Extractor::MayNameClasses(std::string_view path, uint64_t size) {
  if (size > kLargestScanned) return false;
  if (path.starts_with("META-INF/services/")) return true;
  constexpr std::array<std::string_view, 14> kEndings = {
      ".properties", ".xml",  ".factories", ".imports", ".handlers", ".schemas", ".json",
      ".yml",        ".yaml", ".conf",      ".cfg",     ".ini",      ".txt",     ".groovy"};
  return std::any_of(kEndings.begin(), kEndings.end(), [&](std::string_view e) { return path.ends_with(e); });
}

void Extractor::Resource(std::string_view path, Bytes bytes, ClassFacts& out) {
  out.Clear();
  out.name = path;
  out.is_resource = true;
  out.content = HashBytes(bytes);
  if (!MayNameClasses(path, bytes.size())) return;
  std::string_view text = AsText(bytes);
  for (size_t at = 0; at < text.size() && out.texts.size() < kMostNamesPerResource;) {
    size_t end = at;
    while (end < text.size() && (IsNameCharacter(text[end]) || text[end] == '.')) ++end;
    std::string_view word = text.substr(at, end - at);
    while (word.ends_with('.')) word.remove_suffix(1);
    if (!word.empty() && word.size() <= kLongestName) out.texts.push_back(word);
    at = end + 1;
  }
  Tidy(out);
}

}  // namespace revmon::graph
