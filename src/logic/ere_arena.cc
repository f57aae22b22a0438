#include "logic/ere_arena.h"

#include <algorithm>
#include <utility>

namespace revmon::logic {

size_t EreArena::KeyHash::operator()(const std::vector<uint32_t>& key) const {
  uint64_t hash = 0xcbf29ce484222325u;
  for (uint32_t word : key) hash = (hash ^ word) * 0x9e3779b97f4a7c15u + (hash >> 29);
  return static_cast<size_t>(hash);
}

EreArena::EreArena(const Budget& budget) : budget_(budget) {
  Intern(Kind::kEmpty, false, 1, {});
  Intern(Kind::kEpsilon, true, 1, {});
  universal_ = Not(Empty());
}

bool EreArena::Spend(uint64_t steps) {
  steps_ += steps;
  if (steps_ > budget_.max_steps && !spent_) {
    spent_ = OverBudget("the expression", budget_.max_steps, "construction steps", "max_steps");
  }
  return !spent_;
}

Expression EreArena::Intern(Kind kind, bool nullable, uint32_t depth, std::vector<uint32_t> parts) {
  // A part costs one step; past the budget everything collapses, so that callers unwind quickly.
  if (!Spend(1 + parts.size())) return Empty();
  if (depth > budget_.max_depth * 2) {
    spent_ = OverBudget("the expression", budget_.max_depth, "levels of nesting", "max_depth");
    return Empty();
  }
  parts.push_back(static_cast<uint32_t>(kind));
  const auto [it, fresh] = index_.emplace(std::move(parts), static_cast<Expression>(nodes_.size()));
  if (fresh) {
    nodes_.push_back({kind, nullable, depth, {it->first.begin(), it->first.end() - 1}});
    if (nodes_.size() > budget_.max_nodes) {
      spent_ = OverBudget("the expression", budget_.max_nodes, "subexpressions", "max_nodes");
    }
  }
  return it->second;
}

Expression EreArena::Symbol(Event event) { return Intern(Kind::kSymbol, false, 1, {event}); }

Expression EreArena::Concat(Expression first, Expression second) {
  if (first == Empty() || second == Empty()) return Empty();
  if (second == Epsilon()) return first;
  // (a (b c)) d becomes a (b (c d)).
  std::vector<Expression> heads;
  while (nodes_[first].kind == Kind::kConcat) {
    heads.push_back(nodes_[first].parts[0]);
    first = nodes_[first].parts[1];
  }
  if (first != Epsilon()) heads.push_back(first);
  for (auto head = heads.rbegin(); head != heads.rend(); ++head) {
    const bool nullable = Nullable(*head) && Nullable(second);
    second = Intern(Kind::kConcat, nullable, std::max(nodes_[*head].depth + 1, nodes_[second].depth),
                    {*head, second});
  }
  return second;
}

Expression EreArena::Star(Expression inner) {
  if (inner == Empty() || inner == Epsilon()) return Epsilon();
  if (inner == universal_ || nodes_[inner].kind == Kind::kStar) return inner;
  return Intern(Kind::kStar, true, nodes_[inner].depth + 1, {inner});
}

Expression EreArena::Not(Expression inner) {
  if (nodes_[inner].kind == Kind::kNot) return nodes_[inner].parts[0];
  return Intern(Kind::kNot, !Nullable(inner), nodes_[inner].depth + 1, {inner});
}

Expression EreArena::Combine(Kind kind, std::vector<Expression> parts) {
  const bool is_or = kind == Kind::kOr;
  const Expression unit = is_or ? Empty() : universal_;
  const Expression zero = is_or ? universal_ : Empty();
  std::vector<Expression> flat;
  bool nullable = !is_or;
  uint32_t depth = 0;
  for (Expression part : parts) {
    const bool same = nodes_[part].kind == kind;
    for (Expression leaf : same ? nodes_[part].parts : std::vector<Expression>{part}) {
      if (leaf == zero) return zero;
      if (leaf == unit) continue;
      flat.push_back(leaf);
      nullable = is_or ? nullable || Nullable(leaf) : nullable && Nullable(leaf);
      depth = std::max(depth, nodes_[leaf].depth);
    }
  }
  std::sort(flat.begin(), flat.end());
  flat.erase(std::unique(flat.begin(), flat.end()), flat.end());
  if (!is_or && !flat.empty() && flat[0] == Epsilon()) return nullable ? Epsilon() : Empty();
  if (is_or && flat.size() > 1 && flat[0] == Epsilon() &&
      std::any_of(flat.begin() + 1, flat.end(), [&](Expression leaf) { return Nullable(leaf); })) {
    flat.erase(flat.begin());
  }
  if (flat.empty()) return unit;
  if (flat.size() == 1) return flat[0];
  return Intern(kind, nullable, depth + 1, std::move(flat));
}

Expression EreArena::Derive(Expression expression, Event event) {
  const uint64_t key = uint64_t{expression} << 32 | event;
  if (const auto it = derived_.find(key); it != derived_.end()) return it->second;
  if (!Spend(1)) return Empty();
  // By value: interning may move the nodes.
  const Kind kind = nodes_[expression].kind;
  std::vector<uint32_t> parts = nodes_[expression].parts;
  Expression result = Empty();
  switch (kind) {
    case Kind::kEmpty:
    case Kind::kEpsilon: break;
    case Kind::kSymbol: result = parts[0] == event ? Epsilon() : Empty(); break;
    case Kind::kConcat: result = DeriveConcat(expression, event); break;
    case Kind::kStar: result = Concat(Derive(parts[0], event), expression); break;
    case Kind::kNot: result = Not(Derive(parts[0], event)); break;
    case Kind::kOr:
    case Kind::kAnd:
      for (uint32_t& part : parts) part = Derive(part, event);
      result = Combine(kind, std::move(parts));
      break;
  }
  derived_.emplace(key, result);
  return result;
}

Expression EreArena::DeriveConcat(Expression expression, Event event) {
  std::vector<Expression> choices;
  while (nodes_[expression].kind == Kind::kConcat) {
    const Expression head = nodes_[expression].parts[0];
    const Expression tail = nodes_[expression].parts[1];
    choices.push_back(Concat(Derive(head, event), tail));
    if (!Nullable(head) || spent_) return Or(std::move(choices));
    expression = tail;
  }
  choices.push_back(Derive(expression, event));
  return Or(std::move(choices));
}

}  // namespace revmon::logic
