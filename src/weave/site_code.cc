#include "weave/site_code.h"

#include <algorithm>

namespace revmon::weave {
namespace {

using classfile::CodeBuilder;
using classfile::Opcode;
using match::Value;

struct Box {
  char primitive;
  const char* owner;
  const char* descriptor;
};

constexpr Box kBoxes[] = {
    {'Z', "java/lang/Boolean", "(Z)Ljava/lang/Boolean;"},
    {'B', "java/lang/Byte", "(B)Ljava/lang/Byte;"},
    {'C', "java/lang/Character", "(C)Ljava/lang/Character;"},
    {'S', "java/lang/Short", "(S)Ljava/lang/Short;"},
    {'I', "java/lang/Integer", "(I)Ljava/lang/Integer;"},
    {'J', "java/lang/Long", "(J)Ljava/lang/Long;"},
    {'F', "java/lang/Float", "(F)Ljava/lang/Float;"},
    {'D', "java/lang/Double", "(D)Ljava/lang/Double;"},
};

void NeedValue(const Value& value, SiteNeeds& needs) {
  switch (value.kind) {
    case Value::Kind::kTarget: needs.target = true; break;
    case Value::Kind::kThis: needs.self = true; break;
    case Value::Kind::kResult: needs.result = true; break;
    case Value::Kind::kArgument:
      if (needs.arguments.size() <= value.index) needs.arguments.resize(size_t{value.index} + 1);
      needs.arguments[value.index] = true;
      break;
    case Value::Kind::kThrown:
    case Value::Kind::kThread:
    case Value::Kind::kNone: break;
  }
}

void NeedMoments(wire::Event::Advice advice, SiteNeeds& needs) {
  switch (advice) {
    case wire::Event::Advice::kBefore:
    case wire::Event::Advice::kAround: needs.before = true; break;
    case wire::Event::Advice::kAfter: needs.returned = needs.thrown = true; break;
    case wire::Event::Advice::kAfterReturning: needs.returned = true; break;
    case wire::Event::Advice::kAfterThrowing: needs.thrown = true; break;
  }
}

void AppendBoxed(CodeBuilder& code, const KeptValue& value) {
  if (!value.class_constant.empty()) {
    code.PushClass(value.class_constant);
    return;
  }
  code.Load(KindOf(value.descriptor), value.local);
  for (const Box& box : kBoxes) {
    if (value.descriptor[0] == box.primitive) code.Invokestatic(box.owner, "valueOf", box.descriptor);
  }
}

}  // namespace

bool SiteNeeds::any_argument() const {
  return std::find(arguments.begin(), arguments.end(), true) != arguments.end();
}

SiteNeeds NeedsOf(const match::JoinPoint& point, const wire::Plan& plan) {
  SiteNeeds needs;
  for (const match::Match& match : point.matches) {
    NeedMoments(plan.specs[match.spec].events[match.event].advice, needs);
    for (const match::Residue& residue : match.residues) {
      for (const Value& value : residue.variables) NeedValue(value, needs);
      for (const match::TypeTest& test : residue.types) NeedValue(test.value, needs);
    }
  }
  return needs;
}

std::vector<KeptValue> InitializedClass(const classfile::ClassFile& file) {
  constexpr uint16_t kFirstWithClassConstants = 49;
  if (file.major_version() < kFirstWithClassConstants) return {};
  return {{.position = kTargetPosition,
           .descriptor = "Ljava/lang/Class;",
           .local = 0,
           .class_constant = std::string(file.name())}};
}

char KindOf(std::string_view descriptor) {
  switch (descriptor.empty() ? 'V' : descriptor[0]) {
    case 'Z':
    case 'B':
    case 'C':
    case 'S':
    case 'I': return 'I';
    case 'J': return 'J';
    case 'F': return 'F';
    case 'D': return 'D';
    default: return 'A';
  }
}

void AppendFire(CodeBuilder& code, uint32_t site, Moment moment, std::span<const KeptValue> values) {
  int32_t size = 0;
  for (const KeptValue& value : values) size = std::max(size, value.position + 1);
  code.PushInt(static_cast<int32_t>(site)).PushInt(static_cast<int32_t>(moment));
  code.PushInt(size).Type(Opcode::kAnewarray, "java/lang/Object");
  for (const KeptValue& value : values) {
    code.Op(Opcode::kDup).PushInt(value.position);
    AppendBoxed(code, value);
    code.Op(Opcode::kAastore);
  }
  code.Invokestatic("java/util/RevMon", "fire", "(II[Ljava/lang/Object;)V");
}

}  // namespace revmon::weave
