#include "wire/plan_io.h"

#include <string>
#include <string_view>

#include "base/hash.h"
#include "wire/archive.h"

namespace revmon::wire {
namespace {

constexpr std::string_view kMagic = "RVMPLAN\n";
constexpr size_t kHeaderSize = 40;

template <typename Ar, Like<TypePattern> T>
void Visit(Ar& ar, T& v) {
  ar.Enum(v.kind);
  ar.Bool(v.subtypes);
  ar.Bool(v.varargs);
  ar.U1(v.dimensions);
  ar.Text(v.name);
  ar.List(v.operands, [&](auto& e) { Visit(ar, e); });
  ar.List(v.annotations, [&](auto& e) { Visit(ar, e); });
}

template <typename Ar, Like<SignaturePattern> T>
void Visit(Ar& ar, T& v) {
  ar.Enum(v.kind);
  ar.Bool(v.any_declaring);
  Visit(ar, v.declaring);
  Visit(ar, v.type);
  ar.Text(v.name);
  ar.List(v.parameters, [&](auto& e) { Visit(ar, e); });
  ar.List(v.modifiers, [&](auto& e) {
    ar.Bool(e.negated);
    ar.U2(e.flag);
  });
  ar.List(v.annotations, [&](auto& e) { Visit(ar, e); });
  ar.List(v.throws, [&](auto& e) {
    ar.Bool(e.negated);
    Visit(ar, e.type);
  });
}

template <typename Ar, Like<Test> T>
void Visit(Ar& ar, T& v) {
  ar.Enum(v.kind);
  ar.Bool(v.negated);
  Visit(ar, v.signature);
  ar.List(v.args, [&](auto& e) {
    ar.S4(e.variable);
    Visit(ar, e.type);
  });
  ar.List(v.inner, [&](auto& alternative) { ar.List(alternative, [&](auto& e) { Visit(ar, e); }); });
  ar.Text(v.guard);
}

template <typename Ar, typename Numbers>
void VisitNumbers(Ar& ar, Numbers& list) {
  ar.List(list, [&](auto& e) { ar.U4(e); });
}

template <typename Ar, Like<ParameterSets> T>
void Visit(Ar& ar, T& sets) {
  ar.List(sets, [&](auto& list) { ar.List(list, [&](auto& e) { ar.U8(e); }); });
}

template <typename Ar, Like<Machine> T>
void Visit(Ar& ar, T& v) {
  ar.Enum(v.kind);
  ar.U4(v.letters);
  VisitNumbers(ar, v.next);
  ar.List(v.masks, [&](auto& e) { ar.U8(e); });
  ar.List(v.rows, [&](auto& row) {
    ar.Bool(row.nullable);
    ar.U4(row.absorbed);
    ar.List(row.push, [&](auto& strings) { ar.List(strings, [&](auto& e) { VisitNumbers(ar, e); }); });
  });
  ar.Bool(v.empty_language);
  ar.Bool(v.one_stack);
  ar.List(v.rules, [&](auto& rule) {
    ar.Bool(rule.at_begin);
    ar.Bool(rule.at_end);
    ar.Enum(rule.result);
    VisitNumbers(ar, rule.left);
    VisitNumbers(ar, rule.right);
  });
  ar.List(v.nodes, [&](auto& node) {
    ar.U1(node.op);
    ar.U1(node.points);
    ar.U4(node.left);
    ar.U4(node.right);
    ar.U4(node.letter);
  });
  VisitNumbers(ar, v.caret_letters);
  ar.U4(v.max_stack);
  ar.U4(v.max_rewrites);
}

template <typename Ar, Like<Code> T>
void Visit(Ar& ar, T& v) {
  ar.Text(v.method);
  ar.List(v.actions, [&](auto& action) {
    ar.Enum(action.kind);
    ar.Bool(action.to_stderr);
    ar.Text(action.level);
    ar.List(action.pieces, [&](auto& piece) {
      ar.Enum(piece.kind);
      ar.Text(piece.text);
    });
  });
}

template <typename Ar, Like<Event> T>
void Visit(Ar& ar, T& v) {
  ar.Text(v.name);
  ar.U4(v.symbol);
  ar.Enum(v.advice);
  ar.Enum(v.trigger);
  ar.Bool(v.creation);
  ar.List(v.variables, [&](auto& e) {
    ar.Text(e.name);
    Visit(ar, e.type);
    ar.Enum(e.source);
    ar.S4(e.parameter);
  });
  ar.List(v.alternatives, [&](auto& alternative) { ar.List(alternative, [&](auto& e) { Visit(ar, e); }); });
  ar.List(v.threads, [&](auto& e) {
    ar.Bool(e.blocked);
    ar.Bool(e.is_variable);
    ar.Text(e.name);
  });
  ar.List(v.guards, [&](auto& e) { ar.Text(e); });
  ar.List(v.tests, [&](auto& test) {
    ar.List(test.steps, [&](auto& step) {
      ar.Enum(step.op);
      ar.U2(step.left);
      ar.U2(step.right);
      ar.S8(step.constant);
    });
  });
  ar.List(v.conditions, [&](auto& e) { ar.Text(e); });
  Visit(ar, v.body);
}

template <typename Ar, Like<Property> T>
void Visit(Ar& ar, T& v) {
  ar.Text(v.logic);
  ar.List(v.categories, [&](auto& e) { ar.Text(e); });
  Visit(ar, v.machine);
  ar.List(v.handlers, [&](auto& e) {
    ar.Text(e.category);
    ar.U8(e.bit);
    Visit(ar, e.code);
  });
  Visit(ar, v.enable);
  Visit(ar, v.coenable);
  Visit(ar, v.live);
}

template <typename Ar, Like<Spec> T>
void Visit(Ar& ar, T& v) {
  ar.Text(v.name);
  ar.Text(v.severity);
  ar.Text(v.message);
  ar.Bool(v.full_binding);
  ar.Bool(v.maximal_binding);
  ar.Bool(v.connected);
  ar.Bool(v.suffix);
  ar.Bool(v.per_thread);
  ar.List(v.parameters, [&](auto& e) {
    ar.Text(e.name);
    Visit(ar, e.type);
  });
  ar.List(v.symbols, [&](auto& e) { ar.Text(e); });
  ar.List(v.events, [&](auto& e) { Visit(ar, e); });
  ar.List(v.properties, [&](auto& e) { Visit(ar, e); });
  ar.Text(v.support_class);
  ar.List(v.classes, [&](auto& e) {
    ar.Text(e.name);
    ar.Blob(e.bytes);
  });
}

template <typename Ar, Like<Plan> T>
void Visit(Ar& ar, T& v) {
  ar.Enum(v.semantics);
  ar.List(v.include, [&](auto& e) { ar.Text(e); });
  ar.List(v.exclude, [&](auto& e) { ar.Text(e); });
  ar.List(v.methods, [&](auto& e) {
    ar.Text(e.name);
    ar.List(e.methods, [&](auto& m) { ar.Text(m); });
  });
  ar.List(v.specs, [&](auto& e) { Visit(ar, e); });
}

Status CheckHeader(ByteReader& reader, Bytes payload) {
  if (AsText(reader.Take(kMagic.size())) != kMagic)
    return Error(ErrorCode::kMalformed, "not a plan").AtOffset(0);
  uint32_t version = reader.U4Le();
  if (version != kPlanVersion) {
    return Error(ErrorCode::kUnsupported, "plan of version " + std::to_string(version) +
                                              ", this is version " + std::to_string(kPlanVersion))
        .AtOffset(8)
        .Hint("make the plan again with the revmon that came with this agent");
  }
  reader.Skip(4);
  uint64_t length = reader.U8Le();
  if (length != payload.size()) {
    return Error(ErrorCode::kTruncated, "plan should hold " + std::to_string(length) +
                                            " bytes after its header, has " + std::to_string(payload.size()))
        .AtOffset(16);
  }
  Hash128 hash = HashBytes(payload);
  uint64_t high = reader.U8Le();
  uint64_t low = reader.U8Le();
  if (hash.high != high || hash.low != low) {
    return Error(ErrorCode::kMalformed, "plan is damaged: its checksum is wrong").AtOffset(24);
  }
  return OkStatus();
}

}  // namespace

std::vector<uint8_t> WritePlan(const Plan& plan) {
  ByteWriter payload;
  ArchiveWriter archive(payload);
  Visit(archive, plan);
  Hash128 hash = HashBytes(payload.bytes());
  ByteWriter file;
  file.Reserve(kHeaderSize + payload.size());
  file.Put(kMagic);
  file.U4Le(kPlanVersion);
  file.U4Le(0);
  file.U8Le(payload.size());
  file.U8Le(hash.high);
  file.U8Le(hash.low);
  file.Put(payload.bytes());
  return file.Release();
}

Result<Plan> ReadPlan(Bytes bytes) {
  if (bytes.size() < kHeaderSize) {
    return Error(ErrorCode::kTruncated, "plan is shorter than its header").AtOffset(bytes.size());
  }
  ByteReader header(bytes.first(kHeaderSize));
  Bytes payload = bytes.subspan(kHeaderSize);
  REVMON_RETURN_IF_ERROR(CheckHeader(header, payload));
  ByteReader reader(payload, kHeaderSize);
  ArchiveReader archive(reader);
  Plan plan;
  Visit(archive, plan);
  if (!reader.ok()) {
    return Error(ErrorCode::kMalformed, "plan has an impossible count or value").AtOffset(reader.offset());
  }
  if (!reader.empty())
    return Error(ErrorCode::kMalformed, "plan goes on after its end").AtOffset(reader.offset());
  if (std::string flaw = FindFlaw(plan); !flaw.empty()) return Error(ErrorCode::kMalformed, "plan: " + flaw);
  return plan;
}

}  // namespace revmon::wire
