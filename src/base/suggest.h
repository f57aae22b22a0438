// Answers: which known word did the user mean by this unknown one?
//
// Optimal string alignment distance (insert, delete, replace, swap of neighbours), ignoring case. A
// suggestion is made only when at most a third of the word (and less than all of it) is off, so that nonsense
// suggests nothing. Words come from files nobody vouches for: beyond 64 letters nothing is a slip of the pen,
// and no more than 4096 candidates are looked at.
#pragma once
#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace revmon {

// The number of edits; above `limit` any number > limit may be returned.
[[nodiscard]] size_t EditDistance(std::string_view a, std::string_view b, size_t limit);

// The nearest of `known`, the first one where several are equally near; "" where none is near enough.
[[nodiscard]] std::string_view Suggest(std::string_view word, std::span<const std::string> known);

// "did you mean 'x'?" for the suggestion, else "".
[[nodiscard]] std::string DidYouMean(std::string_view word, const std::vector<std::string>& known);

}  // namespace revmon
