// Hopcroft's algorithm on a refinable partition: the members of a block lie together in one array, the marked
// ones first, so that a split is two numbers and costs what was marked.
#include <algorithm>
#include <unordered_map>
#include <utility>

#include "logic/dfa.h"

namespace revmon::logic {
namespace {

using Block = uint32_t;

class Partition {
 public:
  explicit Partition(const std::vector<CategoryMask>& masks)
      : members_(masks.size()), place_(masks.size()), block_(masks.size()) {
    std::unordered_map<CategoryMask, Block> ids;
    for (CategoryMask mask : masks) ids.emplace(mask, static_cast<Block>(ids.size()));
    std::vector<uint32_t> count(ids.size() + 1);
    for (size_t s = 0; s < masks.size(); ++s) ++count[(block_[s] = ids[masks[s]]) + 1];
    for (size_t b = 1; b < count.size(); ++b) count[b] += count[b - 1];
    for (size_t b = 0; b + 1 < count.size(); ++b) ranges_.push_back({count[b], count[b + 1], count[b]});
    for (StateId s = 0; s < masks.size(); ++s) Put(s, count[block_[s]]++);
  }

  [[nodiscard]] Block size() const { return static_cast<Block>(ranges_.size()); }
  [[nodiscard]] Block BlockOf(StateId s) const { return block_[s]; }
  [[nodiscard]] uint32_t SizeOf(Block b) const { return ranges_[b].end - ranges_[b].begin; }
  [[nodiscard]] std::vector<StateId> Members(Block b) const {
    return {members_.begin() + ranges_[b].begin, members_.begin() + ranges_[b].end};
  }

  // Marks a state; true if it is the first of its block.
  bool Mark(StateId s) {
    Range& range = ranges_[block_[s]];
    if (place_[s] < range.marked) return false;
    const StateId other = members_[range.marked];
    const uint32_t from = place_[s];
    Put(s, range.marked);
    Put(other, from);
    return range.marked++ == range.begin;
  }

  // Splits the marked members of b off into a new block and unmarks them; false if all were marked.
  bool Split(Block b) {
    Range& range = ranges_[b];
    const Range off = {range.begin, range.marked, range.begin};
    if (range.marked == range.end) {
      range.marked = range.begin;
      return false;
    }
    range.begin = range.marked;
    for (uint32_t i = off.begin; i < off.end; ++i) block_[members_[i]] = size();
    ranges_.push_back(off);
    return true;
  }

 private:
  struct Range {
    uint32_t begin, end, marked;  // members [begin, marked) are marked
  };
  void Put(StateId s, uint32_t at) {
    members_[at] = s;
    place_[s] = at;
  }
  std::vector<StateId> members_;
  std::vector<uint32_t> place_;
  std::vector<Block> block_;
  std::vector<Range> ranges_;
};

// Sources of the transitions into each state on each event, in one array.
class Inverse {
 public:
  explicit Inverse(const Dfa& dfa) : events_(dfa.alphabet().size()), begin_(dfa.table().size() + 1) {
    const auto each = [&](auto visit) {
      for (StateId s = 0; s < dfa.size(); ++s) {
        for (Event e = 0; e < events_; ++e) visit(s, Index(dfa.Next(s, e), e));
      }
    };
    each([&](StateId, size_t index) { ++begin_[index + 1]; });
    for (size_t i = 1; i < begin_.size(); ++i) begin_[i] += begin_[i - 1];
    sources_.resize(dfa.table().size());
    std::vector<uint32_t> fill(begin_.begin(), begin_.end() - 1);
    each([&](StateId s, size_t index) { sources_[fill[index]++] = s; });
  }
  template <typename Visit>
  void Each(StateId to, Event e, Visit visit) const {
    for (uint32_t i = begin_[Index(to, e)]; i < begin_[Index(to, e) + 1]; ++i) visit(sources_[i]);
  }

 private:
  [[nodiscard]] size_t Index(StateId s, Event e) const { return static_cast<size_t>(s) * events_ + e; }
  uint32_t events_;
  std::vector<uint32_t> begin_;
  std::vector<StateId> sources_;
};

void Refine(const Dfa& dfa, Partition& partition) {
  const Inverse inverse(dfa);
  std::vector<Block> work;
  std::vector<bool> waiting(partition.size(), true);
  for (Block b = 0; b < partition.size(); ++b) work.push_back(b);
  std::vector<Block> touched;
  while (!work.empty()) {
    const Block splitter = work.back();
    work.pop_back();
    waiting[splitter] = false;
    const std::vector<StateId> members = partition.Members(splitter);
    for (Event e = 0; e < dfa.alphabet().size(); ++e) {
      touched.clear();
      for (StateId to : members) {
        inverse.Each(to, e, [&](StateId from) {
          if (partition.Mark(from)) touched.push_back(partition.BlockOf(from));
        });
      }
      for (Block b : touched) {
        if (!partition.Split(b)) continue;
        const Block fresh = partition.size() - 1;
        const Block smaller = partition.SizeOf(fresh) <= partition.SizeOf(b) ? fresh : b;
        const Block next = waiting[b] ? fresh : smaller;
        waiting.push_back(false);
        waiting[next] = true;
        work.push_back(next);
      }
    }
  }
}

// The states that a breadth-first walk meets, in its order, with one entry per class of `class_of`.
template <typename ClassOf>
std::vector<StateId> BreadthFirst(const Dfa& dfa, uint32_t classes, ClassOf class_of) {
  std::vector<bool> seen(classes);
  std::vector<StateId> order = {0};
  seen[class_of(0)] = true;
  for (size_t i = 0; i < order.size(); ++i) {
    for (Event e = 0; e < dfa.alphabet().size(); ++e) {
      const StateId to = dfa.Next(order[i], e);
      if (seen[class_of(to)]) continue;
      seen[class_of(to)] = true;
      order.push_back(to);
    }
  }
  return order;
}

// The quotient of `dfa` under class_of, with one state per entry of `order`, in that order.
template <typename ClassOf>
Dfa Quotient(const Dfa& dfa, const std::vector<StateId>& order, uint32_t classes, ClassOf class_of) {
  Dfa out(dfa.alphabet(), dfa.categories());
  std::vector<StateId> number(classes);
  for (StateId s : order) number[class_of(s)] = out.AddState(dfa.Mask(s), dfa.GivenName(s));
  for (StateId s : order) {
    for (Event e = 0; e < dfa.alphabet().size(); ++e) {
      out.SetNext(number[class_of(s)], e, number[class_of(dfa.Next(s, e))]);
    }
  }
  return out;
}

}  // namespace

Dfa Minimize(const Dfa& dfa) {
  if (dfa.size() == 0) return dfa;
  const auto itself = [](StateId s) { return s; };
  const Dfa reachable = Quotient(dfa, BreadthFirst(dfa, dfa.size(), itself), dfa.size(), itself);
  std::vector<CategoryMask> masks;
  for (StateId s = 0; s < reachable.size(); ++s) masks.push_back(reachable.Mask(s));
  Partition partition(masks);
  Refine(reachable, partition);
  const auto block = [&](StateId s) { return partition.BlockOf(s); };
  return Quotient(reachable, BreadthFirst(reachable, partition.size(), block), partition.size(), block);
}

}  // namespace revmon::logic
