#include "weave/site_info.h"

#include <utility>

#include "base/bytes.h"
#include "weave/text.h"

namespace revmon::weave {
namespace {

using match::JoinPointKind;
using match::Value;

void PutPosition(ByteWriter& out, const Value& value) { out.U2(static_cast<uint16_t>(PositionOf(value))); }

void PutNumbers(ByteWriter& out, const std::vector<uint32_t>& numbers) {
  PutCount(out, numbers.size());
  for (uint32_t number : numbers) out.U4(number);
}

void PutResidue(ByteWriter& out, const match::Residue& residue) {
  PutCount(out, residue.types.size());
  for (const match::TypeTest& test : residue.types) {
    PutPosition(out, test.value);
    std::string name = test.type;
    for (char& c : name) c = c == '/' ? '.' : c;  // as Class.getName() says it
    PutText(out, name);
    out.U1(test.negated ? 1 : 0);
    out.U1(test.annotation ? 1 : 0);
  }
  PutCount(out, residue.guards.size());
  for (const match::GuardTest& guard : residue.guards) {
    PutText(out, guard.method);
    out.U1(guard.negated ? 1 : 0);
  }
  PutCount(out, residue.variables.size());
  for (const Value& value : residue.variables) PutPosition(out, value);
  PutNumbers(out, residue.cflows);
  PutNumbers(out, residue.not_cflows);
}

void PutResidues(ByteWriter& out, const std::vector<match::Residue>& residues) {
  PutCount(out, residues.size());
  for (const match::Residue& residue : residues) PutResidue(out, residue);
}

}  // namespace

int16_t PositionOf(const Value& value) {
  switch (value.kind) {
    case Value::Kind::kTarget: return kTargetPosition;
    case Value::Kind::kThis: return kThisPosition;
    case Value::Kind::kArgument: return static_cast<int16_t>(kFirstArgumentPosition + value.index);
    case Value::Kind::kResult: return kResultPosition;
    case Value::Kind::kThrown: return kThrownPosition;
    case Value::Kind::kThread: return kThreadPosition;
    case Value::Kind::kNone: break;
  }
  return kNoPosition;
}

std::string_view KindName(JoinPointKind kind) {
  switch (kind) {
    case JoinPointKind::kMethodCall: return "method-call";
    case JoinPointKind::kConstructorCall: return "constructor-call";
    case JoinPointKind::kFieldGet: return "field-get";
    case JoinPointKind::kFieldSet: return "field-set";
    case JoinPointKind::kMethodExecution: return "method-execution";
    case JoinPointKind::kConstructorExecution: return "constructor-execution";
    case JoinPointKind::kInitialization: return "initialization";
    case JoinPointKind::kPreinitialization: return "preinitialization";
    case JoinPointKind::kStaticInitialization: return "staticinitialization";
    case JoinPointKind::kHandler: return "exception-handler";
  }
  return "";
}

std::vector<uint8_t> EncodeSite(const SiteInfo& site) {
  ByteWriter out;
  PutText(out, site.location);
  PutText(out, site.file);
  out.U4(site.line);
  PutText(out, KindName(site.kind));
  PutText(out, site.declaring_type);
  PutText(out, site.name);
  PutText(out, site.parameters);
  out.U2(site.modifiers);
  PutCount(out, site.matches.size());
  for (const match::Match& match : site.matches) {
    out.U4(match.spec);
    out.U4(match.event);
    PutResidues(out, match.residues);
  }
  PutCount(out, site.flows.size());
  for (const match::Flow& flow : site.flows) {
    out.U4(flow.id);
    out.U1(flow.below ? 1 : 0);
    PutResidues(out, flow.residues);
  }
  return out.Release();
}

}  // namespace revmon::weave
