#include "trace/trie.h"

#include <algorithm>

namespace revmon::trace {
namespace {

size_t LengthOf(Token token) {
  size_t length = 1;
  while (token >>= 7) ++length;
  return length;
}

Error Damaged(const char* what) { return Error(ErrorCode::kMalformed, std::string("traces: ") + what); }

// Something on a path that is worth a stop: a trace ends, or other paths start.
struct Stop {
  uint32_t offset = 0;
  bool ends = false;
  std::vector<uint32_t> children;
};

// A path from one of its stops on.
struct Work {
  uint32_t path = 0;
  size_t stop = 0;
};

}  // namespace

void PutVarint(std::vector<uint8_t>& out, uint64_t value) {
  for (; value >= 128; value >>= 7) out.push_back(static_cast<uint8_t>(value | 128));
  out.push_back(static_cast<uint8_t>(value));
}

bool TakeVarint(Bytes bytes, size_t& at, uint64_t& value) {
  value = 0;
  for (unsigned shift = 0; shift < 64 && at < bytes.size(); shift += 7) {
    uint8_t byte = bytes[at++];
    if (shift == 63 && byte > 1) return false;
    value |= uint64_t{byte & 127u} << shift;
    if (byte < 128) return byte != 0 || shift == 0;  // one way to write each number
  }
  return false;
}

size_t Trie::BranchHash::operator()(const BranchKey& key) const {
  uint64_t mixed = (uint64_t{key.at.path} << 32 | key.at.offset) * 0x9E3779B97F4A7C15u;
  mixed ^= (mixed >> 29) + key.token * 0xBF58476D1CE4E5B9u;
  return static_cast<size_t>(mixed ^ mixed >> 32);
}

Position Trie::Step(Position from, Token token) {
  std::vector<uint8_t>& label = paths_[from.path].label;
  if (from.offset == label.size()) {
    PutVarint(label, token);
    return {from.path, static_cast<uint32_t>(label.size())};
  }
  size_t at = from.offset;
  uint64_t next = 0;
  if (TakeVarint(label, at, next) && next == token) return {from.path, static_cast<uint32_t>(at)};
  auto [known, fresh] = branches_.try_emplace({from, token}, static_cast<uint32_t>(paths_.size()));
  if (fresh) {
    paths_.push_back({.parent = from, .label = {}});
    PutVarint(paths_.back().label, token);
  }
  return {known->second, static_cast<uint32_t>(LengthOf(token))};
}

bool Trie::Has(Position position) const {
  if (position.path >= paths_.size() || position.offset > paths_[position.path].label.size()) return false;
  if (position.offset == 0) return position.path == 0;
  return paths_[position.path].label[position.offset - 1] < 128;
}

size_t Trie::label_bytes() const {
  size_t sum = 0;
  for (const Path& path : paths_) sum += path.label.size();
  return sum;
}

std::vector<Token> Trie::TokensTo(Position end) const {
  std::vector<Token> tokens;
  ForEachToken(end, [&](Token token) { tokens.push_back(token); });
  return tokens;
}

size_t Trie::LengthTo(Position end) const {
  size_t length = 0;
  for (Position at = end;; at = paths_[at.path].parent) {
    Bytes label = Bytes(paths_[at.path].label).first(at.offset);
    length += static_cast<size_t>(
        std::count_if(label.begin(), label.end(), [](uint8_t byte) { return byte < 128; }));
    if (at.path == 0) return length;
  }
}

Result<Trie> Trie::FromPaths(std::vector<Path> paths, uint32_t tokens) {
  if (paths.empty()) return Damaged("no path");
  Trie trie;
  trie.paths_ = std::move(paths);
  for (size_t i = 0; i < trie.paths_.size(); ++i) {
    const Path& path = trie.paths_[i];
    if (i > 0 && (path.parent.path >= i || path.label.empty())) return Damaged("a path starts nowhere");
    if (path.label.size() > UINT32_MAX) return Damaged("a path is too long");
    uint64_t token = 0;
    for (size_t at = 0; at < path.label.size();) {
      if (!TakeVarint(path.label, at, token) || token >= tokens)
        return Damaged("an event that there is none of");
    }
  }
  REVMON_RETURN_IF_ERROR(trie.AddBranches(tokens));
  return trie;
}

Status Trie::AddBranches(uint32_t tokens) {
  for (size_t i = 1; i < paths_.size(); ++i) {
    Position parent = paths_[i].parent;
    Bytes around = paths_[parent.path].label;
    // A path cannot start where nothing came before it: there its parent would have gone on.
    if (parent.offset >= around.size() || (parent.offset > 0 && !Has(parent)) ||
        (parent.offset == 0 && parent.path != 0)) {
      return Damaged("a path starts between two events");
    }
    size_t at = 0;
    uint64_t first = 0;
    uint64_t other = 0;
    if (!TakeVarint(paths_[i].label, at, first) || first >= tokens) return Damaged("an empty path");
    at = parent.offset;
    bool differs = TakeVarint(around, at, other) && other != first;
    bool fresh = branches_.try_emplace({parent, static_cast<Token>(first)}, static_cast<uint32_t>(i)).second;
    if (!differs || !fresh) return Damaged("a trace is there twice");
  }
  return OkStatus();
}

namespace {

// By path, each by offset.
std::vector<std::vector<Stop>> StopsOf(const std::vector<Path>& paths, const std::vector<Position>& ends) {
  std::vector<std::vector<Stop>> stops(paths.size());
  for (Position end : ends) stops[end.path].push_back({.offset = end.offset, .ends = true, .children = {}});
  for (uint32_t i = 1; i < paths.size(); ++i) {
    stops[paths[i].parent.path].push_back({.offset = paths[i].parent.offset, .ends = false, .children = {i}});
  }
  for (std::vector<Stop>& of_path : stops) {
    std::stable_sort(of_path.begin(), of_path.end(),
                     [](const Stop& a, const Stop& b) { return a.offset < b.offset; });
    size_t kept = 0;
    for (size_t i = 0; i < of_path.size(); ++i) {
      if (kept == 0 || of_path[kept - 1].offset != of_path[i].offset) {
        if (kept != i) of_path[kept] = std::move(of_path[i]);
        ++kept;
        continue;
      }
      Stop& same = of_path[kept - 1];
      same.ends |= of_path[i].ends;
      same.children.insert(same.children.end(), of_path[i].children.begin(), of_path[i].children.end());
    }
    of_path.resize(kept);
  }
  return stops;
}

Token TokenAt(const std::vector<Path>& paths, uint32_t path, size_t offset) {
  uint64_t token = 0;
  (void)TakeVarint(paths[path].label, offset, token);
  return static_cast<Token>(token);
}

}  // namespace

std::vector<Position> Trie::Sorted(const std::vector<Position>& ends,
                                   const std::function<bool(Token, Token)>& less) const {
  std::vector<std::vector<Stop>> stops = StopsOf(paths_, ends);
  std::vector<Position> sorted;
  std::vector<Work> work = {{0, 0}};
  auto before = [&](uint32_t child, Token token) { return less(TokenAt(paths_, child, 0), token); };
  while (!work.empty()) {
    Work now = work.back();
    work.pop_back();
    if (now.stop >= stops[now.path].size()) continue;
    Stop& stop = stops[now.path][now.stop];
    if (stop.ends) sorted.push_back({now.path, stop.offset});
    std::sort(stop.children.begin(), stop.children.end(),
              [&](uint32_t a, uint32_t b) { return before(a, TokenAt(paths_, b, 0)); });
    // The last one pushed is next: children behind the path's own next token, the rest of the path, the
    // others.
    Work rest{now.path, now.stop + 1};
    bool rest_put = stop.offset >= paths_[now.path].label.size();
    for (size_t i = stop.children.size(); i-- > 0;) {
      if (!rest_put && before(stop.children[i], TokenAt(paths_, now.path, stop.offset))) {
        work.push_back(rest);
        rest_put = true;
      }
      work.push_back({stop.children[i], 0});
    }
    if (!rest_put) work.push_back(rest);
  }
  return sorted;
}

}  // namespace revmon::trace
