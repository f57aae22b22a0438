#include "logic/obligations.h"

#include <algorithm>

namespace revmon::logic {

bool Subset(const ObligationSet& small, const ObligationSet& large) {
  return small.size() <= large.size() &&
         std::includes(large.begin(), large.end(), small.begin(), small.end());
}

size_t Obligations::KeyHash::operator()(const std::vector<uint32_t>& key) const {
  uint64_t hash = 0xcbf29ce484222325u;
  for (uint32_t word : key) hash = (hash ^ word) * 0x9e3779b97f4a7c15u + (hash >> 29);
  return static_cast<size_t>(hash);
}

Obligations::Obligations(const TemporalFormula& formula, const Budget& budget) : budget_(budget) {
  Intern(Kind::kTrue, {});
  Intern(Kind::kFalse, {});
  for (uint32_t i = 0; i < formula.nodes.size() && !spent_; ++i) {
    const auto [positive, negative] = Make(formula.nodes[i], i);
    made_.push_back({negative, positive});
  }
}

bool Obligations::Spend(uint64_t steps) {
  steps_ += steps;
  if (steps_ > budget_.max_steps && !spent_) {
    spent_ = OverBudget("the formula", budget_.max_steps, "construction steps", "max_steps");
  }
  return !spent_;
}

Obligation Obligations::Intern(Kind kind, std::vector<uint32_t> parts) {
  if (!Spend(1 + parts.size()) && nodes_.size() > 1) return 0;
  uint32_t depth = 1;
  if (kind >= Kind::kAnd) {
    for (uint32_t part : parts) depth = std::max(depth, nodes_[part].depth + 1);
  }
  if (depth > budget_.max_depth * 4) {
    spent_ = OverBudget("the formula", budget_.max_depth, "levels of nesting", "max_depth");
    return 0;
  }
  parts.push_back(static_cast<uint32_t>(kind));
  const auto [it, fresh] = index_.emplace(std::move(parts), static_cast<Obligation>(nodes_.size()));
  if (fresh) {
    const uint32_t number = kind == Kind::kUntil ? untils_++ : 0;
    if (untils_ > kMaxUntils) spent_ = OverBudget("the formula", kMaxUntils, "until operators", "untils");
    nodes_.push_back({kind, number, depth, {it->first.begin(), it->first.end() - 1}});
  }
  return it->second;
}

Obligation Obligations::Combine(Kind kind, Obligation a, Obligation b) {
  const Obligation unit = kind == Kind::kAnd ? 0 : 1;
  if (a == unit || a == b) return b;
  if (b == unit) return a;
  if (a == 1 - unit || b == 1 - unit) return 1 - unit;
  std::vector<uint32_t> parts;
  for (Obligation side : {a, b}) {
    if (nodes_[side].kind == kind) {
      parts.insert(parts.end(), nodes_[side].parts.begin(), nodes_[side].parts.end());
    } else {
      parts.push_back(side);
    }
  }
  std::sort(parts.begin(), parts.end());
  parts.erase(std::unique(parts.begin(), parts.end()), parts.end());
  return parts.size() == 1 ? parts[0] : Intern(kind, std::move(parts));
}

// Positive and negative form of a subformula from those of its operands (a table, one row an operator).
std::pair<Obligation, Obligation> Obligations::Make(const TemporalNode& node, uint32_t index) {
  constexpr Obligation kYes = 0, kNo = 1;
  const bool operands = node.op > Op::kEvent;
  const Obligation a = operands ? made_[node.a][1] : 0, not_a = operands ? made_[node.a][0] : 0;
  const Obligation b = IsBinary(node.op) ? made_[node.b][1] : 0,
                   not_b = IsBinary(node.op) ? made_[node.b][0] : 0;
  const auto both = [this](Obligation x, Obligation y) { return Combine(Kind::kAnd, x, y); };
  const auto either = [this](Obligation x, Obligation y) { return Combine(Kind::kOr, x, y); };
  const auto next = [this](Obligation x) { return x <= kNo ? x : Intern(Kind::kNext, {x}); };
  const auto until = [this](Obligation x, Obligation y) {
    return y <= kNo || x == kNo ? y : Intern(Kind::kUntil, {x, y});
  };
  const auto release = [this](Obligation x, Obligation y) {
    return y <= kNo || x == kYes ? y : Intern(Kind::kRelease, {x, y});
  };
  switch (node.op) {
    case Op::kTrue: return {kYes, kNo};
    case Op::kFalse: return {kNo, kYes};
    case Op::kEvent: return {Intern(Kind::kEvent, {node.a}), Intern(Kind::kNotEvent, {node.a})};
    case Op::kNot: return {not_a, a};
    case Op::kAnd: return {both(a, b), either(not_a, not_b)};
    case Op::kOr: return {either(a, b), both(not_a, not_b)};
    case Op::kXor: return {either(both(a, not_b), both(not_a, b)), either(both(a, b), both(not_a, not_b))};
    case Op::kImplies: return {either(not_a, b), both(a, not_b)};
    case Op::kIff: return {either(both(a, b), both(not_a, not_b)), either(both(a, not_b), both(not_a, b))};
    case Op::kNext:
    case Op::kWeakNext: return {next(a), next(not_a)};
    case Op::kUntil: return {until(a, b), release(not_a, not_b)};
    case Op::kRelease: return {release(a, b), until(not_a, not_b)};
    case Op::kAlways: return {release(kNo, a), until(kYes, not_a)};
    case Op::kEventually: return {until(kYes, a), release(kNo, not_a)};
    default:  // past operators
      return {Intern(Kind::kPast, {index}), Intern(Kind::kNotPast, {index})};
  }
}

std::vector<Way> Obligations::Expand(const ObligationSet& set, Event event, const std::vector<char>& past) {
  event_ = event;
  past_ = &past;
  memo_.clear();
  std::vector<Way> ways = {{}};
  for (Obligation obligation : set) {
    if (ways.empty() || spent_) break;
    ways = Both(ways, ExpandOne(obligation));
  }
  return ways;
}

std::vector<Way> Obligations::ExpandOne(Obligation obligation) {
  if (const auto it = memo_.find(obligation); it != memo_.end()) return it->second;
  if (!Spend(1)) return {};
  std::vector<Way> ways = ExpandNode(nodes_[obligation], obligation);
  memo_.emplace(obligation, ways);
  return ways;
}

// One case an operator.
std::vector<Way> Obligations::ExpandNode(const Node& node, Obligation self) {
  const std::vector<Way> done = {{}};
  const auto when = [&](bool holds) { return holds ? done : std::vector<Way>(); };
  switch (node.kind) {
    case Kind::kTrue: return done;
    case Kind::kFalse: return {};
    case Kind::kEvent: return when(node.parts[0] == event_);
    case Kind::kNotEvent: return when(node.parts[0] != event_);
    case Kind::kPast: return when((*past_)[node.parts[0]] != 0);
    case Kind::kNotPast: return when((*past_)[node.parts[0]] == 0);
    case Kind::kNext: {
      const Node& inner = nodes_[node.parts[0]];
      return {{inner.kind == Kind::kAnd ? inner.parts : ObligationSet{node.parts[0]}, 0}};
    }
    case Kind::kAnd: {
      std::vector<Way> ways = done;
      for (uint32_t part : node.parts) ways = Both(ways, ExpandOne(part));
      return ways;
    }
    case Kind::kOr: {
      std::vector<Way> ways;
      for (uint32_t part : node.parts) {
        for (Way& way : ExpandOne(part)) Insert(ways, std::move(way));
      }
      return ways;
    }
    case Kind::kUntil: {
      std::vector<Way> ways = ExpandOne(node.parts[1]);
      for (Way& way : Both(ExpandOne(node.parts[0]), {{{self}, uint64_t{1} << (node.number % kMaxUntils)}})) {
        Insert(ways, std::move(way));
      }
      return ways;
    }
    case Kind::kRelease: {
      std::vector<Way> choice = ExpandOne(node.parts[0]);
      Insert(choice, {{self}, 0});
      return Both(choice, ExpandOne(node.parts[1]));
    }
  }
  return {};
}

std::vector<Way> Obligations::Both(const std::vector<Way>& a, const std::vector<Way>& b) {
  std::vector<Way> ways;
  for (const Way& x : a) {
    for (const Way& y : b) {
      if (spent_) return {};
      Way way = {{}, x.postponed | y.postponed};
      std::set_union(x.next.begin(), x.next.end(), y.next.begin(), y.next.end(),
                     std::back_inserter(way.next));
      Insert(ways, std::move(way));
    }
  }
  return ways;
}

void Obligations::Insert(std::vector<Way>& ways, Way way) {
  if (!Spend(1 + ways.size())) return;
  const auto covers = [](const Way& less, const Way& more) {
    return (less.postponed & ~more.postponed) == 0 && Subset(less.next, more.next);
  };
  for (const Way& other : ways) {
    if (covers(other, way)) return;
  }
  std::erase_if(ways, [&](const Way& other) { return covers(way, other); });
  ways.push_back(std::move(way));
}

}  // namespace revmon::logic
