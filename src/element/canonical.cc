#include "element/canonical.h"

#include <algorithm>

#include "classfile/attribute_walk.h"
#include "element/canonical_sink.h"

namespace revmon::element {
namespace {

using classfile::Attribute;
using classfile::AttributeKind;
using classfile::ClassFile;
using classfile::Member;

bool IsAnnotation(AttributeKind kind) {
  return kind >= AttributeKind::kRuntimeVisibleAnnotations &&
         kind <= AttributeKind::kRuntimeInvisibleTypeAnnotations;
}

// The attribute Synthetic and the flag mean the same; so do they here.
uint32_t FlagsOf(uint16_t flags, std::span<const Attribute> attributes) {
  return FindAttribute(attributes, AttributeKind::kSynthetic) == nullptr ? flags
                                                                         : flags | classfile::kAccSynthetic;
}

// Walks a Record and hands on either what its components are, or how they are annotated.
class RecordSink final : public classfile::AttributeSink {
 public:
  RecordSink(CanonicalSink& out, bool annotations) : out_(out), annotations_(annotations) {}

  void Value(std::string_view name, uint32_t value, uint32_t width) override {
    if (Passes()) out_.Value(name, value, width);
  }
  void Constant(std::string_view name, uint16_t index, uint32_t offset) override {
    if (Passes()) out_.Constant(name, index, offset);
  }
  void Pc(std::string_view name, uint32_t pc) override {
    if (Passes()) out_.Pc(name, pc);
  }
  void Raw(std::string_view name, Bytes bytes) override {
    if (Passes()) out_.Raw(name, bytes);
  }
  void Begin(std::string_view name) override { out_.Begin(name); }
  void End() override { out_.End(); }
  bool BeginAttribute(const Attribute& attribute) override {
    inside_ = IsAnnotation(attribute.kind) == annotations_;
    found_ |= inside_;
    if (inside_) out_.BeginAttribute(attribute);
    skipping_ = !inside_;
    return inside_;
  }
  void EndAttribute() override {
    if (inside_) out_.EndAttribute();
    inside_ = skipping_ = false;
  }
  [[nodiscard]] bool found() const { return found_; }

 private:
  // Component names and descriptors go with the shape only.
  [[nodiscard]] bool Passes() const { return inside_ || (!annotations_ && !skipping_); }
  CanonicalSink& out_;
  bool annotations_;
  bool inside_ = false;
  bool skipping_ = false;
  bool found_ = false;
};

}  // namespace

// One case per attribute: a table.
Canonicalizer::Destination Canonicalizer::DestinationOf(AttributeKind kind) {
  using K = AttributeKind;
  if (IsAnnotation(kind)) return Destination::kAnnotations;
  switch (kind) {
    case K::kSourceFile:
    case K::kSourceDebugExtension:
    case K::kLineNumberTable:
    case K::kLocalVariableTable:
    case K::kLocalVariableTypeTable: return Destination::kDebug;
    case K::kConstantValue:
    case K::kCode:  // both are content, read by Field and Method
    case K::kStackMapTable:
    case K::kSynthetic:         // a flag
    case K::kBootstrapMethods:  // by value where it is used
      return Destination::kNone;
    case K::kInnerClasses:
    case K::kNestMembers:
    case K::kRecord: return Destination::kSpecial;
    default: return Destination::kShape;
  }
}

CanonicalBuffer& Canonicalizer::BufferOf(Destination destination) {
  switch (destination) {
    case Destination::kAnnotations: return annotations_;
    case Destination::kContent: return content_;
    case Destination::kDebug: return debug_;
    default: return shape_;
  }
}

Status Canonicalizer::Run(const ClassFile& file, ClassChecksums& out) {
  REVMON_RETURN_IF_ERROR(constants_.Reset(file));
  instruction_count_ = 0;
  out.fields.clear();
  out.methods.clear();
  for (const Member& field : file.fields()) {
    Begin();
    Field(file, field);
    out.fields.push_back(End());
  }
  for (const Member& method : file.methods()) {
    Begin();
    REVMON_RETURN_IF_ERROR(Method(file, method));
    out.methods.push_back(End());
  }
  Begin();
  Type(file);
  out.type = End();
  out.type.content = Digest(file, out);
  out.instruction_count = instruction_count_;
  return OkStatus();
}

void Canonicalizer::Begin() {
  shape_.Clear();
  annotations_.Clear();
  content_.Clear();
  debug_.Clear();
}

Checksums Canonicalizer::End() {
  auto hash = [this](const CanonicalBuffer& buffer) {
    return buffer.empty() ? Hash128{} : hash_(buffer.bytes());
  };
  return {.shape = hash(shape_),
          .annotations = hash(annotations_),
          .content = hash(content_),
          .debug = hash(debug_)};
}

void Canonicalizer::Type(const ClassFile& file) {
  shape_.U2(file.minor_version());
  shape_.U2(file.major_version());
  shape_.U2(FlagsOf(file.access_flags(), file.attributes()));
  shape_.U8(constants_.Of(file.super_index()));
  shape_.U2(static_cast<uint32_t>(file.interface_count()));
  for (size_t i = 0; i < file.interface_count(); ++i) shape_.U8(constants_.Of(file.interface_index(i)));
  Attributes(file, file.attributes(), false);
}

void Canonicalizer::Field(const ClassFile& file, const Member& field) {
  shape_.U2(FlagsOf(field.access_flags, file.attributes(field)));
  Attributes(file, file.attributes(field), false);
  if (const Attribute* value = file.Find(field, AttributeKind::kConstantValue)) {
    Whole(file, *value, content_, false);
  }
}

Status Canonicalizer::Method(const ClassFile& file, const Member& method) {
  shape_.U2(FlagsOf(method.access_flags, file.attributes(method)));
  if (method.attribute_count == 0) return OkStatus();
  if (const Attribute* code = file.Find(method, AttributeKind::kCode))
    REVMON_RETURN_IF_ERROR(Body(file, *code));
  Attributes(file, file.attributes(method), false);
  return OkStatus();
}

Status Canonicalizer::Body(const ClassFile& file, const Attribute& attribute) {
  REVMON_RETURN_IF_ERROR(code_.ParseFrom(attribute, file.pool()));
  REVMON_RETURN_IF_ERROR(body_.Write(code_, constants_, content_));
  instruction_count_ += body_.instruction_count();
  Attributes(file, code_.attributes, true);
  return OkStatus();
}

Hash128 Canonicalizer::Digest(const ClassFile& file, const ClassChecksums& sums) {
  CanonicalBuffer& form = content_;
  form.Clear();
  form.U8(constants_.Of(file.this_index()));
  form.Hash(sums.type.shape);
  form.Hash(sums.type.annotations);
  auto add = [&](std::span<const Member> members, const std::vector<Checksums>& checksums) {
    form.U4(static_cast<uint32_t>(members.size()));
    for (size_t i = 0; i < members.size(); ++i) {
      form.U8(constants_.Of(members[i].name_index));
      form.U8(constants_.Of(members[i].descriptor_index));
      form.Hash(checksums[i].shape);
      form.Hash(checksums[i].annotations);
      form.Hash(checksums[i].content);
    }
  };
  add(file.fields(), sums.fields);
  add(file.methods(), sums.methods);
  return hash_(form.bytes());
}

void Canonicalizer::Attributes(const ClassFile& file, std::span<const Attribute> attributes, bool in_code) {
  sorted_.clear();
  for (const Attribute& attribute : attributes) {
    Destination destination = DestinationOf(attribute.kind);
    if (destination == Destination::kNone || (destination == Destination::kDebug && skip_debug_)) continue;
    sorted_.push_back(&attribute);
  }
  if (sorted_.size() > 1) {
    std::stable_sort(sorted_.begin(), sorted_.end(), [&](const Attribute* a, const Attribute* b) {
      if (a->kind != b->kind) return a->kind < b->kind;
      return a->kind == AttributeKind::kUnknown &&
             file.pool().Utf8(a->name_index) < file.pool().Utf8(b->name_index);
    });
  }
  for (const Attribute* attribute : sorted_) {
    Destination destination = DestinationOf(attribute->kind);
    if (destination == Destination::kSpecial) {
      Special(file, *attribute);
    } else if (in_code && destination != Destination::kDebug) {
      Whole(file, *attribute, content_, true);
    } else {
      Whole(file, *attribute, BufferOf(destination), in_code);
    }
  }
}

void Canonicalizer::Whole(const ClassFile& file, const Attribute& attribute, CanonicalBuffer& out,
                          bool in_code) {
  out.U1(0x60 + static_cast<uint32_t>(attribute.kind));
  if (attribute.kind == AttributeKind::kUnknown) out.U8(constants_.Of(attribute.name_index));
  size_t start = out.size();
  CanonicalSink sink(constants_, in_code ? &body_ : nullptr, out);
  if (!classfile::WalkAttribute(attribute, file.pool(), 0, sink).ok()) {
    out.Truncate(start);
    out.U1(0xFF);
    out.Field(attribute.data);
  }
}

void Canonicalizer::Special(const ClassFile& file, const Attribute& attribute) {
  // Well-formed or not is decided once, by the walker; what follows then reads without looking back.
  classfile::AttributeSink nothing;
  if (!classfile::WalkAttribute(attribute, file.pool(), 0, nothing).ok())
    return Whole(file, attribute, shape_, false);
  switch (attribute.kind) {
    case AttributeKind::kInnerClasses: return InnerClasses(file, attribute);
    case AttributeKind::kNestMembers: return NestMembers(attribute);
    default: return Record(file, attribute);
  }
}

void Canonicalizer::InnerClasses(const ClassFile& file, const Attribute& attribute) {
  set_.clear();
  ByteReader reader(attribute.data);
  for (uint32_t left = reader.U2(); left > 0; --left) {
    uint16_t inner = reader.U2(), outer = reader.U2(), name = reader.U2(), flags = reader.U2();
    if (file.pool().ClassName(inner) != file.name() && file.pool().ClassName(outer) != file.name()) continue;
    uint64_t content = flags;
    for (uint16_t index : {inner, outer, name})
      content = content * 0x9E3779B97F4A7C15u + constants_.Of(index);
    set_.push_back(content);
  }
  SortedSet(attribute.kind);
}

void Canonicalizer::NestMembers(const Attribute& attribute) {
  set_.clear();
  ByteReader reader(attribute.data);
  for (uint32_t left = reader.U2(); left > 0; --left) set_.push_back(constants_.Of(reader.U2()));
  SortedSet(attribute.kind);
}

void Canonicalizer::SortedSet(AttributeKind kind) {
  if (set_.empty()) return;
  std::sort(set_.begin(), set_.end());
  shape_.U1(0x60 + static_cast<uint32_t>(kind));
  shape_.U4(static_cast<uint32_t>(set_.size()));
  for (uint64_t content : set_) shape_.U8(content);
}

void Canonicalizer::Record(const ClassFile& file, const Attribute& attribute) {
  for (bool annotations : {false, true}) {
    CanonicalBuffer& out = annotations ? annotations_ : shape_;
    size_t start = out.size();
    out.U1(0x60 + static_cast<uint32_t>(attribute.kind));
    CanonicalSink canonical(constants_, nullptr, out);
    RecordSink sink(canonical, annotations);
    (void)classfile::WalkAttribute(attribute, file.pool(), 0, sink).ok();
    if (annotations && !sink.found()) out.Truncate(start);
  }
}

}  // namespace revmon::element
