#include "weave/tables.h"

#include <algorithm>
#include <set>
#include <string>
#include <string_view>

#include "base/bytes.h"
#include "weave/text.h"

namespace revmon::weave {
namespace {

using wire::Machine;
using wire::Property;
using wire::Spec;

void PutFlag(ByteWriter& out, bool flag) { out.U1(flag ? 1 : 0); }

void PutNumbers(ByteWriter& out, const std::vector<uint32_t>& numbers) {
  PutCount(out, numbers.size());
  for (uint32_t number : numbers) out.U4(number);
}

void PutSets(ByteWriter& out, const std::set<uint64_t>& sets) {
  PutCount(out, sets.size());
  for (uint64_t set : sets) out.U8(set);
}

void PutTexts(ByteWriter& out, const std::vector<std::string>& texts) {
  PutCount(out, texts.size());
  for (const std::string& text : texts) PutText(out, text);
}

void PutCode(ByteWriter& out, const wire::Code& code) {
  PutText(out, code.method);
  PutCount(out, code.actions.size());
  for (const wire::Action& action : code.actions) {
    out.U1(static_cast<uint8_t>(action.kind));
    PutCount(out, action.pieces.size());
    for (const wire::Action::Piece& piece : action.pieces) {
      out.U1(static_cast<uint8_t>(piece.kind));
      PutText(out, piece.text);
    }
  }
}

bool Prints(const wire::Code& code) {
  return std::any_of(code.actions.begin(), code.actions.end(),
                     [](const wire::Action& action) { return action.kind == wire::Action::Kind::kPrint; });
}

// Writes one spec; what several parts of it need is kept here.
class SpecWriter {
 public:
  SpecWriter(const Spec& spec, bool javamop, ByteWriter& out) : spec_(spec), javamop_(javamop), out_(out) {
    if (spec.per_thread) thread_ = uint64_t{1} << spec.parameters.size();
    bool event_only = std::all_of(spec.properties.begin(), spec.properties.end(),
                                  [](const Property& property) { return property.handlers.empty(); });
    for (const wire::Event& event : spec.events) {
      if (Prints(event.body) || (event_only && !event.body.method.empty())) body_binds_.insert(Binds(event));
      binds_.insert(Binds(event));
    }
  }

  void Run() {
    PutText(out_, spec_.name);
    PutFlag(out_, spec_.full_binding);
    PutFlag(out_, spec_.maximal_binding);
    PutFlag(out_, spec_.connected);
    PutFlag(out_, spec_.suffix);
    PutFlag(out_, spec_.per_thread);
    PutCount(out_, spec_.parameters.size());
    for (const wire::Parameter& parameter : spec_.parameters) PutText(out_, parameter.name);
    PutText(out_, spec_.support_class);
    PutCount(out_, spec_.events.size());
    for (const wire::Event& event : spec_.events) PutEvent(event);
    PutCount(out_, spec_.properties.size());
    for (const Property& property : spec_.properties) PutProperty(property);
    PutSets(out_, body_binds_);
  }

 private:
  [[nodiscard]] uint64_t Binds(const wire::Event& event) const {
    uint64_t binds = thread_;
    for (const wire::Variable& variable : event.variables) {
      if (variable.parameter >= 0) binds |= uint64_t{1} << variable.parameter;
    }
    return binds;
  }

  void PutEvent(const wire::Event& event) {
    PutText(out_, event.name);
    out_.U4(event.symbol);
    out_.U1(static_cast<uint8_t>(event.advice));
    out_.U1(static_cast<uint8_t>(event.trigger));
    out_.U8(Binds(event));
    PutFlag(out_, event.creation);
    PutCount(out_, event.variables.size());
    for (const wire::Variable& variable : event.variables) {
      out_.U4(static_cast<uint32_t>(variable.parameter));
      PutFlag(out_, variable.source == wire::Variable::Source::kThread);
    }
    PutCount(out_, event.threads.size());
    for (const wire::ThreadTest& test : event.threads) PutThreadTest(event, test);
    PutTexts(out_, event.guards);
    PutCount(out_, event.tests.size());
    for (const wire::ValueTest& test : event.tests) PutValueTest(test);
    PutTexts(out_, event.conditions);
    PutCode(out_, event.body);
    PutEnabled(event);
  }

  void PutValueTest(const wire::ValueTest& test) {
    PutCount(out_, test.steps.size());
    for (const wire::ValueTest::Step& step : test.steps) {
      out_.U1(static_cast<uint8_t>(step.op));
      out_.U2(step.left);
      out_.U2(step.right);
      out_.U8(static_cast<uint64_t>(step.constant));
    }
  }

  void PutThreadTest(const wire::Event& event, const wire::ThreadTest& test) {
    PutFlag(out_, test.blocked);
    uint32_t position = ~uint32_t{0};
    for (uint32_t i = 0; test.is_variable && i < event.variables.size(); ++i) {
      if (event.variables[i].name == test.name) position = i;
    }
    out_.U4(position);
    PutText(out_, test.name);
  }

  // __RESET is for the whole monitor; the plan's sets look at one property at a time.
  [[nodiscard]] bool OnePropertyMayResetAnother() const {
    auto resets = [](const wire::Handler& handler) {
      return !handler.code.method.empty() ||
             std::any_of(handler.code.actions.begin(), handler.code.actions.end(),
                         [](const wire::Action& a) { return a.kind == wire::Action::Kind::kReset; });
    };
    return spec_.properties.size() > 1 &&
           std::any_of(spec_.properties.begin(), spec_.properties.end(), [&](const Property& property) {
             return std::any_of(property.handlers.begin(), property.handlers.end(), resets);
           });
  }

  void PutEnabled(const wire::Event& event) {
    bool any = !body_binds_.empty() || spec_.maximal_binding || OnePropertyMayResetAnother();
    std::set<uint64_t> domains;
    for (const Property& property : spec_.properties) {
      any |= property.machine.kind != Machine::Kind::kDfa;
      for (uint64_t set : property.enable[event.symbol]) {
        // The empty set is the empty past, or one of events that bind no parameter, yet the thread.
        if (set == 0) domains.insert(0);
        domains.insert(set | thread_);
      }
    }
    PutFlag(out_, any);
    PutSets(out_, any ? std::set<uint64_t>() : domains);
  }

  void PutProperty(const Property& property) {
    bool repeats = property.logic == "raw" || (javamop_ && property.logic != "ltl");
    PutFlag(out_, !repeats);
    PutCount(out_, property.handlers.size());
    for (const wire::Handler& handler : property.handlers) {
      PutText(out_, handler.category);
      out_.U8(handler.bit);
      PutCode(out_, handler.code);
    }
    const Machine& machine = property.machine;
    out_.U1(static_cast<uint8_t>(machine.kind));
    out_.U4(machine.letters);
    switch (machine.kind) {
      case Machine::Kind::kDfa: PutDfa(property); break;
      case Machine::Kind::kStack: PutStack(property); break;
      case Machine::Kind::kRewriter: PutRewriter(property); break;
      case Machine::Kind::kCaret: PutCaret(property); break;
    }
  }

  void PutDfa(const Property& property) {
    const Machine& machine = property.machine;
    std::vector<uint64_t> permanent = PermanentMasks(machine);
    PutCount(out_, machine.masks.size());
    for (size_t s = 0; s < machine.masks.size(); ++s) {
      out_.U8(machine.masks[s]);
      out_.U8(permanent[s]);
      std::set<uint64_t> live;
      for (uint64_t set : property.live[s]) live.insert(set | thread_);
      PutSets(out_, live);
      for (uint32_t e = 0; e < machine.letters; ++e) out_.U4(machine.next[s * machine.letters + e]);
    }
  }

  [[nodiscard]] static uint64_t Bit(const Property& property, std::string_view category) {
    for (size_t i = 0; i < property.categories.size(); ++i) {
      if (property.categories[i] == category) return uint64_t{1} << i;
    }
    return 0;
  }

  // Of these logics fail and succeed are absorbing by definition, and any event may lead to a verdict.
  void PutCommon(const Property& property) {
    out_.U8(Bit(property, "fail") | Bit(property, "succeed"));
    PutSets(out_, binds_);
  }

  void PutStack(const Property& property) {
    PutCommon(property);
    out_.U8(Bit(property, "match"));
    out_.U8(Bit(property, "fail"));
    out_.U8(Bit(property, "nonfail"));
    out_.U4(property.machine.max_stack);
    PutFlag(out_, property.machine.empty_language);
    PutCount(out_, property.machine.rows.size());
    for (const Machine::StackRow& row : property.machine.rows) {
      PutFlag(out_, row.nullable);
      out_.U4(row.absorbed);
      for (const auto& strings : row.push) {
        PutCount(out_, strings.size());
        for (const std::vector<uint32_t>& string : strings) PutNumbers(out_, string);
      }
    }
  }

  void PutRewriter(const Property& property) {
    PutCommon(property);
    out_.U8(Bit(property, "succeed"));
    out_.U8(Bit(property, "fail"));
    out_.U8(Bit(property, "nonfail"));
    out_.U4(property.machine.max_stack);
    out_.U4(property.machine.max_rewrites);
    PutCount(out_, property.machine.rules.size());
    for (const Machine::RewriteRule& rule : property.machine.rules) {
      PutFlag(out_, rule.at_begin);
      PutFlag(out_, rule.at_end);
      out_.U1(static_cast<uint8_t>(rule.result));
      PutNumbers(out_, rule.left);
      PutNumbers(out_, rule.right);
    }
  }

  void PutCaret(const Property& property) {
    PutCommon(property);
    out_.U8(Bit(property, "violation"));
    out_.U8(Bit(property, "validation"));
    out_.U4(property.machine.max_stack);
    PutCount(out_, property.machine.nodes.size());
    for (const Machine::CaretNode& node : property.machine.nodes) {
      out_.U1(node.op);
      out_.U1(node.points);
      out_.U4(node.left);
      out_.U4(node.right);
      out_.U4(node.letter);
    }
    for (uint32_t letter : property.machine.caret_letters) out_.U4(letter);
  }

  const Spec& spec_;
  bool javamop_;
  ByteWriter& out_;
  uint64_t thread_ = 0;
  std::set<uint64_t> binds_;
  std::set<uint64_t> body_binds_;
};

}  // namespace

// A category is permanent in a state unless some way from it leads to a state without the category: that is
// found backwards, from the states that lack it.
std::vector<uint64_t> PermanentMasks(const Machine& dfa) {
  std::vector<std::vector<uint32_t>> predecessors(dfa.masks.size());
  std::vector<uint32_t> work;
  for (uint32_t s = 0; s < dfa.masks.size(); ++s) {
    work.push_back(s);
    for (uint32_t e = 0; e < dfa.letters; ++e) {
      predecessors[dfa.next[size_t{s} * dfa.letters + e]].push_back(s);
    }
  }
  std::vector<uint64_t> permanent = dfa.masks;
  while (!work.empty()) {
    uint32_t s = work.back();
    work.pop_back();
    for (uint32_t before : predecessors[s]) {
      uint64_t kept = permanent[before] & permanent[s];
      if (kept != permanent[before]) work.push_back(before);
      permanent[before] = kept;
    }
  }
  return permanent;
}

std::vector<uint8_t> EncodeTables(const wire::Plan& plan) {
  ByteWriter out;
  bool javamop = plan.semantics == wire::Semantics::kJavaMop;
  out.U4(kTablesVersion);
  PutFlag(out, javamop);
  PutCount(out, plan.specs.size());
  for (const Spec& spec : plan.specs) SpecWriter(spec, javamop, out).Run();
  return out.Release();
}

}  // namespace revmon::weave
