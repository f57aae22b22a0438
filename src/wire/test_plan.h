// Test support: a plan that uses every kind of field.
#pragma once
#include "wire/plan.h"

namespace revmon::wire {

inline TypePattern Exact(std::string name) {
  return {.kind = TypePattern::Kind::kExact, .name = std::move(name)};
}

inline Property TwoStateProperty() {
  Property property;
  property.logic = "ere";
  property.categories = {"match"};
  property.machine.letters = 2;
  property.machine.next = {0, 1, 1, 1};
  property.machine.masks = {0, 1};
  property.handlers = {{.category = "match", .bit = 1, .code = {}}};
  property.handlers[0].code.actions = {{.kind = Action::Kind::kPrint,
                                        .to_stderr = true,
                                        .level = "CRITICAL",
                                        .pieces = {{.kind = Action::Piece::Kind::kText, .text = "bad"}}},
                                       {.kind = Action::Kind::kReset, .level = "", .pieces = {}}};
  property.enable = {{0}, {0, 1}};
  property.coenable = {{1}, {}};
  property.live = {{1}, {}};
  return property;
}

inline Plan SamplePlan() {
  Spec spec;
  spec.name = "Sample";
  spec.severity = "error";
  spec.message = "Do it right.";
  spec.full_binding = true;
  spec.parameters = {{.name = "i", .type = Exact("java.util.Iterator")}};
  spec.symbols = {"a", "b"};
  Event event;
  event.name = "a";
  event.advice = Event::Advice::kAfterReturning;
  event.creation = true;
  event.variables = {
      {.name = "i", .type = Exact("java.util.Iterator"), .source = Variable::Source::kTarget, .parameter = 0},
      {.name = "b", .type = Exact("boolean"), .source = Variable::Source::kReturning}};
  Test call;
  call.kind = Test::Kind::kCall;
  call.signature.any_declaring = false;
  call.signature.declaring = Exact("java.util.Iterator");
  call.signature.declaring.subtypes = true;
  call.signature.name = "has*";
  call.signature.parameters = {{.kind = TypePattern::Kind::kEllipsis, .name = ""}};
  call.signature.modifiers = {{.negated = true, .flag = 0x0008}};
  call.signature.throws = {{.negated = true, .type = Exact("java.io.IOException")}};
  Test target;
  target.kind = Test::Kind::kTarget;
  target.args = {{.variable = 0, .type = Exact("java.util.Iterator")}};
  Test cflow;
  cflow.kind = Test::Kind::kCflow;
  cflow.negated = true;
  cflow.inner = {{call}};
  event.alternatives = {{call, target, cflow}};
  event.threads = {{.blocked = true, .is_variable = false, .name = "main"}};
  event.tests = {
      {.steps = {{.op = ValueTest::Op::kTrue, .left = 1},
                 {.op = ValueTest::Op::kEqual, .left = 1, .right = ValueTest::kConstant, .constant = -7},
                 {.op = ValueTest::Op::kOr}}}};
  event.conditions = {"condition0"};
  event.body.method = "body0";
  spec.events = {event};
  spec.properties = {TwoStateProperty()};
  spec.support_class = "revmon/spec/Sample";
  spec.classes = {{.name = "revmon/spec/Sample", .bytes = {0xCA, 0xFE}}};
  return {.semantics = Semantics::kJavaMop,
          .include = {"a.*"},
          .exclude = {"b.*"},
          .methods = {{.name = "a/C", .methods = {"m(I)V", "<clinit>()V"}}},
          .specs = {spec}};
}

}  // namespace revmon::wire
