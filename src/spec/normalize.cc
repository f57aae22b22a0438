#include "spec/normalize.h"

#include <algorithm>
#include <unordered_map>

#include "spec/lexer.h"

namespace revmon::spec {
namespace {

using Renames = std::unordered_map<std::string, ArgPattern>;

bool IsEventLevel(Designator d) { return d >= Designator::kCondition; }

// A named pointcut's if(...) speaks of its own parameters; the caller's names take their place.
std::string RenameJava(const std::string& java, const Renames& renames) {
  SourceText source("", java);
  Diagnostics ignored;
  TokenList tokens = Lex(source, &ignored);
  std::string out;
  uint32_t copied = 0;
  for (uint32_t i = 0; i < tokens.tokens.size(); ++i) {
    if (tokens.tokens[i].kind != TokenKind::kIdentifier || (i > 0 && tokens.Is(i - 1, '.'))) continue;
    auto found = renames.find(std::string(tokens.Text(i)));
    if (found == renames.end()) continue;
    out += java.substr(copied, tokens.tokens[i].span.begin - copied) + found->second.type.name;
    copied = tokens.tokens[i].span.end;
  }
  return out + java.substr(copied);
}

// Copies a pointcut into one flat tree, replacing named pointcuts and merging nested chains.
class Expander {
 public:
  Expander(const NamedPointcuts& named, NormalizeBudget* budget, Diagnostics* diagnostics)
      : named_(named), budget_(*budget), diagnostics_(diagnostics) {}

  // The root's index in out(), or nothing after an error.
  std::optional<uint32_t> Expand(const Pointcut& pointcut, const Renames& renames) {
    if (pointcut.empty()) return std::nullopt;
    std::vector<uint32_t> copied(pointcut.nodes.size());
    for (uint32_t i = 0; i < pointcut.nodes.size(); ++i) {
      const PointcutNode& node = pointcut.nodes[i];
      if (budget_.nodes == 0) return Fail(node, "the pointcuts of this file grow beyond 131072 parts");
      --budget_.nodes;
      std::optional<uint32_t> copy =
          node.kind == Designator::kNamed ? Inline(node, renames) : Copy(node, renames, copied);
      if (!copy) return std::nullopt;
      copied[i] = *copy;
    }
    return copied.back();
  }

  Pointcut& out() { return out_; }

 private:
  std::nullopt_t Fail(const PointcutNode& node, std::string message) {
    diagnostics_->Error(node.span, std::move(message));
    return std::nullopt;
  }

  std::optional<uint32_t> Copy(const PointcutNode& node, const Renames& renames,
                               const std::vector<uint32_t>& copied) {
    PointcutNode copy = node;
    copy.children.clear();
    for (uint32_t child : node.children) {
      const PointcutNode& made = out_.nodes[copied[child]];
      bool merges = made.kind == node.kind && (node.kind == Designator::kAnd || node.kind == Designator::kOr);
      if (merges) {
        copy.children.insert(copy.children.end(), made.children.begin(), made.children.end());
      } else {
        copy.children.push_back(copied[child]);
      }
    }
    for (ArgPattern& arg : copy.args) {
      auto found = arg.type.kind == TypePattern::Kind::kName ? renames.find(arg.type.name) : renames.end();
      if (found != renames.end()) arg = found->second;
    }
    if (!renames.empty() && !copy.text.empty()) copy.text = RenameJava(copy.text, renames);
    out_.nodes.push_back(std::move(copy));
    return static_cast<uint32_t>(out_.nodes.size() - 1);
  }

  std::optional<uint32_t> Inline(const PointcutNode& node, const Renames& outer) {
    auto found = named_.find(node.text);
    if (found == named_.end()) return Fail(node, "pointcut '" + node.text + "' is not declared correctly");
    const PointcutDecl* decl = found->second;
    bool active = std::find(stack_.begin(), stack_.end(), decl) != stack_.end();
    if (active) return Fail(node, "pointcut '" + node.text + "' is defined by itself");
    if (decl->params.size() != node.args.size()) {
      return Fail(node, "pointcut '" + node.text + "' takes " + std::to_string(decl->params.size()) +
                            " arguments, found " + std::to_string(node.args.size()));
    }
    Renames inner;
    for (size_t i = 0; i < node.args.size(); ++i) {
      ArgPattern arg = node.args[i];
      auto renamed = outer.find(arg.type.name);
      if (renamed != outer.end()) arg = renamed->second;
      inner.emplace(decl->params[i].name.text, std::move(arg));
    }
    stack_.push_back(decl);
    std::optional<uint32_t> root = stack_.size() > 50
                                       ? Fail(node, "named pointcuts are nested deeper than 50")
                                       : Expand(decl->pointcut, inner);
    stack_.pop_back();
    return root;
  }

  const NamedPointcuts& named_;
  NormalizeBudget& budget_;
  Diagnostics* diagnostics_;
  std::vector<const PointcutDecl*> stack_;
  Pointcut out_;
};

// Disjunctive normal form, bottom up over the post-order; each node has a form for itself and for its
// negation.
class Disjoiner {
 public:
  Disjoiner(const Pointcut& tree, NormalizeBudget* budget, Diagnostics* diagnostics)
      : tree_(tree), budget_(*budget), diagnostics_(diagnostics) {}

  bool Run(std::vector<Alternative>* out) {
    // Which polarity of which node is asked for: parents come after children, so go from the root down first.
    std::vector<uint8_t> wanted(tree_.nodes.size());
    wanted.back() = kPositive;
    for (size_t i = tree_.nodes.size(); i-- > 0;) {
      for (uint32_t child : Parts(tree_.nodes[i])) {
        bool flips = tree_.nodes[i].kind == Designator::kNot;
        wanted[child] |= flips ? Flip(wanted[i]) : wanted[i];
      }
    }
    forms_.resize(tree_.nodes.size() * 2);
    for (uint32_t i = 0; i < tree_.nodes.size(); ++i) {
      if ((wanted[i] & kPositive) != 0 && !Form(i, false)) return false;
      if ((wanted[i] & kNegative) != 0 && !Form(i, true)) return false;
    }
    *out = std::move(forms_[(tree_.nodes.size() - 1) * 2]);
    return true;
  }

 private:
  static constexpr uint8_t kPositive = 1;
  static constexpr uint8_t kNegative = 2;
  static uint8_t Flip(uint8_t wanted) {
    return static_cast<uint8_t>((wanted & kPositive) << 1 | (wanted & kNegative) >> 1);
  }
  // cflow's pointcut is matched at other join points: it stays inside its leaf.
  static const std::vector<uint32_t>& Parts(const PointcutNode& node) {
    static const std::vector<uint32_t> kNone;
    bool leaf = node.kind == Designator::kCflow || node.kind == Designator::kCflowBelow;
    return leaf ? kNone : node.children;
  }
  std::vector<Alternative>& At(uint32_t node, bool negated) { return forms_[node * 2 + (negated ? 1 : 0)]; }

  bool Form(uint32_t index, bool negated) {
    const PointcutNode& node = tree_.nodes[index];
    std::vector<Alternative>& form = At(index, negated);
    if (node.kind == Designator::kNot) {
      form = At(node.children.front(), !negated);
      return true;
    }
    if (node.kind != Designator::kAnd && node.kind != Designator::kOr) {
      form = {{Literal{negated, index}}};
      return true;
    }
    bool conjunction = (node.kind == Designator::kAnd) != negated;
    return conjunction ? Multiply(node, negated, &form) : Append(node, negated, &form);
  }

  bool Append(const PointcutNode& node, bool negated, std::vector<Alternative>* out) {
    for (uint32_t child : node.children) {
      const std::vector<Alternative>& part = At(child, negated);
      if (out->size() + part.size() > kMaxAlternatives) return TooMany(node);
      out->insert(out->end(), part.begin(), part.end());
    }
    return Spend(node, *out);
  }

  bool Spend(const PointcutNode& node, const std::vector<Alternative>& form) {
    size_t literals = 0;
    for (const Alternative& alternative : form) literals += alternative.size();
    if (literals > budget_.literals) return TooMany(node);
    budget_.literals -= literals;
    return true;
  }

  bool Multiply(const PointcutNode& node, bool negated, std::vector<Alternative>* out) {
    out->assign(1, {});
    for (uint32_t child : node.children) {
      const std::vector<Alternative>& part = At(child, negated);
      if (out->size() * part.size() > kMaxAlternatives) return TooMany(node);
      if (part.size() == 1) {  // the usual case, in place: a long conjunction costs no copies
        for (Alternative& left : *out) left.insert(left.end(), part[0].begin(), part[0].end());
        continue;
      }
      if (out->size() * part.size() * (out->front().size() + 1) > budget_.literals) return TooMany(node);
      std::vector<Alternative> product;
      for (const Alternative& left : *out) {
        for (const Alternative& right : part) {
          Alternative& both = product.emplace_back(left);
          both.insert(both.end(), right.begin(), right.end());
        }
      }
      *out = std::move(product);
    }
    return Spend(node, *out);
  }

  bool TooMany(const PointcutNode& node) {
    diagnostics_->Error(node.span,
                        "the pointcut has too many alternatives once '||' is distributed over '&&' (limit " +
                            std::to_string(kMaxAlternatives) + ")");
    return false;
  }

  const Pointcut& tree_;
  NormalizeBudget& budget_;
  Diagnostics* diagnostics_;
  std::vector<std::vector<Alternative>> forms_;
};

class Splitter {
 public:
  Splitter(const Pointcut& tree, uint32_t root, NormalizeBudget* budget, Diagnostics* diagnostics)
      : tree_(tree), root_(root), budget_(budget), diagnostics_(diagnostics) {}

  std::optional<SplitPointcut> Run() {
    SplitPointcut out;
    std::vector<uint32_t> rest;
    const PointcutNode& top = tree_.nodes[root_];
    std::vector<uint32_t> conjuncts =
        top.kind == Designator::kAnd ? top.children : std::vector<uint32_t>{root_};
    for (uint32_t conjunct : conjuncts) {
      if (!Take(tree_.nodes[conjunct], &out)) rest.push_back(conjunct);
    }
    Keep(rest, &out.join_point.tree);
    if (!CheckRest(out) || bad_) return std::nullopt;
    if (!Disjoiner(out.join_point.tree, budget_, diagnostics_).Run(&out.join_point.alternatives))
      return std::nullopt;
    return out;
  }

 private:
  // True when the conjunct belongs to the event and was stored.
  bool Take(const PointcutNode& node, SplitPointcut* out) {
    switch (node.kind) {
      case Designator::kIf: out->guards.push_back(node); return true;
      case Designator::kCondition: out->conditions.push_back(node); return true;
      case Designator::kCountCond: out->counts.push_back(node); return true;
      case Designator::kThread:
      case Designator::kThreadName:
      case Designator::kThreadBlocked: out->threads.push_back(node); return true;
      case Designator::kStartThread: return TakeTrigger(node, Trigger::kStartThread, out);
      case Designator::kEndThread: return TakeTrigger(node, Trigger::kEndThread, out);
      case Designator::kEndProgram: return TakeTrigger(node, Trigger::kEndProgram, out);
      case Designator::kEndObject:
        out->ended.push_back(node);
        return TakeTrigger(node, Trigger::kEndObject, out);
      default: return false;
    }
  }

  bool TakeTrigger(const PointcutNode& node, Trigger trigger, SplitPointcut* out) {
    if (out->trigger != Trigger::kJoinPoint) {
      Complain(node, "an event has one cause; '" + std::string(ToString(out->trigger)) + "' and '" +
                         std::string(ToString(node.kind)) + "' never happen at once");
    }
    out->trigger = trigger;
    return true;
  }

  void Complain(const PointcutNode& node, std::string message) {
    diagnostics_->Error(node.span, std::move(message));
    bad_ = true;
  }

  // Copies what `roots` reach, in post-order, under one root.
  void Keep(const std::vector<uint32_t>& roots, Pointcut* out) {
    std::vector<bool> reached(tree_.nodes.size());
    for (uint32_t root : roots) reached[root] = true;
    std::vector<uint32_t> moved(tree_.nodes.size());
    for (size_t i = tree_.nodes.size(); i-- > 0;) {
      if (!reached[i]) continue;
      for (uint32_t child : tree_.nodes[i].children) reached[child] = true;
    }
    for (size_t i = 0; i < tree_.nodes.size(); ++i) {
      if (!reached[i]) continue;
      moved[i] = static_cast<uint32_t>(out->nodes.size());
      PointcutNode& copy = out->nodes.emplace_back(tree_.nodes[i]);
      for (uint32_t& child : copy.children) child = moved[child];
    }
    if (roots.size() == 1) return;  // it is the last one: everything else is below it
    PointcutNode top;
    top.kind = roots.empty() ? Designator::kTrue : Designator::kAnd;
    top.span = tree_.nodes[root_].span;
    for (uint32_t root : roots) top.children.push_back(moved[root]);
    out->nodes.push_back(std::move(top));
  }

  bool CheckRest(const SplitPointcut& out) {
    for (const PointcutNode& node : out.join_point.tree.nodes) {
      if (IsEventLevel(node.kind)) {
        Complain(node,
                 std::string(ToString(node.kind)) +
                     "(...) belongs to the whole event: join it by '&&' outside of '||', '!' and cflow");
      }
      if (out.trigger != Trigger::kJoinPoint && IsJoinPointKind(node.kind)) {
        Complain(node, std::string(ToString(node.kind)) + "(...) and " + std::string(ToString(out.trigger)) +
                           "() never happen at once");
      }
    }
    return !bad_;
  }

  const Pointcut& tree_;
  uint32_t root_;
  NormalizeBudget* budget_;
  Diagnostics* diagnostics_;
  bool bad_ = false;
};

}  // namespace

std::string_view ToString(Trigger trigger) {
  switch (trigger) {
    case Trigger::kJoinPoint: return "joinPoint";
    case Trigger::kStartThread: return "startThread";
    case Trigger::kEndThread: return "endThread";
    case Trigger::kEndProgram: return "endProgram";
    case Trigger::kEndObject: return "endObject";
  }
  return "?";
}

std::optional<SplitPointcut> Normalize(const Pointcut& pointcut, const NamedPointcuts& named,
                                       NormalizeBudget* budget, Diagnostics* diagnostics) {
  Expander expander(named, budget, diagnostics);
  std::optional<uint32_t> root = expander.Expand(pointcut, {});
  if (!root) return std::nullopt;
  return Splitter(expander.out(), *root, budget, diagnostics).Run();
}

std::optional<std::vector<Alternative>> Disjoin(const Pointcut& expanded, NormalizeBudget* budget) {
  Diagnostics ignored;
  std::vector<Alternative> out;
  if (!Disjoiner(expanded, budget, &ignored).Run(&out)) return std::nullopt;
  return out;
}

std::string ToString(const NormalPointcut& pointcut, const Alternative& alternative) {
  std::string out;
  for (const Literal& literal : alternative) {
    if (&literal != &alternative.front()) out += " && ";
    out += (literal.negated ? "!" : "") + ToString(pointcut.tree, literal.node);
  }
  return out;
}

std::string ToString(const NormalPointcut& pointcut) {
  std::string out;
  for (const Alternative& alternative : pointcut.alternatives) {
    if (&alternative != &pointcut.alternatives.front()) out += " || ";
    out += ToString(pointcut, alternative);
  }
  return out;
}

}  // namespace revmon::spec
