#include "spec/bind.h"

#include <algorithm>

#include "base/suggest.h"

namespace revmon::spec {
namespace {

bool BindsVariables(Designator kind) {
  switch (kind) {
    case Designator::kThis:
    case Designator::kTarget:
    case Designator::kArgs:
    case Designator::kAtThis:
    case Designator::kAtTarget:
    case Designator::kAtArgs:
    case Designator::kAtWithin:
    case Designator::kAtWithinCode:
    case Designator::kAtAnnotation: return true;
    default: return false;
  }
}

Binding BindingOf(Designator kind) {
  switch (kind) {
    case Designator::kThis: return Binding::kThis;
    case Designator::kTarget: return Binding::kTarget;
    case Designator::kArgs: return Binding::kArgs;
    default: return Binding::kAnnotation;
  }
}

bool IsPlainName(const TypePattern& type) {
  return type.kind == TypePattern::Kind::kName && !type.subtypes && !type.varargs && type.dimensions == 0 &&
         type.arguments.empty() && type.annotations.empty() && type.name.find('.') == std::string::npos &&
         !type.HasWildcard();
}

class Binder {
 public:
  Binder(const SpecDecl& spec, const EventDecl& decl, NameResolver* resolver, Event* event,
         Diagnostics* diagnostics)
      : spec_(spec), decl_(decl), resolver_(*resolver), event_(*event), diagnostics_(diagnostics) {}

  bool Run(SplitPointcut* split) {
    if (decl_.params.size() >= kMaxVariables) {
      Fail(decl_.name.span, "an event has at most " + std::to_string(kMaxVariables) + " variables");
      return false;
    }
    Declare();
    if (!ok_) return false;
    bound_.assign(event_.variables.size(), false);
    if (decl_.result) bound_.back() = true;
    for (const PointcutNode& node : split->threads) Thread(node);
    for (const PointcutNode& node : split->ended) Global(node, Binding::kEndedObject);
    MarkVariables(&split->join_point.tree);
    if (!ok_) return false;  // a misspelt name would be reported a second time as missing
    CheckFlows(split->join_point.tree);
    CheckAlternatives(split->join_point);
    for (size_t i = 0; i < event_.variables.size(); ++i) {
      if (event_.variables[i].parameter != Variable::kByValue) {
        event_.binds.push_back(static_cast<uint32_t>(event_.variables[i].parameter));
      }
    }
    std::sort(event_.binds.begin(), event_.binds.end());
    return ok_;
  }

 private:
  void Fail(Span span, std::string message, std::string hint = "") {
    diagnostics_->Error(span, std::move(message), std::move(hint));
    ok_ = false;
  }

  void Declare() {
    for (const ParamDecl& param : decl_.params) DeclareOne(param, Binding::kTarget);
    if (decl_.result) {
      bool thrown = decl_.advice == Advice::kAfterThrowing;
      DeclareOne(*decl_.result, thrown ? Binding::kThrowing : Binding::kReturning);
    }
  }

  void DeclareOne(const ParamDecl& param, Binding binding) {
    if (Find(param.name.text) >= 0) {
      Fail(param.name.span,
           "variable '" + param.name.text + "' is declared twice in event '" + decl_.name.text + "'");
      return;
    }
    Variable& variable = event_.variables.emplace_back();
    variable.name = param.name.text;
    variable.type = param.type;
    variable.binding = binding;
    for (size_t i = 0; i < spec_.params.size(); ++i) {
      if (spec_.params[i].name.text == variable.name) variable.parameter = static_cast<int32_t>(i);
    }
  }

  int Find(std::string_view name) const {
    for (size_t i = 0; i < event_.variables.size(); ++i) {
      if (event_.variables[i].name == name) return static_cast<int>(i);
    }
    return -1;
  }

  void Thread(const PointcutNode& node) {
    if (node.kind == Designator::kThread) {
      Global(node, Binding::kThread);
      return;
    }
    ThreadTest test;
    test.blocked = node.kind == Designator::kThreadBlocked;
    test.is_variable = node.text.empty();
    if (!test.is_variable) test.name = StringValue(node.text);
    if (test.is_variable && !node.args.empty()) test.name = ToString(node.args[0].type);
    event_.threads.push_back(std::move(test));
  }

  // thread(v), endObject(v): hold for the whole event.
  void Global(const PointcutNode& node, Binding binding) {
    const TypePattern& type = node.args.front().type;
    int index = Find(type.name);
    if (index < 0) {
      Undeclared(type, "in " + std::string(ToString(node.kind)) + "(...)");
      return;
    }
    if (bound_[static_cast<size_t>(index)]) Twice(type);
    bound_[static_cast<size_t>(index)] = true;
    event_.variables[static_cast<size_t>(index)].binding = binding;
  }

  void Twice(const TypePattern& type) {
    Fail(type.span, "variable '" + type.name + "' is bound twice in event '" + decl_.name.text + "'");
  }

  void Undeclared(const TypePattern& type, const std::string& where) {
    for (const ParamDecl& param : spec_.params) {
      if (param.name.text != type.name) continue;
      Fail(type.span, "event '" + decl_.name.text + "' does not declare '" + type.name + "' used " + where,
           "add '" + ToString(param.type) + " " + type.name + "' to the event's parameters");
      return;
    }
    std::vector<std::string> names;
    for (const Variable& variable : event_.variables) names.push_back(variable.name);
    Fail(type.span, "unknown variable '" + type.name + "' " + where, DidYouMean(type.name, names));
  }

  // Tells variables from types. A name that is neither and starts like a variable is taken for one.
  void MarkVariables(Pointcut* tree) {
    for (PointcutNode& node : tree->nodes) {
      if (!BindsVariables(node.kind)) continue;
      for (ArgPattern& arg : node.args) {
        if (!IsPlainName(arg.type)) continue;
        bool variable_like = arg.type.name[0] >= 'a' && arg.type.name[0] <= 'z';
        if (Find(arg.type.name) >= 0) {
          arg.variable = arg.type.name;
        } else if (variable_like && resolver_.Resolve(arg.type.name).empty()) {
          Undeclared(arg.type, "in " + std::string(ToString(node.kind)) + "(...)");
        }
      }
    }
  }

  void CheckFlows(const Pointcut& tree) {
    std::vector<bool> inside(tree.nodes.size());
    for (size_t i = tree.nodes.size(); i-- > 0;) {
      const PointcutNode& node = tree.nodes[i];
      bool flow = node.kind == Designator::kCflow || node.kind == Designator::kCflowBelow;
      for (uint32_t child : node.children) inside[child] = inside[i] || flow;
      for (const ArgPattern& arg : node.args) {
        if (inside[i] && !arg.variable.empty()) {
          Fail(arg.type.span, "variable '" + arg.variable + "' cannot be bound inside cflow");
        }
      }
    }
  }

  void CheckAlternatives(const NormalPointcut& pointcut) {
    std::vector<bool> everywhere(event_.variables.size(), true);
    std::vector<bool> somewhere(event_.variables.size(), false);
    for (const Alternative& alternative : pointcut.alternatives) {
      std::vector<bool> here = bound_;
      for (const Literal& literal : alternative)
        BindLiteral(pointcut.tree.nodes[literal.node], literal.negated, &here);
      for (size_t i = 0; i < here.size(); ++i) {
        everywhere[i] = everywhere[i] && here[i];
        somewhere[i] = somewhere[i] || here[i];
      }
      if (!ok_) return;  // one alternative's mistake would be repeated by every other
    }
    for (size_t i = 0; i < everywhere.size(); ++i) {
      if (everywhere[i]) continue;
      const std::string& name = event_.variables[i].name;
      std::string why =
          somewhere[i] ? "' is bound only in some alternatives of the pointcut" : "' is never bound";
      Fail(SpanOf(name), "variable '" + name + why,
           "bind it with target(" + name + ") or args(" + name + ") next to each call");
    }
  }

  void BindLiteral(const PointcutNode& node, bool negated, std::vector<bool>* here) {
    if (!BindsVariables(node.kind)) return;
    for (const ArgPattern& arg : node.args) {
      if (arg.variable.empty()) continue;
      auto index = static_cast<size_t>(Find(arg.variable));
      if (negated) {
        Fail(arg.type.span, "variable '" + arg.variable + "' cannot be bound under '!'");
        return;
      }
      if ((*here)[index]) Twice(arg.type);
      (*here)[index] = true;
      event_.variables[index].binding = BindingOf(node.kind);
    }
  }

  Span SpanOf(const std::string& name) const {
    for (const ParamDecl& param : decl_.params) {
      if (param.name.text == name) return param.name.span;
    }
    return decl_.name.span;
  }

  const SpecDecl& spec_;
  const EventDecl& decl_;
  NameResolver& resolver_;
  Event& event_;
  Diagnostics* diagnostics_;
  std::vector<bool> bound_;  // by the whole event, not by one alternative
  bool ok_ = true;
};

}  // namespace

bool Bind(const SpecDecl& spec, const EventDecl& decl, NameResolver* resolver, SplitPointcut* split,
          Event* event, Diagnostics* diagnostics) {
  return Binder(spec, decl, resolver, event, diagnostics).Run(split);
}

}  // namespace revmon::spec
