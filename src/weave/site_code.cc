#include "weave/site_code.h"

#include <algorithm>

namespace revmon::weave {
namespace {

using classfile::CodeBuilder;
using classfile::Opcode;
using match::Value;

constexpr std::string_view kEntryClass = "java/util/RevMon";

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

void AddMoments(wire::Event::Advice advice, std::array<bool, 3>& moments) {
  switch (advice) {
    case wire::Event::Advice::kBefore:
    case wire::Event::Advice::kAround: moments = {true, false, false}; break;
    case wire::Event::Advice::kAfter: moments = {false, true, true}; break;
    case wire::Event::Advice::kAfterReturning: moments = {false, true, false}; break;
    case wire::Event::Advice::kAfterThrowing: moments = {false, false, true}; break;
  }
}

// The result is passed first.
int OrderOf(int16_t position) { return position == kResultPosition ? -1 : position; }

void Need(const Value& value, SiteNeeds::At& at) {
  int16_t position = PositionOf(value);
  if (position < 0) return;
  auto place = std::lower_bound(at.positions.begin(), at.positions.end(), position,
                                [](int16_t a, int16_t b) { return OrderOf(a) < OrderOf(b); });
  if (place == at.positions.end() || *place != position) at.positions.insert(place, position);
}

void AppendValue(CodeBuilder& code, int16_t position, std::span<const KeptValue> values) {
  auto value = std::find_if(values.begin(), values.end(),
                            [&](const KeptValue& kept) { return kept.position == position; });
  if (value == values.end()) {
    code.Op(Opcode::kAconstNull);
  } else if (!value->class_constant.empty()) {
    code.PushClass(value->class_constant);
  } else {
    code.Load(KindOf(value->descriptor), value->local);
    AppendBox(code, value->descriptor);
  }
}

void AppendCode(CodeBuilder& code, uint32_t site, Moment moment) {
  code.PushInt(static_cast<int32_t>(site * 4 + static_cast<uint32_t>(moment)));
}

bool IsWide(std::string_view descriptor) { return descriptor == "J" || descriptor == "D"; }

}  // namespace

bool SiteNeeds::Passes(Moment moment, int16_t position) const {
  const std::vector<int16_t>& positions = at(moment).positions;
  return std::find(positions.begin(), positions.end(), position) != positions.end();
}

bool SiteNeeds::PassesLater(int16_t position) const {
  return Passes(Moment::kAfterReturning, position) || Passes(Moment::kAfterThrowing, position);
}

bool SiteNeeds::Passes(int16_t position) const {
  return Passes(Moment::kBefore, position) || PassesLater(position);
}

SiteNeeds NeedsOf(const match::JoinPoint& point, const wire::Plan& plan) {
  SiteNeeds needs;
  for (const match::Match& match : point.matches) {
    std::array<bool, 3> moments = {};
    AddMoments(plan.specs[match.spec].events[match.event].advice, moments);
    for (size_t m = 0; m < moments.size(); ++m) {
      if (!moments[m]) continue;
      SiteNeeds::At& at = needs.moments[m];
      at.fires = true;
      if (point.kind == match::JoinPointKind::kStaticInitialization) Need({Value::Kind::kTarget}, at);
      for (const match::Residue& residue : match.residues) {
        for (const Value& value : residue.variables) Need(value, at);
        for (const match::TypeTest& test : residue.types) Need(test.value, at);
      }
    }
  }
  if (point.flows.empty()) return needs;
  // Where cflow counts, the runtime has to see the join point entered and left, however it is left.
  for (SiteNeeds::At& at : needs.moments) at.fires = true;
  for (const match::Flow& flow : point.flows) {
    for (const match::Residue& residue : flow.residues) {
      for (const match::TypeTest& test : residue.types) Need(test.value, needs.moments[0]);
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

void AppendBox(CodeBuilder& code, std::string_view descriptor) {
  for (const Box& box : kBoxes) {
    if (descriptor[0] == box.primitive) code.Invokestatic(box.owner, "valueOf", box.descriptor);
  }
}

void AppendFireOfStack(CodeBuilder& code, uint32_t site, Moment moment, size_t values) {
  constexpr const char* kDescriptors[] = {"(I)V", "(Ljava/lang/Object;I)V",
                                          "(Ljava/lang/Object;Ljava/lang/Object;I)V",
                                          "(Ljava/lang/Object;Ljava/lang/Object;Ljava/lang/Object;I)V"};
  AppendCode(code, site, moment);
  code.Invokestatic(kEntryClass, "at", kDescriptors[values]);
}

void AppendFire(CodeBuilder& code, uint32_t site, Moment moment, const SiteNeeds& needs,
                std::span<const KeptValue> values, std::string_view result) {
  std::span<const int16_t> positions = needs.at(moment).positions;
  bool passes_result = !result.empty() && !positions.empty() && positions[0] == kResultPosition;
  if (positions.size() > 3) {
    // The array comes above a result that is on the stack and is brought below it again.
    code.PushInt(static_cast<int32_t>(positions.size())).Type(Opcode::kAnewarray, "java/lang/Object");
    if (passes_result) {
      // ..., r, a -> r, a, a, i, box(r)
      code.Op(IsWide(result) ? Opcode::kDupX2 : Opcode::kDupX1);    // a, r, a
      code.Op(Opcode::kPop);                                        // a, r
      code.Op(IsWide(result) ? Opcode::kDup2X1 : Opcode::kDupX1);   // r, a, r
      AppendBox(code, result);                                      // r, a, R
      code.Op(Opcode::kSwap).Op(Opcode::kDupX1).Op(Opcode::kSwap);  // r, a, a, R ... see below
      code.PushInt(0).Op(Opcode::kSwap).Op(Opcode::kAastore);
    }
    for (size_t i = passes_result ? 1 : 0; i < positions.size(); ++i) {
      code.Op(Opcode::kDup).PushInt(static_cast<int32_t>(i));
      AppendValue(code, positions[i], values);
      code.Op(Opcode::kAastore);
    }
    AppendCode(code, site, moment);
    code.Invokestatic(kEntryClass, "at", "([Ljava/lang/Object;I)V");
    return;
  }
  size_t first = 0;
  bool as_boolean = passes_result && result == "Z" && positions.size() == 2;
  if (passes_result) {
    code.Op(IsWide(result) ? Opcode::kDup2 : Opcode::kDup);
    if (!as_boolean) AppendBox(code, result);
    first = 1;
  }
  for (size_t i = first; i < positions.size(); ++i) AppendValue(code, positions[i], values);
  if (!as_boolean) {
    AppendFireOfStack(code, site, moment, positions.size());
    return;
  }
  AppendCode(code, site, moment);
  code.Invokestatic(kEntryClass, "at", "(ZLjava/lang/Object;I)V");
}

}  // namespace revmon::weave
