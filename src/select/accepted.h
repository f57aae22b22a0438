// Answers: which violations have people looked at and decided to live with?
//
// A file to be committed, revmon-accepted.json at the project's root, one entry a line so that merges are
// easy. An entry names spec, class, method and the text of the line, not its number, so that it survives
// edits elsewhere; where there is no source text, the number has to do.
#pragma once
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "select/place.h"
#include "wire/results.h"

namespace revmon::select {

inline constexpr const char* kAcceptedFile = "revmon-accepted.json";

struct Acceptance {
  std::string spec;
  std::string class_name;  // StableClass
  std::string method;      // StableMethod
  std::string text;        // of the line, without blanks around; "" = unknown
  uint32_t line = 0;       // when it was accepted
  std::string reason;
  friend bool operator==(const Acceptance&, const Acceptance&) = default;
};

// The text of the line at a place, where it is known.
using LineText = std::function<std::optional<std::string>(const Place& place)>;

class AcceptedList {
 public:
  [[nodiscard]] static Result<AcceptedList> Parse(std::string_view json);
  [[nodiscard]] std::string Print() const;

  [[nodiscard]] const std::vector<Acceptance>& entries() const { return entries_; }
  // Null if nobody accepted it.
  [[nodiscard]] const Acceptance* Find(const wire::Violation& violation, const LineText& text) const;
  // False if it was accepted before; then only the reason is replaced.
  bool Add(const wire::Violation& violation, const LineText& text, std::string reason);

 private:
  std::vector<Acceptance> entries_;
};

}  // namespace revmon::select
