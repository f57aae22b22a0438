#include "weave/serial_version.h"

#include <algorithm>
#include <array>
#include <bit>
#include <string>
#include <string_view>
#include <vector>

namespace revmon::weave {
namespace {

using classfile::ClassFile;
using classfile::Member;

constexpr uint16_t kClassModifiers =
    classfile::kAccPublic | classfile::kAccFinal | classfile::kAccInterface | classfile::kAccAbstract;
constexpr uint16_t kVisibility = classfile::kAccPublic | classfile::kAccPrivate | classfile::kAccProtected;
constexpr uint16_t kFieldModifiers = kVisibility | classfile::kAccStatic | classfile::kAccFinal |
                                     classfile::kAccVolatile | classfile::kAccTransient;
constexpr uint16_t kMethodModifiers = kVisibility | classfile::kAccStatic | classfile::kAccFinal |
                                      classfile::kAccSynchronized | classfile::kAccNative |
                                      classfile::kAccAbstract | classfile::kAccStrict;

std::string Dotted(std::string_view name) {
  std::string text(name);
  std::replace(text.begin(), text.end(), '/', '.');
  return text;
}

// DataOutput.writeUTF; names in class files are in modified UTF-8 already.
void PutUtf(ByteWriter& out, std::string_view text) {
  out.U2(static_cast<uint16_t>(text.size()));
  out.Put(text);
}

// As Class.getModifiers says: what InnerClasses declares, for a member class.
uint16_t ModifiersOf(const ClassFile& file) {
  const classfile::Attribute* inner = file.Find(classfile::AttributeKind::kInnerClasses);
  if (inner == nullptr) return file.access_flags();
  ByteReader reader(inner->data);
  uint16_t count = reader.U2();
  for (uint16_t i = 0; i < count && reader.ok(); ++i) {
    uint16_t self = reader.U2();
    reader.Skip(4);
    uint16_t flags = reader.U2();
    if (reader.ok() && file.pool().ClassName(self) == file.name()) return flags;
  }
  return file.access_flags();
}

void PutMember(ByteWriter& out, std::string_view name, uint16_t modifiers, std::string_view descriptor) {
  PutUtf(out, name);
  out.U4(modifiers);
  PutUtf(out, descriptor);
}

void PutFields(const ClassFile& file, ByteWriter& out) {
  std::vector<const Member*> fields;
  for (const Member& field : file.fields()) fields.push_back(&field);
  std::sort(fields.begin(), fields.end(), [](auto* a, auto* b) { return a->name < b->name; });
  for (const Member* field : fields) {
    uint16_t modifiers = field->access_flags & kFieldModifiers;
    bool is_private = (modifiers & classfile::kAccPrivate) != 0;
    bool unsaved = (modifiers & (classfile::kAccStatic | classfile::kAccTransient)) != 0;
    if (!is_private || !unsaved) PutMember(out, field->name, modifiers, field->descriptor);
  }
}

// Constructors sort before methods, <clinit> before both: three groups as the specification has them.
void PutMethods(const ClassFile& file, bool constructors, ByteWriter& out) {
  std::vector<const Member*> methods;
  for (const Member& method : file.methods()) {
    bool is_constructor = method.name == "<init>";
    if (method.name != "<clinit>" && is_constructor == constructors) methods.push_back(&method);
  }
  std::sort(methods.begin(), methods.end(), [](auto* a, auto* b) {
    return a->name != b->name ? a->name < b->name : a->descriptor < b->descriptor;
  });
  for (const Member* method : methods) {
    uint16_t modifiers = method->access_flags & kMethodModifiers;
    if ((modifiers & classfile::kAccPrivate) != 0) continue;
    PutMember(out, method->name, modifiers, Dotted(method->descriptor));
  }
}

bool HasInitializer(const ClassFile& file) {
  return std::any_of(file.methods().begin(), file.methods().end(),
                     [](const Member& method) { return method.name == "<clinit>"; });
}

void AddBlock(const uint8_t* block, std::array<uint32_t, 5>& state) {
  std::array<uint32_t, 80> words = {};
  for (size_t i = 0; i < 16; ++i) words[i] = LoadBe32(block + 4 * i);
  for (size_t i = 16; i < 80; ++i) {
    words[i] = std::rotl(words[i - 3] ^ words[i - 8] ^ words[i - 14] ^ words[i - 16], 1);
  }
  auto [a, b, c, d, e] = state;
  for (size_t i = 0; i < 80; ++i) {
    uint32_t mixed = (b & c) | (~b & d);
    uint32_t constant = 0x5A827999;
    if (i >= 20) mixed = b ^ c ^ d, constant = 0x6ED9EBA1;
    if (i >= 40) mixed = (b & c) | (b & d) | (c & d), constant = 0x8F1BBCDC;
    if (i >= 60) mixed = b ^ c ^ d, constant = 0xCA62C1D6;
    uint32_t next = std::rotl(a, 5) + mixed + e + constant + words[i];
    e = d;
    d = c;
    c = std::rotl(b, 30);
    b = a;
    a = next;
  }
  state = {state[0] + a, state[1] + b, state[2] + c, state[3] + d, state[4] + e};
}

}  // namespace

bool MaySerialize(const ClassFile& file, match::TypeWorld& world) {
  constexpr std::string_view kSerializable = "java/io/Serializable";
  if (world.IsSubtype(file.super_name(), kSerializable) != match::Tri::kNo) return true;
  for (size_t i = 0; i < file.interface_count(); ++i) {
    if (world.IsSubtype(file.interface_name(i), kSerializable) != match::Tri::kNo) return true;
  }
  return false;
}

uint64_t ShaPrefix(Bytes bytes) {
  std::vector<uint8_t> padded(bytes.begin(), bytes.end());
  padded.push_back(0x80);
  while (padded.size() % 64 != 56) padded.push_back(0);
  uint64_t bits = uint64_t{bytes.size()} * 8;
  for (int shift = 56; shift >= 0; shift -= 8) padded.push_back(static_cast<uint8_t>(bits >> shift));
  std::array<uint32_t, 5> state = {0x67452301, 0xEFCDAB89, 0x98BADCFE, 0x10325476, 0xC3D2E1F0};
  for (size_t at = 0; at < padded.size(); at += 64) AddBlock(padded.data() + at, state);
  uint64_t prefix = 0;
  for (uint32_t i = 0; i < 8; ++i) {
    uint64_t byte = (state[i / 4] >> (24 - 8 * (i % 4))) & 0xFF;
    prefix |= byte << (8 * i);
  }
  return prefix;
}

uint64_t DefaultSerialVersion(const ClassFile& file) {
  ByteWriter out;
  PutUtf(out, Dotted(file.name()));
  uint16_t modifiers = ModifiersOf(file) & kClassModifiers;
  if ((modifiers & classfile::kAccInterface) != 0) {
    // As old compilers had it: abstract exactly if there are methods.
    modifiers &= static_cast<uint16_t>(~classfile::kAccAbstract);
    if (!file.methods().empty()) modifiers |= classfile::kAccAbstract;
  }
  out.U4(modifiers);
  std::vector<std::string> interfaces;
  for (size_t i = 0; i < file.interface_count(); ++i) interfaces.push_back(Dotted(file.interface_name(i)));
  std::sort(interfaces.begin(), interfaces.end());
  for (const std::string& name : interfaces) PutUtf(out, name);
  PutFields(file, out);
  if (HasInitializer(file)) PutMember(out, "<clinit>", classfile::kAccStatic, "()V");
  PutMethods(file, true, out);
  PutMethods(file, false, out);
  std::vector<uint8_t> bytes = out.Release();
  return ShaPrefix(bytes);
}

Status KeepSerialVersion(const ClassFile& file, classfile::ClassEditor& editor) {
  for (const Member& field : file.fields()) {
    if (field.name == "serialVersionUID") return OkStatus();
  }
  constexpr uint16_t kFlags = classfile::kAccPrivate | classfile::kAccStatic | classfile::kAccFinal;
  REVMON_ASSIGN_OR_RETURN(size_t field, editor.AddField(kFlags, "serialVersionUID", "J"));
  REVMON_ASSIGN_OR_RETURN(uint16_t value,
                          editor.pool().Long(std::bit_cast<int64_t>(DefaultSerialVersion(file))));
  ByteWriter index;
  index.U2(value);
  return editor.SetFieldAttribute(field, "ConstantValue", index.Release());
}

Status KeepSerialVersion(const ClassFile& file, match::TypeWorld& world, std::vector<uint8_t>& woven) {
  constexpr uint16_t kNoVersion = classfile::kAccInterface | classfile::kAccEnum;
  if ((file.access_flags() & kNoVersion) != 0 || HasInitializer(file) || !MaySerialize(file, world)) {
    return OkStatus();
  }
  REVMON_ASSIGN_OR_RETURN(ClassFile changed, ClassFile::Parse(woven));
  if (!HasInitializer(changed)) return OkStatus();
  classfile::ClassEditor editor(changed);
  REVMON_RETURN_IF_ERROR(KeepSerialVersion(file, editor));
  REVMON_ASSIGN_OR_RETURN(std::vector<uint8_t> kept, editor.Write());
  woven = std::move(kept);
  return OkStatus();
}

}  // namespace revmon::weave
