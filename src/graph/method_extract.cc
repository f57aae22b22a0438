#include "graph/method_extract.h"

#include <algorithm>
#include <array>

#include "base/hash.h"
#include "classfile/attribute_walk.h"
#include "classfile/signature.h"

namespace revmon::graph {

using classfile::Attribute;
using classfile::AttributeKind;
using classfile::ConstantPool;
using classfile::ConstantTag;
using classfile::Opcode;

namespace {

constexpr size_t kLongestName = 256;
constexpr int kDeepestConstant = 8;

template <size_t N>
bool StartsWithAny(std::string_view text, const std::array<std::string_view, N>& prefixes) {
  return std::any_of(prefixes.begin(), prefixes.end(),
                     [&](std::string_view p) { return text.starts_with(p); });
}
template <size_t N>
bool IsAnyOf(std::string_view text, const std::array<std::string_view, N>& words) {
  return std::find(words.begin(), words.end(), text) != words.end();
}

// "La/b/C$D;" -> "D"
std::string_view SimpleName(std::string_view descriptor) {
  if (descriptor.ends_with(';')) descriptor.remove_suffix(1);
  size_t at = descriptor.find_last_of("/$");
  return at == std::string_view::npos ? descriptor : descriptor.substr(at + 1);
}

// Annotations that only speak to people and static checkers, though they are there at run time.
bool IsSilentAnnotation(std::string_view descriptor) {
  static constexpr std::array<std::string_view, 16> kSilent = {"Nullable",
                                                               "NonNull",
                                                               "Nonnull",
                                                               "NotNull",
                                                               "CheckForNull",
                                                               "Generated",
                                                               "API",
                                                               "CheckReturnValue",
                                                               "CanIgnoreReturnValue",
                                                               "VisibleForTesting",
                                                               "Immutable",
                                                               "ThreadSafe",
                                                               "GuardedBy",
                                                               "NotThreadSafe",
                                                               "SuppressFBWarnings",
                                                               "Metadata"};
  return descriptor.starts_with("Ljava/") || IsAnyOf(SimpleName(descriptor), kSilent);
}

bool IsTestAnnotation(std::string_view descriptor) {
  static constexpr std::array<std::string_view, 7> kTests = {
      "Test", "ParameterizedTest", "RepeatedTest", "TestFactory", "TestTemplate", "Theory", "Property"};
  return IsAnyOf(SimpleName(descriptor), kTests);
}

// Does a call of this method of the JDK look at the members of classes, or make objects behind their backs?
bool Reflects(std::string_view owner, std::string_view name) {
  static constexpr std::array<std::string_view, 9> kOwners = {
      "java/lang/reflect/", "java/beans/",         "java/lang/invoke/MethodHandles",
      "javax/management/",  "javax/xml/bind/",     "javax/script/",
      "javax/naming/",      "java/io/ObjectInput", "java/io/ObjectOutput"};
  if (owner == "java/lang/reflect/Array") return false;
  if (StartsWithAny(owner, kOwners)) return true;
  if (owner == "java/lang/ClassLoader" || owner == "java/net/URLClassLoader") return name == "loadClass";
  if (owner == "sun/misc/Unsafe" || owner == "java/util/ServiceLoader") return true;
  if (owner != "java/lang/Class") return false;
  static constexpr std::array<std::string_view, 9> kOfClass = {
      "getMethod", "getDeclared",         "getField",         "getConstructor", "newInstance",
      "forName",   "getRecordComponents", "getEnumConstants", "getAnnotation"};
  return StartsWithAny(name, kOfClass);
}

// What is asked of a class constant here is its name, its place, or whether objects are of the class.
bool IsHarmlessForLiteral(std::string_view owner, std::string_view name) {
  static constexpr std::array<std::string_view, 18> kOfClass = {"desiredAssertionStatus",
                                                                "getName",
                                                                "getSimpleName",
                                                                "getCanonicalName",
                                                                "getTypeName",
                                                                "getPackage",
                                                                "getPackageName",
                                                                "isInstance",
                                                                "cast",
                                                                "hashCode",
                                                                "equals",
                                                                "isAssignableFrom",
                                                                "toString",
                                                                "getResource",
                                                                "getResourceAsStream",
                                                                "getClassLoader",
                                                                "getProtectionDomain",
                                                                "getModule"};
  static constexpr std::array<std::string_view, 5> kLoggers = {
      "org/slf4j/LoggerFactory", "org/apache/commons/logging/LogFactory", "org/apache/log4j/Logger",
      "org/apache/logging/log4j/LogManager", "org/jboss/logging/Logger"};
  if (owner == "java/lang/Class") return IsAnyOf(name, kOfClass);
  return IsAnyOf(owner, kLoggers) && (name == "getLogger" || name == "getLog");
}

}  // namespace

bool IsJdkName(std::string_view name) {
  return name.starts_with("java/") || name.starts_with("jdk/") || name.starts_with("sun/");
}

bool IsFrameworkName(std::string_view name) {
  static constexpr std::array<std::string_view, 27> kPrefixes = {"junit/",
                                                                 "org/junit/",
                                                                 "org/testng/",
                                                                 "org/hamcrest/",
                                                                 "org/opentest4j/",
                                                                 "org/apiguardian/",
                                                                 "org/mockito/",
                                                                 "org/powermock/",
                                                                 "org/easymock/",
                                                                 "org/jmock/",
                                                                 "com/mockrunner/",
                                                                 "org/objenesis/",
                                                                 "net/bytebuddy/",
                                                                 "net/sf/cglib/",
                                                                 "org/aspectj/",
                                                                 "org/jacoco/",
                                                                 "org/apache/maven/",
                                                                 "org/gradle/",
                                                                 "worker/org/gradle/",
                                                                 "org/spockframework/",
                                                                 "spock/",
                                                                 "com/intellij/rt/",
                                                                 "org/evosuite/",
                                                                 "org/slf4j/",
                                                                 "ch/qos/logback/",
                                                                 "org/apache/logging/",
                                                                 "org/apache/log4j/"};
  return StartsWithAny(name, kPrefixes) || name.starts_with("org/apache/commons/logging/");
}

// What annotations name, and a checksum of those that are there at run time.
class MemberAnnotationSink final : public classfile::AttributeSink {
 public:
  MemberAnnotationSink(MethodExtractor& extractor, bool visible, Hasher& hash)
      : extractor_(extractor), visible_(visible), hash_(hash) {}

  void Value(std::string_view, uint32_t value, uint32_t) override { hash_.U4(value); }
  void Begin(std::string_view) override { hash_.U1(1); }
  void End() override { hash_.U1(2); }
  void Constant(std::string_view name, uint16_t index, uint32_t) override {
    const ConstantPool& pool = extractor_.file_->pool();
    std::string_view text = pool.Utf8(index);
    if (pool.Is(index, ConstantTag::kUtf8)) {
      hash_.Field(text);
    } else {
      hash_.U4(pool.Bits32(index)).U8(pool.Bits64(index));
    }
    if (name == "type") {
      extractor_.DescriptorUse(text);
      bool silent = !visible_ || IsSilentAnnotation(text);
      if (!silent) extractor_.bits_ |= kAnnotated;
      if (!silent && IsTestAnnotation(text)) extractor_.bits_ |= kIsTest;
    } else if (name == "class" && text.starts_with('L') && text.ends_with(';')) {
      extractor_.TypeUse(text.substr(1, text.size() - 2), RefKind::kLiteral);
    } else if (name == "value" && pool.Is(index, ConstantTag::kUtf8)) {
      extractor_.StringUse(text, true);
    }
  }

 private:
  MethodExtractor& extractor_;
  bool visible_;
  Hasher& hash_;
};

Status MethodExtractor::Class(const classfile::ClassFile& file, const element::ClassChecksums& sums,
                              const element::ConstantHasher& constants, MethodFacts& out) {
  constants_ = &constants;
  file_ = &file;
  out_ = &out;
  out.Clear();
  texts_.clear();
  texts_.emplace(std::string_view(), 0);
  refs_.clear();
  stamps_.clear();
  stamp_ = 0;
  names_ = Arena();
  bootstraps_.clear();
  if (const Attribute* attribute = file.Find(AttributeKind::kBootstrapMethods)) {
    bootstrap_data_ = attribute->data;
    ByteReader reader(attribute->data);
    for (uint16_t n = reader.U2(); n > 0 && reader.ok(); --n) {
      bootstraps_.push_back(static_cast<uint32_t>(reader.offset()));
      reader.Skip(2);
      reader.Skip(size_t{2} * reader.U2());
    }
  }
  Type(sums);
  for (size_t i = 0; i < file.fields().size(); ++i) {
    REVMON_RETURN_IF_ERROR(Member(file.fields()[i], sums.fields[i], false));
  }
  for (size_t i = 0; i < file.methods().size(); ++i) {
    REVMON_RETURN_IF_ERROR(Member(file.methods()[i], sums.methods[i], true));
  }
  return OkStatus();
}

void MethodExtractor::Begin(MemberFacts& member) {
  ++stamp_;
  bits_ = 0;
  member.first_use = static_cast<uint32_t>(out_->uses.size());
}

void MethodExtractor::End(MemberFacts& member) {
  member.use_count = static_cast<uint32_t>(out_->uses.size()) - member.first_use;
  member.bits = bits_;
}

void MethodExtractor::Type(const element::ClassChecksums& sums) {
  MemberFacts& type = out_->type;
  Begin(type);
  type.name = Text(file_->name());
  type.descriptor = Text(file_->super_name());
  type.flags = file_->access_flags();
  type.shape = sums.type.shape.low;
  type.hidden = sums.type.annotations.low;
  Attributes(file_->attributes(), type);
  Hasher rest;
  rest.U8(type.rest).U2(file_->major_version()).Field(file_->super_name());
  for (size_t i = 0; i < file_->interface_count(); ++i) {
    out_->interfaces.push_back(Text(file_->interface_name(i)));
    rest.Field(file_->interface_name(i));
    TypeUse(file_->interface_name(i));
  }
  TypeUse(file_->super_name());
  type.rest = rest.Finish().low;
  Hasher order;
  for (const classfile::Member& field : file_->fields()) order.Field(field.name).Field(field.descriptor);
  for (const classfile::Member& method : file_->methods()) order.Field(method.name).Field(method.descriptor);
  type.content = order.Finish().low;
  Nest(file_->attributes());
  End(type);
}

// Which classes are nested in it and around it: the attributes of which an anonymous class more or less makes
// a difference.
void MethodExtractor::Nest(std::span<const Attribute> attributes) {
  std::vector<std::string> names;
  const ConstantPool& pool = file_->pool();
  for (const Attribute& attribute : attributes) {
    ByteReader reader(attribute.data);
    if (attribute.kind == AttributeKind::kNestMembers) {
      for (uint16_t n = reader.U2(); n > 0 && reader.ok(); --n) {
        names.push_back("m" + std::string(pool.ClassName(reader.U2())));
      }
    } else if (attribute.kind == AttributeKind::kInnerClasses) {
      for (uint16_t n = reader.U2(); n > 0 && reader.ok(); --n) {
        std::string_view inner = pool.ClassName(reader.U2());
        std::string_view outer = pool.ClassName(reader.U2());
        reader.Skip(2);
        uint16_t flags = reader.U2();
        if (inner == file_->name() || outer == file_->name()) {
          names.push_back("i" + std::string(inner) + " " + std::string(outer) + " " + std::to_string(flags));
        }
      }
    }
  }
  std::sort(names.begin(), names.end());
  Hasher hash;
  for (const std::string& name : names) hash.Field(name);
  out_->nest = names.empty() ? 0 : hash.Finish().low;
}

Status MethodExtractor::Member(const classfile::Member& member, const element::Checksums& sums, bool method) {
  MemberFacts facts;
  Begin(facts);
  facts.name = Text(member.name);
  facts.descriptor = Text(member.descriptor);
  facts.flags = member.access_flags;
  facts.shape = sums.shape.low;
  facts.hidden = sums.annotations.low;
  facts.content = sums.content.low;
  DescriptorUse(member.descriptor);
  Attributes(file_->attributes(member), facts);
  if (method) {
    if (const Attribute* code = file_->Find(member, AttributeKind::kCode))
      REVMON_RETURN_IF_ERROR(Code(*code, facts));
  }
  End(facts);
  (method ? out_->methods : out_->fields).push_back(facts);
  return OkStatus();
}

// Fills `rest` and `visible`, and uses what the attributes name.
void MethodExtractor::Attributes(std::span<const Attribute> attributes, MemberFacts& member) {
  const ConstantPool& pool = file_->pool();
  Hasher rest, visible;
  bool any_visible = false;
  for (const Attribute& attribute : attributes) {
    ByteReader reader(attribute.data);
    switch (attribute.kind) {
      case AttributeKind::kCode:
      case AttributeKind::kConstantValue:
      case AttributeKind::kSynthetic:
      case AttributeKind::kSourceFile:
      case AttributeKind::kSourceDebugExtension:
      case AttributeKind::kBootstrapMethods:
      case AttributeKind::kInnerClasses:
      case AttributeKind::kNestMembers: break;
      case AttributeKind::kExceptions:
        for (uint16_t n = reader.U2(); n > 0 && reader.ok(); --n) TypeUse(pool.ClassName(reader.U2()));
        break;
      case AttributeKind::kSignature: {
        std::string_view text = pool.Utf8(reader.U2());
        rest.Field(text);
        Signature(text);
        break;
      }
      case AttributeKind::kNestHost: rest.Field(pool.ClassName(reader.U2())); break;
      case AttributeKind::kEnclosingMethod:
        rest.Field(pool.ClassName(reader.U2())).Field(pool.NameAndType(reader.U2()).name);
        break;
      case AttributeKind::kPermittedSubclasses:
        for (uint16_t n = reader.U2(); n > 0 && reader.ok(); --n) {
          std::string_view name = pool.ClassName(reader.U2());
          rest.Field(name);
          TypeUse(name);
        }
        break;
      case AttributeKind::kRuntimeVisibleAnnotations:
      case AttributeKind::kRuntimeVisibleParameterAnnotations:
      case AttributeKind::kRuntimeVisibleTypeAnnotations:
      case AttributeKind::kRuntimeInvisibleAnnotations:
      case AttributeKind::kRuntimeInvisibleParameterAnnotations:
      case AttributeKind::kRuntimeInvisibleTypeAnnotations:
      case AttributeKind::kAnnotationDefault: {
        bool shown = attribute.kind == AttributeKind::kRuntimeVisibleAnnotations ||
                     attribute.kind == AttributeKind::kRuntimeVisibleParameterAnnotations ||
                     attribute.kind == AttributeKind::kRuntimeVisibleTypeAnnotations;
        bool is_default = attribute.kind == AttributeKind::kAnnotationDefault;
        Hasher none;
        any_visible |= shown;
        MemberAnnotationSink sink(*this, shown && attribute.kind == AttributeKind::kRuntimeVisibleAnnotations,
                                  shown ? visible : (is_default ? rest : none));
        static_cast<void>(classfile::WalkAttribute(attribute, pool, 0, sink));
        break;
      }
      default: rest.U1(static_cast<uint8_t>(attribute.kind)).Field(attribute.data); break;
    }
  }
  member.rest = rest.Finish().low;
  member.visible = any_visible ? visible.Finish().low : 0;
}

void MethodExtractor::Blocks(MemberFacts& member) {
  // Code that jumps to nowhere cannot run; what is known of it otherwise is kept.
  if (!block_form_.Write(code_, *constants_, blocks_).ok()) return;
  member.first_block = static_cast<uint32_t>(out_->blocks.size());
  member.block_count = static_cast<uint32_t>(blocks_.contents.size());
  auto base = static_cast<uint32_t>(out_->nexts.size());
  for (size_t i = 0; i < blocks_.contents.size(); ++i) {
    uint32_t first = blocks_.first_next[i];
    out_->blocks.push_back({blocks_.contents[i], base + first, blocks_.first_next[i + 1] - first});
  }
  out_->nexts.insert(out_->nexts.end(), blocks_.next.begin(), blocks_.next.end());
}

Status MethodExtractor::Code(const Attribute& attribute, MemberFacts& member) {
  REVMON_RETURN_IF_ERROR(code_.ParseFrom(attribute, file_->pool()));
  for (size_t i = 0; i < code_.handler_count(); ++i) {
    if (uint16_t type = code_.handler(i).catch_type; type != 0) TypeUse(file_->pool().ClassName(type));
  }
  classfile::InstructionReader reader(code_);
  classfile::Instruction instruction;
  literal_ = {};
  while (reader.Next(instruction)) Instruction(instruction);
  EndLiteral({}, {});
  REVMON_RETURN_IF_ERROR(reader.status());
  Blocks(member);
  return OkStatus();
}

// A class constant is harmless if the next instruction asks it something harmless.
void MethodExtractor::EndLiteral(std::string_view owner, std::string_view name) {
  if (literal_.empty()) return;
  TypeUse(literal_, IsHarmlessForLiteral(owner, name) ? RefKind::kType : RefKind::kLiteral);
  literal_ = {};
}

// One case per instruction that names something: a table.
void MethodExtractor::Instruction(const classfile::Instruction& instruction) {
  const ConstantPool& pool = file_->pool();
  uint16_t index = instruction.pool_index();
  bool invoke =
      instruction.opcode >= Opcode::kInvokevirtual && instruction.opcode <= Opcode::kInvokeinterface;
  if (!literal_.empty()) {
    classfile::MemberRef next = invoke ? pool.Member(index) : classfile::MemberRef();
    EndLiteral(next.owner, next.name);
  }
  if (index == 0) return;
  switch (instruction.opcode) {
    case Opcode::kGetstatic:
    case Opcode::kGetfield:
    case Opcode::kPutstatic:
    case Opcode::kPutfield: {
      classfile::MemberRef field = pool.Member(index);
      bool write = instruction.opcode == Opcode::kPutstatic || instruction.opcode == Opcode::kPutfield;
      if (!IsJdkName(field.owner)) {
        Use({write ? RefKind::kWrite : RefKind::kRead, false, Text(field.owner), Text(field.name),
             Text(field.descriptor)});
        TypeUse(field.owner);
      }
      DescriptorUse(field.descriptor);
      return;
    }
    case Opcode::kInvokestatic:
    case Opcode::kInvokespecial:
    case Opcode::kInvokevirtual:
    case Opcode::kInvokeinterface: return Invoke(instruction.opcode, index);
    case Opcode::kInvokedynamic: return Dynamic(index, true);
    case Opcode::kNew: TypeUse(pool.ClassName(index), RefKind::kNew); return TypeUse(pool.ClassName(index));
    case Opcode::kLdc:
    case Opcode::kLdcW:
    case Opcode::kLdc2W:
      if (pool.Is(index, ConstantTag::kClass)) {
        literal_ = pool.ClassName(index);
        return;
      }
      return Loadable(index, false);
    default:  // checkcast, instanceof, anewarray, multianewarray
      return TypeUse(pool.ClassName(index));
  }
}

void MethodExtractor::Invoke(Opcode opcode, uint16_t index) {
  classfile::MemberRef method = file_->pool().Member(index);
  DescriptorUse(method.descriptor);
  if (IsJdkName(method.owner)) {
    if (Reflects(method.owner, method.name)) bits_ |= kReflects;
    if (method.owner.starts_with("java/io/ObjectInput")) bits_ |= kReadsBack;
    return;
  }
  if (method.owner.starts_with('[')) return TypeUse(method.owner);
  RefKind kind = opcode == Opcode::kInvokestatic    ? RefKind::kStatic
                 : opcode == Opcode::kInvokespecial ? RefKind::kSpecial
                                                    : RefKind::kVirtual;
  Use({kind, false, Text(method.owner), Text(method.name), Text(method.descriptor)});
  TypeUse(method.owner);
}

void MethodExtractor::Dynamic(uint16_t index, bool call) {
  classfile::DynamicRef dynamic = file_->pool().Dynamic(index);
  DescriptorUse(dynamic.descriptor, true);
  if (depth_ >= kDeepestConstant) return;
  ++depth_;
  Bootstrap(dynamic.bootstrap_index, dynamic.name, dynamic.descriptor, call);
  --depth_;
}

void MethodExtractor::Bootstrap(uint16_t bootstrap, std::string_view name, std::string_view descriptor,
                                bool call) {
  if (bootstrap >= bootstraps_.size()) return;
  ByteReader reader(bootstrap_data_.subspan(bootstraps_[bootstrap]));
  uint16_t method = reader.U2();
  classfile::MemberRef factory = file_->pool().Member(file_->pool().MethodHandle(method).member_index);
  static_cast<void>(Handle(method));
  // What the call site gives: an object of this type, whose method `name` is one of the handles.
  size_t returned = descriptor.rfind(')');
  std::string_view type = returned == std::string_view::npos ? "" : descriptor.substr(returned + 1);
  bool lambda = call && type.starts_with('L') && factory.owner == "java/lang/invoke/LambdaMetafactory" &&
                !IsJdkName(type.substr(1));
  for (uint16_t n = reader.U2(); n > 0 && reader.ok(); --n) {
    uint16_t argument = reader.U2();
    if (!file_->pool().Is(argument, ConstantTag::kMethodHandle)) {
      Loadable(argument, true);
      continue;
    }
    uint32_t ref = Handle(argument);
    if (lambda && ref != ~uint32_t{0}) {
      out_->lambdas.push_back({Text(type.substr(1, type.size() - 2)), Text(name), ref});
    }
  }
  if (factory.owner != "java/lang/invoke/StringConcatFactory") return;
  // Each object among the arguments is asked for its text.
  std::string_view arguments = descriptor.substr(0, returned);
  for (size_t at = arguments.find('L'); at != std::string_view::npos; at = arguments.find('L', at)) {
    size_t end = arguments.find(';', at);
    if (end == std::string_view::npos) return;
    std::string_view owner = arguments.substr(at + 1, end - at - 1);
    bool array = at > 0 && arguments[at - 1] == '[';
    if (!array && !IsJdkName(owner)) {
      Use({RefKind::kVirtual, true, Text(owner), Text("toString"), Text("()Ljava/lang/String;")});
    }
    at = end;
  }
}

// The number of the reference; ~0 for one into the JDK.
uint32_t MethodExtractor::Handle(uint16_t index) {
  static constexpr std::array<RefKind, 10> kKinds = {
      RefKind::kType,    RefKind::kRead,   RefKind::kRead,    RefKind::kWrite,   RefKind::kWrite,
      RefKind::kVirtual, RefKind::kStatic, RefKind::kSpecial, RefKind::kSpecial, RefKind::kVirtual};
  classfile::MethodHandleRef handle = file_->pool().MethodHandle(index);
  classfile::MemberRef member = file_->pool().Member(handle.member_index);
  DescriptorUse(member.descriptor, true);
  if (Reflects(member.owner, member.name)) bits_ |= kReflects;
  if (member.owner.empty() || IsJdkName(member.owner)) return ~uint32_t{0};
  if (member.owner.starts_with('[') || handle.kind >= kKinds.size()) {
    TypeUse(member.owner);
    return ~uint32_t{0};
  }
  constexpr uint8_t kNewInvokeSpecial = 8;
  if (handle.kind == kNewInvokeSpecial) TypeUse(member.owner, RefKind::kNew, true);
  TypeUse(member.owner, RefKind::kType, true);
  return Use({kKinds[handle.kind], true, Text(member.owner), Text(member.name), Text(member.descriptor)});
}

void MethodExtractor::Loadable(uint16_t index, bool dynamic) {
  const ConstantPool& pool = file_->pool();
  switch (pool.tag(index)) {
    case ConstantTag::kClass: return TypeUse(pool.ClassName(index), RefKind::kLiteral, dynamic);
    case ConstantTag::kString: return StringUse(pool.String(index), false);
    case ConstantTag::kMethodHandle: static_cast<void>(Handle(index)); return;
    case ConstantTag::kMethodType: return DescriptorUse(pool.MethodType(index), true);
    case ConstantTag::kDynamic: return Dynamic(index, false);
    default: return;
  }
}

void MethodExtractor::Signature(std::string_view text) {
  using Kind = classfile::SignatureKind;
  for (Kind kind : {Kind::kField, Kind::kMethod, Kind::kClass}) {
    Result<classfile::Signature> signature = classfile::Signature::Parse(kind, text);
    if (!signature.ok()) continue;
    std::string outer;
    for (const classfile::Signature::Node& node : signature->nodes()) {
      if (node.kind == classfile::SignatureNode::kClass) {
        outer = node.text;
        TypeUse(node.text);
      } else if (node.kind == classfile::SignatureNode::kInner) {
        outer += "$" + std::string(node.text);
        TypeUse(names_.Copy(std::string_view(outer)));
      }
    }
    return;
  }
}

uint32_t MethodExtractor::Text(std::string_view text) {
  auto [at, fresh] = texts_.try_emplace(text, static_cast<uint32_t>(out_->texts.size()));
  if (fresh) out_->texts.push_back(text);
  return at->second;
}

uint32_t MethodExtractor::Use(MethodRef ref) {
  uint64_t hash = (uint64_t{ref.owner} << 40) ^ (uint64_t{ref.name} << 20) ^ ref.descriptor ^
                  (uint64_t{static_cast<uint8_t>(ref.kind)} << 58) ^ (ref.dynamic ? uint64_t{1} << 57 : 0);
  std::vector<uint32_t>& known = refs_[hash];
  auto at = std::find_if(known.begin(), known.end(), [&](uint32_t id) { return out_->refs[id] == ref; });
  uint32_t id = at != known.end() ? *at : static_cast<uint32_t>(out_->refs.size());
  if (at == known.end()) {
    known.push_back(id);
    out_->refs.push_back(ref);
    stamps_.push_back(0);
  }
  if (stamps_[id] != stamp_) {
    stamps_[id] = stamp_;
    out_->uses.push_back(id);
  }
  return id;
}

void MethodExtractor::TypeUse(std::string_view name, RefKind kind, bool dynamic) {
  if (name.starts_with('[')) {
    // An array of a class: `new C[1]` makes no C, `C[].class` is about C.
    size_t at = name.find('L');
    if (at == std::string_view::npos || !name.ends_with(';')) return;
    name = name.substr(at + 1, name.size() - at - 2);
    if (kind == RefKind::kNew) kind = RefKind::kType;
  }
  if (name.empty() || IsJdkName(name)) return;
  if (kind == RefKind::kType && name == file_->name()) return;  // every member knows its own class
  Use({kind, dynamic, Text(name), 0, 0});
}

void MethodExtractor::DescriptorUse(std::string_view descriptor, bool dynamic) {
  for (size_t at = descriptor.find('L'); at != std::string_view::npos; at = descriptor.find('L', at)) {
    size_t end = descriptor.find(';', at);
    if (end == std::string_view::npos) return;
    TypeUse(descriptor.substr(at + 1, end - at - 1), RefKind::kType, dynamic);
    at = end;
  }
}

void MethodExtractor::StringUse(std::string_view text, bool in_annotation) {
  if (text.empty() || text.size() > kLongestName) return;
  bool plausible = std::all_of(text.begin(), text.end(),
                               [](char c) { return static_cast<unsigned char>(c) > ' ' && c != '\x7f'; });
  if (!plausible) return;
  if (in_annotation) {
    // "method", "method()", "a.C#method"
    size_t hash = text.find('#');
    std::string_view method = hash == std::string_view::npos ? text : text.substr(hash + 1);
    method = method.substr(0, method.find('('));
    if (hash != std::string_view::npos) Use({RefKind::kText, false, 0, Text(text.substr(0, hash)), 0});
    if (!method.empty()) Use({RefKind::kNamesMethod, false, 0, Text(method), 0});
  }
  Use({RefKind::kText, false, 0, Text(text), 0});
}

}  // namespace revmon::graph
