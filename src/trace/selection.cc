#include "trace/selection.h"

#include <charconv>

namespace revmon::trace {
namespace {

Error Wrong(std::string_view text, std::string_view why) {
  return Error(ErrorCode::kInvalid, "--select " + std::string(text) + ": " + std::string(why))
      .Hint(
          "off, random:P, or valg with any of :alpha=, :epsilon=, :delta=, :create=, :skip=, :average, "
          ":no-creation, "
          ":no-signalling");
}

// Decimal numbers alone: whatever the locale, no signs, no inf.
bool ParseNumber(std::string_view text, double& value) {
  auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  return error == std::errc() && end == text.data() + text.size() && value >= 0 && value <= 1e9;
}

std::string_view TakePart(std::string_view& rest) {
  size_t colon = rest.find(':');
  std::string_view part = rest.substr(0, colon);
  rest = colon == std::string_view::npos ? std::string_view() : rest.substr(colon + 1);
  return part;
}

bool Apply(Selection& selection, std::string_view part) {
  if (part == "average") return selection.bandit.sample_average = true;
  if (part == "no-creation") return !(selection.creation = false);
  if (part == "no-signalling") return !(selection.signalling = false);
  size_t equals = part.find('=');
  if (equals == std::string_view::npos) return false;
  std::string_view key = part.substr(0, equals);
  double value = 0;
  if (!ParseNumber(part.substr(equals + 1), value)) return false;
  bool is_share = key == "alpha" || key == "epsilon" || key == "delta";
  if (is_share && value > 1) return false;
  if (key == "alpha")
    selection.bandit.alpha = value;
  else if (key == "epsilon")
    selection.bandit.epsilon = value;
  else if (key == "delta")
    selection.bandit.delta = value;
  else if (key == "create")
    selection.bandit.create = value;
  else if (key == "skip")
    selection.bandit.skip = value;
  else
    return false;
  return true;
}

}  // namespace

Result<Selection> ParseSelection(std::string_view text) {
  Selection selection;
  std::string_view rest = text;
  std::string_view mode = TakePart(rest);
  if (mode == "off" && rest.empty()) return selection;
  if (mode == "random") {
    selection.mode = Selection::Mode::kRandom;
    if (!ParseNumber(rest, selection.probability) || selection.probability > 1)
      return Wrong(text, "the probability is a number from 0 to 1");
    return selection;
  }
  if (mode != "valg") return Wrong(text, "that is no way to select monitors");
  selection.mode = Selection::Mode::kValg;
  while (!rest.empty()) {
    std::string_view part = TakePart(rest);
    if (!Apply(selection, part)) return Wrong(text, "'" + std::string(part) + "' is not understood");
  }
  return selection;
}

std::array<double, 9> NumbersOf(const Selection& selection) {
  const BanditSettings& bandit = selection.bandit;
  return {bandit.alpha,
          bandit.epsilon,
          bandit.delta,
          bandit.create,
          bandit.skip,
          bandit.sample_average ? 1.0 : 0.0,
          selection.probability,
          selection.creation ? 1.0 : 0.0,
          selection.signalling ? 1.0 : 0.0};
}

}  // namespace revmon::trace
