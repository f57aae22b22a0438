// Answers: which known word did the user mean by this unknown one?
//
// Optimal string alignment distance (insert, delete, replace, swap of neighbours). A suggestion is made only
// when at most a third of the word (and at least one letter) is off, so that nonsense suggests nothing.
#pragma once
#include <cstddef>
#include <optional>
#include <span>
#include <string_view>

namespace revmon::cli {

[[nodiscard]] size_t EditDistance(std::string_view a, std::string_view b);

// The nearest of `known`, the first one where several are equally near.
[[nodiscard]] std::optional<std::string_view> Suggest(std::string_view word,
                                                      std::span<const std::string_view> known);

}  // namespace revmon::cli
