// Answers: which tokens of embedded Java stand for something else once it is compiled?
#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "spec/source.h"
#include "spec/span.h"

namespace revmon::spec {

struct Replacement {
  Span span;  // in the text given
  std::string text;
};

enum class RewriteScope : uint8_t {
  kBody,   // macros are expanded, `revmon_site` and `revmon_flags` are in scope
  kOther,  // members, conditions: no macros, what is printed belongs to the thread's current body
};

struct Rewrite {
  std::vector<Replacement> replacements;  // ascending, disjoint
  bool flags = false;                     // __RESET or __SKIP is used
  bool prints = false;                    // something is printed
};

// Macros without a meaning here are reported, at `origin` + their place in the text.
[[nodiscard]] Rewrite RewriteJava(std::string_view text, std::string_view spec, RewriteScope scope,
                                  uint32_t origin, Diagnostics* diagnostics);

// "com.runtimeverification.rvmonitor.java.rt.RVMLogging.Level" -> "revmon.rt.RVMLogging.Level", and the like
// for org.aspectj.lang; any other name as it is.
[[nodiscard]] std::string RuntimeName(std::string_view qualified);

}  // namespace revmon::spec
