#include "weave/class_filter.h"

#include <algorithm>
#include <array>
#include <span>

namespace revmon::weave {
namespace {

// Never, whatever the patterns say: rewriting these would watch the JDK or ourselves.
constexpr std::array<std::string_view, 6> kNever = {"java.", "javax.", "jdk.", "sun.", "com.sun.", "revmon."};

constexpr std::array<std::string_view, 22> kByDefault = {
    "junit.",           "org.junit.",        "org.testng.",    "org.hamcrest.",      "org.opentest4j.",
    "org.apiguardian.", "org.mockito.",      "org.powermock.", "org.easymock.",      "org.jmock.",
    "com.mockrunner.",  "org.objenesis.",    "net.bytebuddy.", "net.sf.cglib.",      "org.aspectj.",
    "org.jacoco.",      "org.apache.maven.", "org.gradle.",    "worker.org.gradle.", "org.spockframework.",
    "com.intellij.rt.", "org.evosuite."};

bool StartsWithAny(std::string_view name, std::span<const std::string_view> prefixes) {
  return std::any_of(prefixes.begin(), prefixes.end(),
                     [&](std::string_view p) { return name.starts_with(p); });
}

bool MatchesAny(std::string_view name, const std::vector<std::string>& patterns) {
  return std::any_of(patterns.begin(), patterns.end(),
                     [&](const std::string& p) { return MatchesGlob(name, p); });
}

}  // namespace

std::string_view ClassFilter::WhyNot(std::string_view internal_name) const {
  std::string name(internal_name);
  std::replace(name.begin(), name.end(), '/', '.');
  if (name.empty() || StartsWithAny(name, kNever)) return "of the JDK or RevMon";
  if (MatchesAny(name, exclude_)) return "excluded by a pattern";
  if (!include_.empty()) return MatchesAny(name, include_) ? "" : "not included by any pattern";
  return StartsWithAny(name, kByDefault) ? "of a test framework, build tool or agent" : "";
}

bool MatchesGlob(std::string_view text, std::string_view pattern) {
  size_t t = 0;
  size_t p = 0;
  size_t star = std::string_view::npos;  // the last '*' seen, and where its text ends so far
  size_t resume = 0;
  while (t < text.size()) {
    if (p < pattern.size() && pattern[p] == '*') {
      star = p++;
      resume = t;
    } else if (p < pattern.size() && pattern[p] == text[t]) {
      ++p;
      ++t;
    } else if (star != std::string_view::npos) {
      p = star + 1;
      t = ++resume;
    } else {
      return false;
    }
  }
  while (p < pattern.size() && pattern[p] == '*') ++p;
  return p == pattern.size();
}

}  // namespace revmon::weave
