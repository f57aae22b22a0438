// Answers: what does the code in the JVM get to know about one woven place?
//
// A woven site passes its number, the moment and its values; everything else about it is fixed when the class
// is woven and fetched once, by number, when the site first runs (revmon.rt.Agent.siteInfo). The values of a
// join point have positions
//
//   [0] target  [1] this  [2] result  [3] thrown  [4...] arguments
//
// of which a moment passes those that its events need (site_code.h), null where there is none. A static
// initialisation passes the class as [0], so that __STATICSIG.getDeclaringType() needs no look-up. Residues
// refer to these positions; the running thread is kThreadPosition, an unbound variable kNoPosition.
//
// Format, big-endian: location, file, line, kind as AspectJ names it, declaring type, name, parameters,
// modifiers, matches, flows; texts are a length (4 bytes) and UTF-8.
#pragma once
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "match/join_point.h"

namespace revmon::weave {

inline constexpr int16_t kTargetPosition = 0;
inline constexpr int16_t kThisPosition = 1;
inline constexpr int16_t kResultPosition = 2;
inline constexpr int16_t kThrownPosition = 3;
inline constexpr int16_t kFirstArgumentPosition = 4;
inline constexpr int16_t kThreadPosition = -1;
inline constexpr int16_t kNoPosition = -2;

// The moments of java.util.RevMon.
enum class Moment : uint8_t { kBefore = 0, kAfterReturning = 1, kAfterThrowing = 2 };

struct SiteInfo {
  std::string location;  // "pkg.Class.method(File.java:12)"
  std::string file;      // "" = unknown
  uint32_t line = 0;     // 0 = unknown
  match::JoinPointKind kind = match::JoinPointKind::kMethodCall;
  std::string declaring_type;  // of what is called, read or initialised; binary name with dots
  std::string name;            // "<init>", "<clinit>" too
  std::string parameters;      // "(int, java.lang.String)"; "" for a field or a class
  uint16_t modifiers = 0;      // access flags, 0 where not known
  std::vector<match::Match> matches;
  std::vector<match::Flow> flows;  // such a site fires before and after, also after throwing
};

[[nodiscard]] std::vector<uint8_t> EncodeSite(const SiteInfo& site);

// Where the woven code puts a value, and residues find it.
[[nodiscard]] int16_t PositionOf(const match::Value& value);
// As org.aspectj.lang.JoinPoint names it: "method-call".
[[nodiscard]] std::string_view KindName(match::JoinPointKind kind);

}  // namespace revmon::weave
