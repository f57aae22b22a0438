#include "logic/naive_test_support.h"

#include <algorithm>
#include <unordered_set>
#include <utility>

namespace revmon::logic::naive {

Alphabet Letters(uint32_t count) {
  Alphabet alphabet;
  for (uint32_t i = 0; i < count; ++i) alphabet.Add(std::string(1, static_cast<char>('a' + i)));
  return alphabet;
}

std::string Show(const Trace& trace, const Alphabet& alphabet) {
  std::string text;
  for (Event event : trace) text += (text.empty() ? "" : " ") + alphabet.name(event);
  return text;
}

// Not std::uniform_int_distribution, whose values differ between libraries.
uint32_t Pick(Random& random, uint32_t bound) { return static_cast<uint32_t>(random() % bound); }

Trace RandomTrace(Random& random, uint32_t events, size_t length) {
  Trace trace(length);
  for (Event& event : trace) event = Pick(random, events);
  return trace;
}

void EachTrace(const Machine& machine, size_t max_length,
               const std::function<void(const Trace&, const State&)>& visit) {
  Trace trace;
  const std::function<void(const State&)> walk = [&](const State& state) {
    visit(trace, state);
    if (trace.size() == max_length) return;
    for (Event e = 0; e < machine.alphabet().size(); ++e) {
      trace.push_back(e);
      walk(machine.Step(state, e));
      trace.pop_back();
    }
  };
  walk(machine.Initial());
}

State Run(const Machine& machine, const Trace& trace) {
  State state = machine.Initial();
  for (Event event : trace) state = machine.Step(state, event);
  return state;
}

std::optional<Trace> Witness(const Machine& machine, const State& from, CategoryMask goal,
                             size_t max_length) {
  std::vector<std::pair<State, Trace>> queue = {{from, {}}};
  std::unordered_set<State, StateHash> seen = {from};
  for (size_t i = 0; i < queue.size(); ++i) {
    const auto [state, trace] = queue[i];
    if ((machine.Categories(state) & goal) != 0) return trace;
    if (trace.size() == max_length) continue;
    for (Event e = 0; e < machine.alphabet().size(); ++e) {
      State next = machine.Step(state, e);
      if (!seen.insert(next).second) continue;
      Trace longer = trace;
      longer.push_back(e);
      queue.emplace_back(std::move(next), std::move(longer));
    }
  }
  return std::nullopt;
}

// ---- Regex

std::string Regex::Text(const Alphabet& alphabet) const {
  const auto infix = [&](const std::string& op) {
    std::string text = "(";
    for (size_t i = 0; i < parts.size(); ++i) text += (i == 0 ? "" : op) + parts[i].Text(alphabet);
    return text + ")";
  };
  switch (kind) {
    case kEmpty: return "empty";
    case kEpsilon: return "epsilon";
    case kSymbol: return alphabet.name(number);
    case kConcat: return infix(" ");
    case kOr: return infix(" | ");
    case kAnd: return infix(" & ");
    case kNot: return "~(" + parts[0].Text(alphabet) + ")";
    case kStar: return "(" + parts[0].Text(alphabet) + ")*";
    case kPlus: return "(" + parts[0].Text(alphabet) + ")+";
    case kPower: return "(" + parts[0].Text(alphabet) + ")^" + std::to_string(number);
  }
  return "";
}

bool Regex::Matches(const Trace& trace, size_t begin, size_t end) const {
  switch (kind) {
    case kEmpty: return false;
    case kEpsilon: return begin == end;
    case kSymbol: return end - begin == 1 && trace[begin] == number;
    case kOr:
      return std::any_of(parts.begin(), parts.end(),
                         [&](const Regex& r) { return r.Matches(trace, begin, end); });
    case kAnd:
      return std::all_of(parts.begin(), parts.end(),
                         [&](const Regex& r) { return r.Matches(trace, begin, end); });
    case kNot: return !parts[0].Matches(trace, begin, end);
    case kConcat:
      for (size_t middle = begin; middle <= end; ++middle) {
        if (parts[0].Matches(trace, begin, middle) && parts[1].Matches(trace, middle, end)) return true;
      }
      return false;
    case kStar:  // zero copies, or a first one that is not empty and then more
      if (begin == end) return true;
      for (size_t middle = begin + 1; middle <= end; ++middle) {
        if (parts[0].Matches(trace, begin, middle) && Matches(trace, middle, end)) return true;
      }
      return false;
    case kPlus:  // r+ is any number of copies but zero
      for (size_t times = 1; times <= std::max<size_t>(1, end - begin); ++times) {
        if (Repeats(trace, begin, end, times)) return true;
      }
      return false;
    case kPower: return Repeats(trace, begin, end, number);
  }
  return false;
}

bool Regex::Repeats(const Trace& trace, size_t begin, size_t end, size_t times) const {
  if (times == 0) return begin == end;
  for (size_t middle = begin; middle <= end; ++middle) {
    if (parts[0].Matches(trace, begin, middle) && Repeats(trace, middle, end, times - 1)) return true;
  }
  return false;
}

Regex RandomRegex(Random& random, uint32_t events, int depth) {
  const uint32_t kind = depth == 0 ? Pick(random, 9) : Pick(random, 20);
  const auto part = [&] { return RandomRegex(random, events, depth - 1); };
  if (depth == 0) {
    if (kind == 0) return {Regex::kEpsilon, 0, {}};
    if (kind == 1) return {Regex::kEmpty, 0, {}};
    return {Regex::kSymbol, Pick(random, events), {}};
  }
  if (kind < 7) return {Regex::kConcat, 0, {part(), part()}};
  if (kind < 12) return {Regex::kOr, 0, {part(), part()}};
  if (kind < 14) return {Regex::kAnd, 0, {part(), part()}};
  if (kind < 16) return {Regex::kNot, 0, {part()}};
  if (kind < 18) return {Regex::kStar, 0, {part()}};
  if (kind < 19) return {Regex::kPlus, 0, {part()}};
  return {Regex::kPower, Pick(random, 4), {part()}};
}

// ---- Temporal

std::string Temporal::Text(const Alphabet& alphabet) const {
  if (op == "event") return alphabet.name(event);
  if (parts.empty()) return op;
  if (parts.size() == 1) return op + " (" + parts[0].Text(alphabet) + ")";
  return "(" + parts[0].Text(alphabet) + ") " + op + " (" + parts[1].Text(alphabet) + ")";
}

Temporal RandomTemporal(Random& random, Family family, uint32_t events, int depth) {
  static const std::vector<std::string> kBool2 = {"and", "or", "xor", "=>", "<=>"};
  static const std::vector<std::string> kPast1 = {"(*)", "~(*)", "[*]", "<*>"};
  static const std::vector<std::string> kPast2 = {"S", "~S"};
  static const std::vector<std::string> kFuture1 = {"o", "~o", "[]", "<>"};
  static const std::vector<std::string> kFuture2 = {"U", "~U", "R"};
  static const std::vector<std::string> kCaret1 = {
      "(*a)", "[*a]", "<*a>", "@b", "@c", "[*s@b]", "[*s@c]", "[*s@bc]", "<*s@b>", "<*s@c>", "<*s@bc>"};
  static const std::vector<std::string> kCaret2 = {"Sa", "Ss@b", "Ss@c", "Ss@bc"};
  if (depth == 0) {
    if (Pick(random, 12) == 0) return {Pick(random, 2) == 0 ? "true" : "false", 0, {}};
    return {"event", Pick(random, events), {}};
  }
  const auto one_of = [&](const std::vector<std::string>& list) {
    return list[Pick(random, static_cast<uint32_t>(list.size()))];
  };
  const auto part = [&] {
    return RandomTemporal(random, family, events,
                          depth - 1 - static_cast<int>(Pick(random, 2)) * (depth > 1 ? 1 : 0));
  };
  if (Pick(random, 3) == 0) {
    if (Pick(random, 4) == 0) return {"!", 0, {part()}};
    return {one_of(kBool2), 0, {part(), part()}};
  }
  const bool past = family == Family::kPast || (family == Family::kMixed && Pick(random, 2) == 0) ||
                    (family == Family::kCaret && Pick(random, 3) == 0);
  const bool binary = Pick(random, 3) == 0;
  if (past)
    return binary ? Temporal{one_of(kPast2), 0, {part(), part()}} : Temporal{one_of(kPast1), 0, {part()}};
  if (family == Family::kCaret) {
    return binary ? Temporal{one_of(kCaret2), 0, {part(), part()}} : Temporal{one_of(kCaret1), 0, {part()}};
  }
  return binary ? Temporal{one_of(kFuture2), 0, {part(), part()}} : Temporal{one_of(kFuture1), 0, {part()}};
}

PastTruth::PastTruth(const Trace& trace, const Alphabet& alphabet) : trace_(trace) {
  const bool inner = alphabet.Find("begin").has_value() || alphabet.Find("end").has_value();
  std::vector<size_t> stack;
  const auto open = [&] {
    Frame frame;
    frame.opened_from = stack.back();
    if (!frames_[stack.back()].positions.empty()) frame.call = frames_[stack.back()].positions.back();
    stack.push_back(frames_.size());
    frames_.push_back(frame);
  };
  const auto outermost = [&] {
    stack = {frames_.size()};
    frames_.emplace_back();
  };
  const auto close = [&] {
    if (stack.size() == 1) {
      outermost();
    } else {
      stack.pop_back();
    }
  };
  outermost();
  for (size_t i = 0; i < trace.size(); ++i) {
    const std::string& name = alphabet.name(trace[i]);
    if (inner && name == "begin") open();
    if (!inner && name == "return") close();
    frame_of_.push_back(stack.back());
    frames_[stack.back()].positions.push_back(i);
    if (inner && name == "end") close();
    if (!inner && name == "call") open();
  }
}

// Positions of the call stack as seen from `at`, innermost first.
std::vector<size_t> PastTruth::StackPositions(const std::string& points, size_t at) const {
  std::vector<size_t> positions;
  for (size_t frame = frame_of_[at]; frames_[frame].opened_from; frame = *frames_[frame].opened_from) {
    const Frame& f = frames_[frame];
    if (points.find('b') != std::string::npos && !f.positions.empty())
      positions.push_back(f.positions.front());
    if (points.find('c') != std::string::npos && f.call) positions.push_back(*f.call);
  }
  return positions;
}

bool PastTruth::Since(const Temporal& formula, const std::vector<size_t>& newest_first) const {
  for (size_t position : newest_first) {
    if (Holds(formula.parts[1], position)) return true;
    if (!Holds(formula.parts[0], position)) return false;
  }
  return false;
}

bool PastTruth::Holds(const Temporal& f, size_t at) const {
  const std::string& op = f.op;
  const auto part = [&](size_t i) { return Holds(f.parts[i], at); };
  if (op == "event") return trace_[at] == f.event;
  if (op == "true" || op == "false") return op == "true";
  if (op == "!") return !part(0);
  if (op == "and") return part(0) && part(1);
  if (op == "or") return part(0) || part(1);
  if (op == "xor") return part(0) != part(1);
  if (op == "=>") return !part(0) || part(1);
  if (op == "<=>") return part(0) == part(1);
  const Frame& frame = frames_[frame_of_[at]];
  if (op == "@b") return frame.opened_from && Holds(f.parts[0], frame.positions.front());
  if (op == "@c") return frame.call && Holds(f.parts[0], *frame.call);
  // The rest looks at a row of positions, newest first: all, those of the frame, or those of the stack.
  std::vector<size_t> row;
  if (op.find("s@") != std::string::npos) {
    row = StackPositions(op.substr(op.find('@')), at);
  } else if (op.find('a') != std::string::npos) {
    for (size_t p : frame.positions) {
      if (p <= at) row.insert(row.begin(), p);
    }
  } else {
    for (size_t p = 0; p <= at; ++p) row.insert(row.begin(), p);
  }
  const auto holds = [&](size_t p) { return Holds(f.parts[0], p); };
  if (op[0] == '[') return std::all_of(row.begin(), row.end(), holds);
  if (op[0] == '<') return std::any_of(row.begin(), row.end(), holds);
  if (op[0] == '(') return row.size() > 1 && holds(row[1]);
  if (op == "~(*)") return row.size() < 2 || holds(row[1]);
  if (op == "~S") {  // not (not f since not g)
    const Temporal dual = {"S", 0, {{"!", 0, {f.parts[0]}}, {"!", 0, {f.parts[1]}}}};
    return !Since(dual, row);
  }
  return Since(f, row);
}

namespace {

size_t CountPast(const Temporal& formula) {
  size_t count =
      formula.op.find('*') != std::string::npos || formula.op.find('S') != std::string::npos ? 1 : 0;
  for (const Temporal& part : formula.parts) count += CountPast(part);
  return count;
}

// Truth at every position of an unrolled lasso of n <= 64 positions, whose last `period` ones repeat for
// ever; bit i is position i. Until, since and their duals are iterated from below or above until they stand
// still.
struct Lasso {
  const Trace& trace;
  size_t period;

  [[nodiscard]] uint64_t All() const { return ~uint64_t{0} >> (64 - trace.size()); }
  [[nodiscard]] uint64_t Next(uint64_t v) const {
    const size_t n = trace.size();
    return v >> 1 | (v >> (n - period) & 1) << (n - 1);
  }
  [[nodiscard]] uint64_t Previous(uint64_t v, bool at_first) const {
    return (v << 1 | (at_first ? 1 : 0)) & All();
  }
  [[nodiscard]] uint64_t Fixpoint(uint64_t from, const std::function<uint64_t(uint64_t)>& step) const {
    for (uint64_t v = from;;) {
      const uint64_t next = step(v);
      if (next == v) return v;
      v = next;
    }
  }
  [[nodiscard]] uint64_t Values(const Temporal& f) const {
    const uint64_t a = f.parts.empty() ? 0 : Values(f.parts[0]);
    const uint64_t b = f.parts.size() < 2 ? 0 : Values(f.parts[1]);
    const std::string& op = f.op;
    if (op == "event") {
      uint64_t v = 0;
      for (size_t i = 0; i < trace.size(); ++i) v |= uint64_t{trace[i] == f.event ? 1u : 0u} << i;
      return v;
    }
    if (op == "true") return All();
    if (op == "false") return 0;
    if (op == "!") return ~a & All();
    if (op == "and") return a & b;
    if (op == "or") return a | b;
    if (op == "xor") return a ^ b;
    if (op == "=>") return (~a | b) & All();
    if (op == "<=>") return ~(a ^ b) & All();
    if (op == "o" || op == "~o") return Next(a);
    if (op == "(*)") return Previous(a, false);
    if (op == "~(*)") return Previous(a, true);
    if (op == "<>") return Fixpoint(0, [&](uint64_t v) { return a | Next(v); });
    if (op == "U") return Fixpoint(0, [&](uint64_t v) { return b | (a & Next(v)); });
    if (op == "[]") return Fixpoint(All(), [&](uint64_t v) { return a & Next(v); });
    if (op == "R" || op == "~U") return Fixpoint(All(), [&](uint64_t v) { return b & (a | Next(v)); });
    if (op == "<*>") return Fixpoint(0, [&](uint64_t v) { return a | Previous(v, false); });
    if (op == "S") return Fixpoint(0, [&](uint64_t v) { return b | (a & Previous(v, false)); });
    if (op == "[*]") return Fixpoint(All(), [&](uint64_t v) { return a & Previous(v, true); });
    return Fixpoint(All(), [&](uint64_t v) { return b & (a | Previous(v, true)); });  // ~S
  }
};

}  // namespace

bool HoldsOnLasso(const Temporal& formula, const Trace& prefix, const Trace& loop) {
  // Each past operator may take one more round until its values repeat.
  Trace trace = prefix;
  for (size_t round = 0; round < CountPast(formula) + 2; ++round)
    trace.insert(trace.end(), loop.begin(), loop.end());
  return (Lasso{trace, loop.size()}.Values(formula) & 1) != 0;
}

// ---- Grammars

std::string NaiveGrammar::Text(const Alphabet& alphabet) const {
  std::string text;
  for (size_t n = 0; n < choices.size(); ++n) {
    if (choices[n].empty()) continue;
    text += (text.empty() ? "N" : ", N") + std::to_string(n) + " -> ";
    for (size_t c = 0; c < choices[n].size(); ++c) {
      if (c != 0) text += " | ";
      if (choices[n][c].empty()) text += "epsilon";
      for (uint32_t symbol : choices[n][c]) {
        text += (symbol < events ? alphabet.name(symbol) : "N" + std::to_string(symbol - events)) + " ";
      }
    }
  }
  return text;
}

bool NaiveGrammar::Derives(const Trace& trace) const {
  const size_t n = trace.size();
  const auto cell = [n](size_t begin, size_t end) { return begin * (n + 1) + end; };
  std::vector<std::vector<bool>> derives(choices.size(), std::vector<bool>((n + 1) * (n + 1)));
  for (bool changed = true; changed;) {
    changed = false;
    for (size_t left = 0; left < choices.size(); ++left) {
      for (const std::vector<uint32_t>& right : choices[left]) {
        for (size_t begin = 0; begin <= n; ++begin) {
          std::vector<bool> ends(n + 1);  // where the symbols so far can end
          ends[begin] = true;
          for (uint32_t symbol : right) {
            std::vector<bool> next(n + 1);
            for (size_t at = begin; at <= n; ++at) {
              if (!ends[at]) continue;
              if (symbol < events) {
                if (at < n && trace[at] == symbol) next[at + 1] = true;
                continue;
              }
              for (size_t end = at; end <= n; ++end) {
                if (derives[symbol - events][cell(at, end)]) next[end] = true;
              }
            }
            ends = next;
          }
          for (size_t end = begin; end <= n; ++end) {
            if (!ends[end] || derives[left][cell(begin, end)]) continue;
            derives[left][cell(begin, end)] = true;
            changed = true;
          }
        }
      }
    }
  }
  return derives[0][cell(0, n)];
}

NaiveGrammar RandomGrammar(Random& random, uint32_t events) {
  NaiveGrammar grammar;
  grammar.events = events;
  grammar.choices.resize(1 + Pick(random, 3));
  const auto symbols = events + static_cast<uint32_t>(grammar.choices.size());
  for (auto& choices : grammar.choices) {
    choices.resize(1 + Pick(random, 3));
    for (auto& choice : choices) {
      choice.resize(Pick(random, 4));
      for (uint32_t& symbol : choice) symbol = Pick(random, symbols);
    }
  }
  return grammar;
}

// ---- Rewriting

std::string Text(const std::vector<NaiveRule>& rules) {
  std::string text;
  for (const NaiveRule& rule : rules) {
    if (rule.at_begin) text += "^ ";
    for (const std::string& name : rule.left) text += name + " ";
    if (rule.at_end) text += "$ ";
    text += "-> ";
    if (!rule.verdict.empty()) text += rule.verdict + " ";
    if (rule.verdict.empty() && rule.right.empty()) text += "#epsilon ";
    for (const std::string& name : rule.right) text += name + " ";
    text += ".\n";
  }
  return text;
}

namespace {

// Applies the first fitting rule at the leftmost place; nothing if none fits.
std::optional<std::string> RewriteOnce(const std::vector<NaiveRule>& rules,
                                       std::vector<std::string>& string) {
  for (size_t place = 0; place < string.size(); ++place) {
    for (const NaiveRule& rule : rules) {
      const size_t end = place + rule.left.size();
      if (end > string.size() || (rule.at_begin && place != 0) || (rule.at_end && end != string.size()))
        continue;
      const auto begin = string.begin() + static_cast<std::ptrdiff_t>(place);
      const auto past = string.begin() + static_cast<std::ptrdiff_t>(end);
      if (std::vector<std::string>(begin, past) != rule.left) continue;
      if (!rule.verdict.empty()) return rule.verdict;
      std::vector<std::string> result(string.begin(), begin);
      result.insert(result.end(), rule.right.begin(), rule.right.end());
      result.insert(result.end(), past, string.end());
      string = result;
      return "";
    }
  }
  return std::nullopt;
}

}  // namespace

std::string Rewrite(const std::vector<NaiveRule>& rules, const Trace& trace, const Alphabet& alphabet,
                    size_t max_rewrites, size_t max_length) {
  std::vector<std::string> string;
  for (Event event : trace) {
    string.push_back(alphabet.name(event));
    size_t rewrites = 0;
    while (const std::optional<std::string> verdict = RewriteOnce(rules, string)) {
      if (!verdict->empty()) return *verdict;
      if (++rewrites > max_rewrites || string.size() > max_length) return "exhausted";
    }
    if (string.size() > max_length) return "exhausted";
  }
  std::string text;
  for (const std::string& name : string) text += (text.empty() ? "" : " ") + name;
  return text.empty() ? "#epsilon" : text;
}

std::vector<NaiveRule> RandomRules(Random& random, uint32_t events) {
  std::vector<NaiveRule> rules(1 + Pick(random, 4));
  const auto letter = [&] { return std::string(1, static_cast<char>('a' + Pick(random, events))); };
  for (NaiveRule& rule : rules) {
    rule.at_begin = Pick(random, 5) == 0;
    rule.at_end = Pick(random, 5) == 0;
    for (uint32_t i = 1 + Pick(random, 3); i > 0; --i) rule.left.push_back(letter());
    const uint32_t kind = Pick(random, 8);
    if (kind == 0) rule.verdict = "#succeed";
    if (kind == 1) rule.verdict = "#fail";
    // Mostly shorter than the left side, now and then not: those may run for ever.
    if (kind > 1) {
      for (uint32_t i = Pick(random, 10) == 0 ? 3 : Pick(random, static_cast<uint32_t>(rule.left.size()));
           i > 0; --i) {
        rule.right.push_back(letter());
      }
    }
  }
  return rules;
}

}  // namespace revmon::logic::naive
