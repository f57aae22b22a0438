// Answers: how are all traces of a specification kept, each distinct beginning once?
//
// A trace is a sequence of tokens, small numbers that stand for (event, location). The trie is kept as paths:
// a path has a label, the tokens along it as varints (one byte for the first 128 tokens), and starts
// somewhere in another path, where it first differed. Whoever goes on at the end of a path makes it longer;
// whoever differs before starts a new one. So a position is (path, byte offset), each sequence of tokens has
// exactly one, and a step along a known trace is one comparison of bytes, without any look-up. A million
// rounds of a loop take two megabytes, 10^5 unrelated traces of 10^4 events 1.1 GB. The agent
// (revmon.rt.Traces) keeps them the same way.
#pragma once
#include <cstdint>
#include <functional>
#include <unordered_map>
#include <utility>
#include <vector>

#include "base/bytes.h"
#include "base/result.h"

namespace revmon::trace {

using Token = uint32_t;

struct Position {
  uint32_t path = 0;
  uint32_t offset = 0;  // in the path's label, in bytes, after the last token
  friend auto operator<=>(const Position&, const Position&) = default;
};

struct Path {
  Position parent;  // of path 0: itself, at its beginning
  std::vector<uint8_t> label;
};

// A varint: seven bits a byte, the low ones first.
void PutVarint(std::vector<uint8_t>& out, uint64_t value);
// Moves `at` behind the number; false when it is cut off or does not fit.
[[nodiscard]] bool TakeVarint(Bytes bytes, size_t& at, uint64_t& value);

class Trie {
 public:
  Trie() : paths_(1) {}
  // From paths as they were stored; an error unless all of them could have come from Step with these tokens.
  [[nodiscard]] static Result<Trie> FromPaths(std::vector<Path> paths, uint32_t tokens);

  // Where `token` leads; what is not there yet is made. The beginning is Position{}.
  Position Step(Position from, Token token);
  [[nodiscard]] const std::vector<Path>& paths() const { return paths_; }
  [[nodiscard]] bool Has(Position position) const;  // is it at the end of a token?
  // The labels, in bytes.
  [[nodiscard]] size_t label_bytes() const;

  // Calls each(token) for the tokens on the way to `end`, first to last.
  template <typename Each>
  void ForEachToken(Position end, Each each) const {
    std::vector<Position> ends;  // of the pieces, last to first
    for (Position at = end;; at = paths_[at.path].parent) {
      ends.push_back(at);
      if (at.path == 0) break;
    }
    while (!ends.empty()) {
      Bytes label = Bytes(paths_[ends.back().path].label).first(ends.back().offset);
      uint64_t token = 0;
      for (size_t at = 0; TakeVarint(label, at, token);) each(static_cast<Token>(token));
      ends.pop_back();
    }
  }
  [[nodiscard]] std::vector<Token> TokensTo(Position end) const;
  // Tokens on the way, without looking at each more than once.
  [[nodiscard]] size_t LengthTo(Position end) const;

  // `ends` in the order of their traces, where less(a, b) orders tokens and a trace comes before longer ones.
  [[nodiscard]] std::vector<Position> Sorted(const std::vector<Position>& ends,
                                             const std::function<bool(Token, Token)>& less) const;

 private:
  struct BranchKey {
    Position at;
    Token token = 0;
    friend bool operator==(const BranchKey&, const BranchKey&) = default;
  };
  struct BranchHash {
    size_t operator()(const BranchKey& key) const;
  };

  [[nodiscard]] Status AddBranches(uint32_t tokens);

  std::vector<Path> paths_;
  std::unordered_map<BranchKey, uint32_t, BranchHash> branches_;  // -> path
};

}  // namespace revmon::trace
