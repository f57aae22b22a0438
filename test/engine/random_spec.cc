#include "random_spec.h"

#include <array>

namespace revmon::test {
namespace {

using Names = std::vector<std::string>;

std::string Pick(const Names& names, Random& random) {
  return names[random.Below(static_cast<uint32_t>(names.size()))];
}

std::string Ere(const Names& events, Random& random, int depth) {
  if (depth == 0 || random.Chance(20)) return Pick(events, random);
  std::string a = Ere(events, random, depth - 1);
  switch (random.Below(7)) {
    case 0: return "(" + a + " | " + Ere(events, random, depth - 1) + ")";
    case 1: return "(" + a + ")*";
    case 2: return "(" + a + ")+";
    case 3: return "~(" + a + ")";
    case 4: return "(" + a + " & " + Ere(events, random, depth - 1) + ")";
    default: return "(" + a + " " + Ere(events, random, depth - 1) + ")";
  }
}

std::string Fsm(const Names& events, Random& random, uint32_t states) {
  std::string text;
  for (uint32_t s = 0; s < states; ++s) {
    text += "s" + std::to_string(s) + " [ ";
    for (const std::string& event : events) {
      if (random.Chance(60)) text += event + " -> s" + std::to_string(random.Below(states)) + " ";
    }
    if (random.Chance(30)) text += "default s" + std::to_string(random.Below(states)) + " ";
    text += "] ";
  }
  return text;
}

std::string Temporal(const Names& events, Random& random, int depth, const Names& unary,
                     const Names& binary) {
  if (depth == 0 || random.Chance(15)) return Pick(events, random);
  std::string a = Temporal(events, random, depth - 1, unary, binary);
  if (random.Chance(50)) return Pick(unary, random) + "(" + a + ")";
  return "((" + a + ") " + Pick(binary, random) + " (" + Temporal(events, random, depth - 1, unary, binary) +
         "))";
}

std::string Cfg(const Names& events, Random& random) {
  std::string text;
  const Names left = {"S", "T"};
  for (size_t i = 0; i < left.size(); ++i) {
    text += (i == 0 ? "" : ", ") + left[i] + " -> ";
    uint32_t alternatives = 1 + random.Below(3);
    for (uint32_t k = 0; k < alternatives; ++k) {
      text += k == 0 ? "" : " | ";
      uint32_t length = random.Below(4);
      if (length == 0) text += "epsilon";
      for (uint32_t n = 0; n < length; ++n)
        text += (random.Chance(35) ? Pick(left, random) : Pick(events, random)) + " ";
    }
  }
  return text;
}

std::string Srs(const Names& events, Random& random) {
  std::string text;
  uint32_t rules = 1 + random.Below(4);
  for (uint32_t i = 0; i < rules; ++i) {
    if (random.Chance(20)) text += "^ ";
    uint32_t length = 1 + random.Below(3);
    for (uint32_t n = 0; n < length; ++n) text += Pick(events, random) + " ";
    if (random.Chance(20)) text += "$ ";
    const std::array<std::string, 4> right = {"#epsilon", "#succeed", "#fail", Pick(events, random)};
    text += "-> " + right[random.Below(4)] + " . ";
  }
  return text;
}

std::string Handlers(const Names& categories, Random& random) {
  std::string text;
  uint32_t chosen = random.Below(static_cast<uint32_t>(categories.size()));
  for (uint32_t i = 0; i < categories.size(); ++i) {
    if (i != chosen && !random.Chance(25)) continue;
    text +=
        "  @" + categories[i] + (random.Chance(25) ? " { __RESET; }\n" : " { System.err.println(__LOC); }\n");
  }
  return text;
}

std::string Formula(const Names& events, Random& random) {
  const Names past = {"!", "(*)", "[*]", "<*>"};
  const Names past_binary = {"and", "or", "=>", "S"};
  switch (random.Below(8)) {
    case 0:
    case 1: return "ere: " + Ere(events, random, 3) + "\n" + Handlers({"match", "fail", "nonfail"}, random);
    case 2: return "fsm: " + Fsm(events, random, 3) + "\n" + Handlers({"s1", "s2", "fail"}, random);
    case 3:
      return "ltl: " +
             Temporal(events, random, 3, {"!", "o", "[]", "<>", "(*)", "<*>"},
                      {"and", "or", "=>", "U", "S"}) +
             "\n" + Handlers({"violation", "validation"}, random);
    case 4:
      return "ptltl: " + Temporal(events, random, 3, past, past_binary) + "\n" +
             Handlers({"violation", "validation"}, random);
    case 5: return "cfg: " + Cfg(events, random) + "\n" + Handlers({"match", "fail"}, random);
    case 6: return "srs: " + Srs(events, random) + "\n" + Handlers({"succeed", "fail"}, random);
    default:
      return "ptcaret: " +
             Temporal(events, random, 3,
                      {"!", "(*)", "(*a)", "[*a]", "<*a>", "@b", "@c", "<*s@bc>", "[*s@c]"},
                      {"and", "or", "=>", "S", "Sa", "Ss@b"}) +
             "\n" + Handlers({"violation", "validation"}, random);
  }
}

}  // namespace

std::string RandomSpec(Random& random) {
  const Names names = {"a", "b", "c", "d"};
  const Names calls =
      random.Chance(50) ? Names{"call", "return", "other", "more"} : Names{"begin", "end", "other", "more"};
  uint32_t parameters = random.Chance(10) ? 0 : 1 + random.Below(4);
  std::string text;
  for (const char* modifier : {"full-binding ", "connected ", "suffix ", "perthread ", "maximal-binding "}) {
    if (random.Chance(15)) text += modifier;
  }
  text += "R(";
  for (uint32_t p = 0; p < parameters; ++p) text += (p == 0 ? "Object " : ", Object ") + names[p];
  text += ") {\n";
  uint32_t events = 2 + random.Below(3);
  bool marks_creation = random.Chance(50);
  bool prints = random.Chance(10);
  Names alphabet;
  uint32_t previous = 0;
  uint32_t never_bound = (1u << parameters) - 1;
  for (uint32_t e = 0; e < events; ++e) {
    uint32_t mask = random.Below(1u << parameters);
    if (e + 1 == events) mask |= never_bound;
    never_bound &= ~mask;
    std::string bound;
    std::string args;
    for (uint32_t p = 0; p < parameters; ++p) {
      if ((mask >> p & 1) == 0) continue;
      bound += (bound.empty() ? "Object " : ", Object ") + names[p];
      args += (args.empty() ? "" : ", ") + names[p];
    }
    bool creates = marks_creation && (e == 0 || random.Chance(20));
    // Sometimes an event is an overload of the one before.
    bool overloads = e > 0 && mask != previous && random.Chance(15);
    std::string name = overloads ? alphabet.back() : calls[e];
    if (!overloads) alphabet.push_back(name);
    previous = overloads ? (1u << parameters) : mask;
    text += std::string(creates ? "  creation event " : "  event ") + name + " before(" + bound +
            "): call(* " + name + "(..))" + (args.empty() ? "" : " && args(" + args + ")") +
            (prints && e == 1 ? " { System.err.println(\"seen\"); }\n" : " {}\n");
  }
  return text + "  " + Formula(alphabet, random) + "}\n";
}

std::string RandomPairSpec(Random& random) {
  Names alphabet = {"make", "change", "use"};
  std::string text = std::string(random.Chance(20) ? "connected " : "") + "R(Object a, Object b) {\n";
  text += "  creation event make before(Object a, Object b): call(* m(..)) && args(a, b) {}\n";
  text += "  event change before(Object a): call(* c(..)) && args(a) {}\n";
  text += "  event use before(Object b): call(* u(..)) && args(b) {}\n";
  if (random.Chance(60)) {
    text += "  event other before(Object a): call(* o(..)) && args(a) {}\n";
    alphabet.emplace_back("other");
  }
  if (random.Chance(40)) {
    text += std::string(random.Chance(50) ? "  creation" : " ") +
            " event both before(Object a, Object b): call(* b(..)) && args(a, b) {}\n";
    alphabet.emplace_back("both");
  }
  auto some = [&] { return Ere(alphabet, random, 1); };
  switch (random.Below(4)) {
    case 0: text += "  ere: make (use)* (change)+ use\n" + Handlers({"match", "fail"}, random); break;
    case 1:
      text += "  ere: make (" + some() + ")* change (change | use)* " + some() + "\n" +
              Handlers({"match", "fail"}, random);
      break;
    case 2: text += "  fsm: " + Fsm(alphabet, random, 3) + "\n" + Handlers({"s1", "s2"}, random); break;
    default: text += "  ere: make " + Ere(alphabet, random, 3) + "\n" + Handlers({"match"}, random);
  }
  return text + "}\n";
}

std::vector<monitor::TraceEvent> RandomTrace(const spec::Spec& spec, Random& random, size_t length) {
  std::vector<monitor::TraceEvent> trace;
  bool threads = random.Chance(50);
  for (size_t i = 0; i < length; ++i) {
    const spec::Event& event = spec.events[random.Below(static_cast<uint32_t>(spec.events.size()))];
    monitor::TraceEvent happened;
    happened.name = event.name;
    happened.thread = threads && random.Chance(30) ? "t1" : "main";
    for (uint32_t p : event.binds) {
      // One object in eight is shared by all parameters.
      uint32_t object = random.Below(8) == 0 ? 99 : p * 10 + random.Below(3);
      happened.bindings.push_back({spec.parameters[p].name, std::to_string(object)});
    }
    trace.push_back(std::move(happened));
  }
  return trace;
}

}  // namespace revmon::test
