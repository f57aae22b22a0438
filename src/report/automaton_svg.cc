#include "report/automaton_svg.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

#include "report/escape.h"

namespace revmon::report {
namespace {

constexpr double kRadius = 20;
constexpr double kColumn = 200;
constexpr double kRow = 124;
constexpr size_t kShownSteps = 4;  // numbers at one arrow

struct Point {
  double x = 0;
  double y = 0;
};

// What is drawn must fit into.
struct Box {
  Point low{1e9, 1e9};
  Point high{-1e9, -1e9};
  void Take(Point p, double margin_x, double margin_y) {
    low = {std::min(low.x, p.x - margin_x), std::min(low.y, p.y - margin_y)};
    high = {std::max(high.x, p.x + margin_x), std::max(high.y, p.y + margin_y)};
  }
};

using EdgeKey = std::pair<uint32_t, uint32_t>;

class Drawing {
 public:
  Drawing(const Automaton& automaton, const std::vector<std::string>& walked) : automaton_(automaton) {
    Place();
    Walk(walked);
  }

  std::string Svg(const std::string& title) {
    std::string edges;
    std::string way;  // on top of the others
    for (const Automaton::Edge& edge : automaton_.edges) {
      if (!Drawn(edge.from) || !Drawn(edge.to)) continue;
      (steps_.contains({edge.from, edge.to}) ? way : edges) += Edge(edge);
    }
    std::string states;
    for (uint32_t i = 0; i < automaton_.states.size(); ++i) {
      if (Drawn(i)) states += State(i);
    }
    double width = box_.high.x - box_.low.x;
    double height = box_.high.y - box_.low.y;
    return fmt::format(
        "<svg class=\"automaton\" role=\"img\" aria-label=\"{}\" viewBox=\"{:.0f} {:.0f} {:.0f} {:.0f}\" "
        "width=\"{:.0f}\" height=\"{:.0f}\">{}{}</svg>",
        EscapeMarkup(title), box_.low.x, box_.low.y, width, height, width, height, edges + way, states);
  }

 private:
  [[nodiscard]] bool Drawn(uint32_t state) const { return !automaton_.states[state].dead; }

  // Breadth first from state 0: the column is the distance, the row the order of discovery.
  void Place() {
    std::vector<uint32_t> queue = {0};
    std::map<uint32_t, int> depth = {{0, 0}};
    for (size_t i = 0; i < queue.size(); ++i) {
      for (const Automaton::Edge& edge : automaton_.edges) {
        if (edge.from != queue[i] || !Drawn(edge.to)) continue;
        if (depth.try_emplace(edge.to, depth[queue[i]] + 1).second) queue.push_back(edge.to);
      }
    }
    std::map<int, int> rows;
    for (uint32_t state : queue) ++rows[depth[state]];
    std::map<int, int> next;
    at_.resize(automaton_.states.size());
    for (uint32_t state : queue) {
      int column = depth[state];
      double row = next[column]++ - (rows[column] - 1) / 2.0;
      at_[state] = {column * kColumn, row * kRow};
    }
    box_.Take(at_[0], kRadius + 46, kRadius + 10);  // room for the arrow that leads in
  }

  void Walk(const std::vector<std::string>& walked) {
    uint32_t state = 0;
    for (size_t i = 0; i < walked.size(); ++i) {
      uint32_t to = automaton_.Next(state, walked[i]);
      steps_[{state, to}].push_back(i + 1);
      visited_[state] = visited_[to] = true;
      state = to;
    }
  }

  std::string StepNumbers(const EdgeKey& key) const {
    auto found = steps_.find(key);
    if (found == steps_.end()) return "";
    std::string out;
    for (size_t i = 0; i < found->second.size() && i < kShownSteps; ++i) {
      out += (i == 0 ? "" : ",") + std::to_string(found->second[i]);
    }
    return out + (found->second.size() > kShownSteps ? ",…" : "");
  }

  static std::string EventsOf(const Automaton::Edge& edge) {
    std::string text;
    for (const std::string& event : edge.events) text += (text.empty() ? "" : ", ") + event;
    return text;
  }

  // Among many arrows only the way that was walked is labelled; the others say theirs under the pointer.
  [[nodiscard]] bool Crowded() const {
    constexpr ptrdiff_t kReadable = 6;
    return !steps_.empty() && std::count_if(automaton_.edges.begin(), automaton_.edges.end(),
                                            [this](const Automaton::Edge& edge) {
                                              return edge.from != edge.to && Drawn(edge.from) &&
                                                     Drawn(edge.to);
                                            }) > kReadable;
  }

  std::string Label(const Automaton::Edge& edge, Point at) {
    std::string text = EventsOf(edge);
    constexpr size_t kLongest = 34;
    std::string shown = text.size() > kLongest ? text.substr(0, kLongest - 1) + "…" : text;
    std::string numbers = StepNumbers({edge.from, edge.to});
    std::string class_name = numbers.empty() ? "label" : "label walked";
    if (!numbers.empty()) numbers = fmt::format("<tspan class=\"step\" dx=\"5\">{}</tspan>", numbers);
    box_.Take(at, static_cast<double>(shown.size()) * 3.6 + 16, 16);
    return fmt::format("<text class=\"{}\" x=\"{:.1f}\" y=\"{:.1f}\">{}{}<title>{}</title></text>",
                       class_name, at.x, at.y, EscapeMarkup(shown), numbers, EscapeMarkup(text));
  }

  std::string Loop(const Automaton::Edge& edge, const char* class_name) {
    Point c = at_[edge.from];
    double top = c.y - kRadius;
    box_.Take({c.x, top - 40}, kRadius, 12);
    std::string path = fmt::format("M{:.1f} {:.1f}C{:.1f} {:.1f} {:.1f} {:.1f} {:.1f} {:.1f}", c.x - 9,
                                   top + 2, c.x - 26, top - 36, c.x + 26, top - 36, c.x + 9, top + 2);
    return fmt::format("<path class=\"{}\" d=\"{}\"/>", class_name, path) +
           Head({c.x + 9, top + 2}, {-6, 22}, class_name) + Label(edge, {c.x, top - 34});
  }

  // The arrow's head at `tip`, in direction `d`.
  static std::string Head(Point tip, Point d, const char* class_name) {
    double length = std::max(std::hypot(d.x, d.y), 1e-6);
    double x = d.x / length;
    double y = d.y / length;
    return fmt::format("<path class=\"{} head\" d=\"M{:.1f} {:.1f}L{:.1f} {:.1f}L{:.1f} {:.1f}Z\"/>",
                       class_name, tip.x, tip.y, tip.x - 9 * x - 4 * y, tip.y - 9 * y + 4 * x,
                       tip.x - 9 * x + 4 * y, tip.y - 9 * y - 4 * x);
  }

  [[nodiscard]] bool HasEdge(uint32_t from, uint32_t to) const {
    return std::any_of(automaton_.edges.begin(), automaton_.edges.end(),
                       [&](const Automaton::Edge& edge) { return edge.from == from && edge.to == to; });
  }

  // How far the arrow bows to its left; 0 = straight.
  [[nodiscard]] double Bow(const Automaton::Edge& edge) const {
    double columns = (at_[edge.to].x - at_[edge.from].x) / kColumn;
    bool both_ways = HasEdge(edge.to, edge.from);
    if (columns > 1.5) return 34 + 20 * columns;
    if (columns < -0.5) return 34 - 26 * columns;
    return both_ways || std::abs(columns) < 0.5 ? 32 : 0;
  }

  std::string Edge(const Automaton::Edge& edge) {
    auto walked = steps_.contains({edge.from, edge.to});
    const char* class_name = walked ? "edge walked" : "edge";
    if (edge.from == edge.to) return Loop(edge, class_name);
    Point a = at_[edge.from];
    Point b = at_[edge.to];
    double length = std::hypot(b.x - a.x, b.y - a.y);
    Point side = {(b.y - a.y) / length, -(b.x - a.x) / length};  // to the left of the way
    double bow = Bow(edge);
    Point control = {(a.x + b.x) / 2 + 2 * bow * side.x, (a.y + b.y) / 2 + 2 * bow * side.y};
    Point start = Towards(a, control, kRadius);
    Point tip = Towards(b, control, kRadius + 2);
    Point middle = {(a.x + b.x) / 2 + bow * side.x, (a.y + b.y) / 2 + bow * side.y};
    box_.Take(middle, 10, 12);
    std::string path = fmt::format("M{:.1f} {:.1f}Q{:.1f} {:.1f} {:.1f} {:.1f}", start.x, start.y, control.x,
                                   control.y, tip.x, tip.y);
    const std::string head = Head(tip, {tip.x - control.x, tip.y - control.y}, class_name);
    if (!walked && Crowded()) {
      return fmt::format("<g class=\"faint\"><path class=\"{}\" d=\"{}\"/>{}<title>{}</title></g>",
                         class_name, path, head, EscapeMarkup(EventsOf(edge)));
    }
    return fmt::format("<path class=\"{}\" d=\"{}\"/>", class_name, path) + head +
           Label(edge, {middle.x + 6 * side.x, middle.y - 5 + 3 * side.y});
  }

  static Point Towards(Point from, Point to, double distance) {
    double length = std::max(std::hypot(to.x - from.x, to.y - from.y), 1e-6);
    return {from.x + (to.x - from.x) * distance / length, from.y + (to.y - from.y) * distance / length};
  }

  std::string State(uint32_t index) {
    const Automaton::State& state = automaton_.states[index];
    Point c = at_[index];
    box_.Take(c, kRadius + 8, kRadius + 8);
    std::string class_name = "state";
    if (!state.categories.empty()) class_name += " verdict";
    if (visited_.contains(index)) class_name += " walked";
    std::string out;
    if (index == 0) {
      out += fmt::format("<path class=\"edge\" d=\"M{:.1f} {:.1f}H{:.1f}\"/>", c.x - kRadius - 30, c.y,
                         c.x - kRadius - 6);
      out += Head({c.x - kRadius - 2, c.y}, {1, 0}, "edge");
    }
    out += fmt::format("<circle class=\"{}\" cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"{:.0f}\"/>", class_name, c.x,
                       c.y, kRadius);
    std::string name = state.name.size() > 6 ? "s" + std::to_string(index) : state.name;
    out += fmt::format("<text class=\"name\" x=\"{:.1f}\" y=\"{:.1f}\">{}<title>{}</title></text>", c.x,
                       c.y + 4, EscapeMarkup(name), EscapeMarkup(state.name));
    std::string below;
    if (name != state.name) below = state.name;
    for (const std::string& category : state.categories) below += (below.empty() ? "@" : " @") + category;
    if (!below.empty()) {
      box_.Take({c.x, c.y + kRadius + 15}, static_cast<double>(below.size()) * 3.6, 8);
      out += fmt::format("<text class=\"{}\" x=\"{:.1f}\" y=\"{:.1f}\">{}</text>",
                         state.categories.empty() ? "label" : "verdict", c.x, c.y + kRadius + 15,
                         EscapeMarkup(below));
    }
    return out;
  }

  const Automaton& automaton_;
  std::vector<Point> at_;
  std::map<EdgeKey, std::vector<size_t>> steps_;
  std::map<uint32_t, bool> visited_;
  Box box_;
};

}  // namespace

std::string DrawAutomaton(const Automaton& automaton, const std::vector<std::string>& walked,
                          const std::string& title) {
  auto alive = static_cast<size_t>(std::count_if(automaton.states.begin(), automaton.states.end(),
                                                 [](const Automaton::State& state) { return !state.dead; }));
  if (alive == 0 || alive > kMaxDrawnStates || automaton.states[0].dead) return "";
  return Drawing(automaton, walked).Svg(title);
}

}  // namespace revmon::report
