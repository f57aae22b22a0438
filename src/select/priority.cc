#include "select/priority.h"

#include <algorithm>
#include <set>

namespace revmon::select {
namespace {

bool Has(const std::vector<std::string>& list, const std::string& name) {
  return std::find(list.begin(), list.end(), name) != list.end();
}

std::string_view Trimmed(std::string_view text) {
  constexpr std::string_view kBlanks = " \t\r";
  size_t begin = text.find_first_not_of(kBlanks);
  if (begin == std::string_view::npos) return "";
  return text.substr(begin, text.find_last_not_of(kBlanks) - begin + 1);
}

bool IsCritical(const PriorityInput& input, const std::string& spec) {
  if (input.critical.has_value() && Has(*input.critical, spec)) return true;
  if (input.background.has_value()) return !Has(*input.background, spec);
  if (input.critical.has_value()) return false;
  return !input.remembered.has_value() || Has(*input.remembered, spec);
}

}  // namespace

std::vector<std::string> CriticalOf(const PriorityInput& input) {
  std::vector<std::string> critical;
  for (const std::string& spec : input.specs) {
    if (IsCritical(input, spec)) critical.push_back(spec);
  }
  return critical;
}

std::vector<std::string> Remember(const std::optional<std::vector<std::string>>& before, const Monitored& run,
                                  bool demote) {
  std::set<std::string> next(run.violated.begin(), run.violated.end());
  if (before.has_value()) {
    for (const std::string& spec : *before) {
      if (!demote || !Has(run.specs, spec)) next.insert(spec);
    }
  }
  return {next.begin(), next.end()};
}

std::vector<std::string> ParseSpecList(std::string_view text) {
  std::vector<std::string> specs;
  while (!text.empty()) {
    size_t end = std::min(text.find('\n'), text.size());
    std::string_view line = text.substr(0, end);
    line = Trimmed(line.substr(0, line.find('#')));
    if (!line.empty()) specs.emplace_back(line);
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return specs;
}

std::string FormatSpecList(const std::vector<std::string>& specs) {
  std::string text;
  for (const std::string& spec : specs) text += spec + "\n";
  return text;
}

}  // namespace revmon::select
