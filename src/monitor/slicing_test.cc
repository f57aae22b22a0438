// Slicing against its definition: for every parameter instance, filter the trace, run the machine on the
// slice.
//
// The definition (engine.h) is evaluated here from scratch after every prefix, with none of the engine's code
// but the machine; the engine must raise exactly the same verdicts, on all small traces and on random large
// ones.
#include <map>
#include <optional>
#include <random>
#include <set>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "monitor/engine.h"
#include "monitor/test_property.h"

namespace revmon::monitor {
namespace {

using logic::Logic;

// An event with the objects it binds: object 0 = parameter not bound.
struct Letter {
  size_t event;
  std::vector<int> objects;
};

bool Extends(const std::vector<int>& large, const std::vector<int>& small) {
  for (size_t p = 0; p < large.size(); ++p) {
    if (small[p] != 0 && small[p] != large[p]) return false;
  }
  return true;
}

std::optional<std::vector<int>> LeastCommon(const std::vector<int>& a, const std::vector<int>& b) {
  std::vector<int> joined = a;
  for (size_t p = 0; p < a.size(); ++p) {
    if (b[p] == 0) continue;
    if (a[p] != 0 && a[p] != b[p]) return std::nullopt;
    joined[p] = b[p];
  }
  return joined;
}

// All least common extensions of the bindings in the trace: the candidates for instances.
std::set<std::vector<int>> Closure(const std::vector<Letter>& trace, size_t parameters) {
  std::set<std::vector<int>> all = {std::vector<int>(parameters, 0)};
  for (const Letter& letter : trace) {
    std::set<std::vector<int>> more = all;
    for (const std::vector<int>& binding : all) {
      if (auto joined = LeastCommon(binding, letter.objects)) more.insert(*joined);
    }
    all = std::move(more);
  }
  return all;
}

// Does the instance report at the last event of trace[0, length)? By definition, in words of engine.h.
bool Reports(const Property& property, const std::vector<Letter>& trace, size_t length,
             const std::vector<int>& binding) {
  if (!Extends(binding, trace[length - 1].objects)) return false;
  std::vector<int> covered(binding.size(), 0);
  bool started = false;
  logic::State state = property.machine.Initial();
  bool settled = false;
  bool holds = false;
  for (size_t i = 0; i < length; ++i) {
    const EventDecl& decl = property.events[trace[i].event];
    if (!Extends(binding, trace[i].objects)) continue;
    started |= decl.creates;
    if (!started) continue;
    covered = *LeastCommon(covered, trace[i].objects);
    // A permanent category is one held now and whatever comes: decided by brute force on the automaton.
    settled = settled || (holds && [&] {
                std::set<logic::State> seen = {state};
                std::vector<logic::State> work = {state};
                while (!work.empty()) {
                  logic::State at = work.back();
                  work.pop_back();
                  if ((property.machine.Categories(at) & property.handlers[0].bit) == 0) return false;
                  for (logic::Event e = 0; e < property.machine.alphabet().size(); ++e) {
                    logic::State next = property.machine.Step(at, e);
                    if (seen.insert(next).second) work.push_back(next);
                  }
                }
                return true;
              }());
    state = property.machine.Step(state, decl.letter);
    holds = (property.machine.Categories(state) & property.handlers[0].bit) != 0;
  }
  return started && holds && !settled && covered == binding;
}

using VerdictSet = std::multiset<std::pair<size_t, std::vector<int>>>;

VerdictSet ByDefinition(const Property& property, const std::vector<Letter>& trace) {
  VerdictSet verdicts;
  for (size_t length = 1; length <= trace.size(); ++length) {
    std::vector<Letter> prefix(trace.begin(), trace.begin() + static_cast<ptrdiff_t>(length));
    for (const std::vector<int>& binding : Closure(prefix, property.parameters.size())) {
      if (Reports(property, trace, length, binding)) verdicts.emplace(length - 1, binding);
    }
  }
  return verdicts;
}

VerdictSet ByEngine(const Property& property, const std::vector<Letter>& trace) {
  Engine engine(property);
  std::vector<Verdict> verdicts;
  for (const Letter& letter : trace) {
    TraceEvent event;
    event.name = property.events[letter.event].name;
    for (size_t p = 0; p < letter.objects.size(); ++p) {
      if (letter.objects[p] != 0) {
        event.bindings.push_back({property.parameters[p], std::to_string(letter.objects[p])});
      }
    }
    Status status = engine.Step(event, verdicts);
    EXPECT_TRUE(status.ok());
  }
  VerdictSet set;
  for (const Verdict& verdict : verdicts) {
    // "<c=1,i=2>" back to numbers: object ids of the engine are its own.
    std::string text = engine.Describe(verdict.binding);
    std::vector<int> objects(property.parameters.size(), 0);
    for (size_t p = 0; p < objects.size(); ++p) {
      size_t at = text.find(property.parameters[p] + "=");
      if (at != std::string::npos)
        objects[p] = std::atoi(text.c_str() + at + property.parameters[p].size() + 1);
    }
    set.emplace(verdict.event_index, objects);
  }
  return set;
}

// Every event with every choice of `objects` objects for what it binds.
std::vector<Letter> AllLetters(const Property& property, int objects) {
  std::vector<Letter> letters;
  for (size_t e = 0; e < property.events.size(); ++e) {
    std::vector<Letter> partial = {{e, std::vector<int>(property.parameters.size(), 0)}};
    for (size_t p = 0; p < property.parameters.size(); ++p) {
      if ((property.events[e].parameters >> p & 1) == 0) continue;
      std::vector<Letter> longer;
      for (const Letter& letter : partial) {
        for (int object = 1; object <= objects; ++object) {
          longer.push_back(letter);
          longer.back().objects[p] = object;
        }
      }
      partial = std::move(longer);
    }
    letters.insert(letters.end(), partial.begin(), partial.end());
  }
  return letters;
}

struct Shape {
  std::string name;
  Property property;
};

std::vector<Shape> Shapes() {
  auto ere = [](std::vector<std::string> parameters, std::vector<EventDecl> events, std::string_view formula,
                const std::string& category) {
    return MakeProperty(std::move(parameters), std::move(events), Logic::kEre, formula, category);
  };
  return {
      {"one parameter", ere({"i"}, {{"a", 0, 1, true}, {"b", 0, 1, true}}, "(a b)*", "fail")},
      {"one parameter, creation", ere({"i"}, {{"a", 0, 1, true}, {"b", 0, 1, false}}, "a b+ a", "match")},
      {"no common event", ere({"x", "y"}, {{"a", 0, 1, true}, {"b", 0, 2, true}}, "a b+ a", "match")},
      {"pair", ere({"c", "i"}, {{"create", 0, 3, true}, {"modify", 0, 1, true}, {"next", 0, 2, true}},
                   "create next* modify+ next", "match")},
      {"pair, creation",
       ere({"c", "i"}, {{"create", 0, 3, true}, {"modify", 0, 1, false}, {"next", 0, 2, false}},
           "create next* modify+ next", "match")},
      {"pair, fail", ere({"c", "i"}, {{"create", 0, 3, true}, {"modify", 0, 1, true}, {"next", 0, 2, true}},
                         "create next* modify*", "fail")},
      {"with broadcast", ere({"f"}, {{"open", 0, 1, true}, {"close", 0, 1, false}, {"end", 0, 0, true}},
                             "open (close open)* end", "match")},
      {"chain of three",
       ere({"m", "c", "i"},
           {{"view", 0, 3, true}, {"iter", 0, 6, true}, {"put", 0, 1, true}, {"next", 0, 4, true}},
           "(view | iter | put | next)* put next", "match")},
      {"chain of three, creation",
       ere({"m", "c", "i"},
           {{"view", 0, 3, true}, {"iter", 0, 6, false}, {"put", 0, 1, false}, {"next", 0, 4, false}},
           "view put* iter next* put+ next", "match")},
      {"four parameters",
       ere({"a", "b", "c", "d"},
           {{"ab", 0, 3, true}, {"bc", 0, 6, true}, {"cd", 0, 12, true}, {"d", 0, 8, true}},
           "ab bc (cd | d)+ ", "match")},
      {"four parameters, creation",
       ere({"a", "b", "c", "d"},
           {{"ab", 0, 3, true}, {"cd", 0, 12, true}, {"bc", 0, 6, false}, {"d", 0, 8, false}},
           "(ab | cd)* bc d+", "match")},
  };
}

TEST(SlicingTest, AgreesWithTheDefinitionOnAllSmallTraces) {
  size_t reported = 0;
  for (const Shape& shape : Shapes()) {
    std::vector<Letter> letters = AllLetters(shape.property, 2);
    // As long as the number of traces stays near 10^4.
    size_t length = 1;
    for (size_t count = letters.size(); count * letters.size() <= 20'000; count *= letters.size()) ++length;
    std::vector<size_t> digits(length, 0);
    while (true) {
      std::vector<Letter> trace;
      for (size_t digit : digits) trace.push_back(letters[digit]);
      VerdictSet expected = ByDefinition(shape.property, trace);
      ASSERT_EQ(ByEngine(shape.property, trace), expected) << shape.name;
      reported += expected.size();
      size_t at = 0;
      while (at < length && ++digits[at] == letters.size()) digits[at++] = 0;
      if (at == length) break;
    }
  }
  EXPECT_GT(reported, 1000u);
}

TEST(SlicingTest, AgreesWithTheDefinitionOnRandomLongTraces) {
  std::mt19937 random(42);
  std::map<std::string, size_t> reported;
  for (const Shape& shape : Shapes()) {
    for (int round = 0; round < 12; ++round) {
      std::vector<Letter> letters = AllLetters(shape.property, shape.property.parameters.size() > 2 ? 2 : 4);
      std::vector<Letter> trace;
      for (int i = 0; i < 40; ++i) trace.push_back(letters[random() % letters.size()]);
      VerdictSet expected = ByDefinition(shape.property, trace);
      ASSERT_EQ(ByEngine(shape.property, trace), expected) << shape.name;
      reported[shape.name] += expected.size();
    }
  }
  for (const auto& [name, count] : reported)
    EXPECT_GT(count, 0u) << name << " never reports: the test shows nothing";
}

}  // namespace
}  // namespace revmon::monitor
