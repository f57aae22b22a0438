#include "logic/components.h"

#include <algorithm>
#include <utility>

namespace revmon::logic {
namespace {

class Tarjan {
 public:
  explicit Tarjan(const std::vector<std::vector<uint32_t>>& successors)
      : successors_(successors),
        order_(successors.size(), kUnseen),
        low_(successors.size()),
        open_(successors.size()) {}

  std::vector<std::vector<uint32_t>> Run() {
    for (uint32_t start = 0; start < successors_.size(); ++start) {
      if (order_[start] == kUnseen) Visit(start);
    }
    return std::move(components_);
  }

 private:
  static constexpr uint32_t kUnseen = ~uint32_t{0};

  void Enter(uint32_t node) {
    order_[node] = low_[node] = clock_++;
    open_[node] = true;
    stack_.push_back(node);
    path_.emplace_back(node, 0);
  }

  void Visit(uint32_t start) {
    Enter(start);
    while (!path_.empty()) {
      const uint32_t node = path_.back().first;
      if (path_.back().second < successors_[node].size()) {
        const uint32_t to = successors_[node][path_.back().second++];
        if (order_[to] == kUnseen) {
          Enter(to);
        } else if (open_[to]) {
          low_[node] = std::min(low_[node], order_[to]);
        }
        continue;
      }
      path_.pop_back();
      if (!path_.empty()) low_[path_.back().first] = std::min(low_[path_.back().first], low_[node]);
      if (low_[node] == order_[node]) Close(node);
    }
  }

  void Close(uint32_t root) {
    components_.emplace_back();
    for (uint32_t node = ~root; node != root;) {
      node = stack_.back();
      stack_.pop_back();
      open_[node] = false;
      components_.back().push_back(node);
    }
  }

  const std::vector<std::vector<uint32_t>>& successors_;
  std::vector<uint32_t> order_, low_;
  std::vector<bool> open_;
  std::vector<uint32_t> stack_;
  std::vector<std::pair<uint32_t, size_t>> path_;
  std::vector<std::vector<uint32_t>> components_;
  uint32_t clock_ = 0;
};

}  // namespace

std::vector<std::vector<uint32_t>> StrongComponents(const std::vector<std::vector<uint32_t>>& successors) {
  return Tarjan(successors).Run();
}

}  // namespace revmon::logic
