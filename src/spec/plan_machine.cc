#include "spec/plan_machine.h"

#include "logic/caret_machine.h"
#include "logic/rewriter.h"
#include "logic/stack_machine.h"

namespace revmon::spec {
namespace {

void Fill(const logic::Dfa& dfa, wire::Machine* out) {
  out->kind = wire::Machine::Kind::kDfa;
  out->next = dfa.table();
  for (logic::StateId s = 0; s < dfa.size(); ++s) out->masks.push_back(dfa.Mask(s));
}

void Fill(const logic::StackMachine& machine, wire::Machine* out) {
  out->kind = wire::Machine::Kind::kStack;
  for (const logic::StackRow& row : machine.rows()) {
    uint32_t absorbed = row.absorbed == logic::kNoSymbol ? wire::Machine::StackRow::kNone : row.absorbed;
    out->rows.push_back({row.nullable, absorbed, row.push});
  }
  out->empty_language = machine.empty();
  out->one_stack = machine.deterministic();
  out->max_stack = machine.max_cells();
}

void Fill(const logic::Rewriter& machine, wire::Machine* out) {
  out->kind = wire::Machine::Kind::kRewriter;
  for (const logic::RewriteRule& rule : machine.rules()) {
    wire::Machine::RewriteRule& copy = out->rules.emplace_back();
    copy.at_begin = rule.at_begin;
    copy.at_end = rule.at_end;
    copy.result = static_cast<wire::Machine::RewriteRule::Result>(rule.result);
    copy.left = rule.left;
    copy.right = rule.right;
  }
  out->max_stack = machine.max_length();
  out->max_rewrites = machine.max_rewrites();
}

void Fill(const logic::CaretMachine& machine, wire::Machine* out) {
  out->kind = wire::Machine::Kind::kCaret;
  for (const logic::TemporalNode& node : machine.formula().nodes) {
    wire::Machine::CaretNode& copy = out->nodes.emplace_back();
    bool event = node.op == logic::Op::kEvent;
    copy.op = static_cast<uint8_t>(node.op);
    copy.points = static_cast<uint8_t>(node.points);
    copy.left = logic::IsUnary(node.op) || logic::IsBinary(node.op) ? node.a : 0;
    copy.right = logic::IsBinary(node.op) ? node.b : 0;
    copy.letter = event ? node.a : wire::Machine::kNoLetter;
  }
  for (const std::optional<logic::Event>& event : machine.frame_events()) {
    out->caret_letters.push_back(event.value_or(wire::Machine::kNoLetter));
  }
  out->max_stack = machine.max_frames();
}

}  // namespace

wire::Machine PlanMachine(const logic::Machine& machine) {
  wire::Machine out;
  out.letters = machine.alphabet().size();
  if (machine.dfa() != nullptr) Fill(*machine.dfa(), &out);
  if (machine.stack_machine() != nullptr) Fill(*machine.stack_machine(), &out);
  if (machine.rewriter() != nullptr) Fill(*machine.rewriter(), &out);
  if (machine.caret_machine() != nullptr) Fill(*machine.caret_machine(), &out);
  return out;
}

}  // namespace revmon::spec
