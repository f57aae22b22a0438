// Answers: is this class the program's, so that its calls are watched?
//
// Watched are the program and its libraries; never the JDK and RevMon itself; and, unless a pattern includes
// them, not what runs the tests: frameworks, mocking libraries, build tools and other agents. Their calls are
// not the program's, and there are many of them.
//
// A pattern is a class name with dots in which '*' stands for any text, dots too ("com.acme.*", "*Test").
// Exclude patterns win over include patterns; with include patterns only what one of them names is watched.
// An include pattern also brings back what is left out by default.
#pragma once
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace revmon::weave {

class ClassFilter {
 public:
  ClassFilter(std::vector<std::string> include, std::vector<std::string> exclude)
      : include_(std::move(include)), exclude_(std::move(exclude)) {}

  // `name` is internal: "com/acme/Shop$Item".
  [[nodiscard]] bool Watches(std::string_view name) const { return WhyNot(name).empty(); }
  // "" when it is watched, else the reason.
  [[nodiscard]] std::string_view WhyNot(std::string_view name) const;

 private:
  std::vector<std::string> include_;
  std::vector<std::string> exclude_;
};

// '*' stands for any text; every other character for itself. Linear in practice, quadratic at worst.
[[nodiscard]] bool MatchesGlob(std::string_view text, std::string_view pattern);

}  // namespace revmon::weave
