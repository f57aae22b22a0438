// Answers: how does a class raise events at the places that the matcher found?
//
// At each site java.util.RevMon.at(values, code) is called before it, after it returned, or after it threw,
// as the events ask (site_code.h). The instruction itself stays where it is; values that lie below others, or
// are needed after it, go through fresh locals. A method that cannot
// be rewritten (it would pass the size beyond which HotSpot never compiles it, or the editor refuses) stays
// as it was and is named; the rest of the class is woven.
//
// The weaver does not decide anything: which events, which values and which tests remain is the matcher's
// answer, and the tests themselves are made by the runtime, from the encoded site.
#pragma once
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "classfile/class_file.h"
#include "match/join_point.h"
#include "wire/plan.h"

namespace revmon::weave {

// HotSpot does not compile larger methods (-XX:HugeMethodLimit).
inline constexpr size_t kMaxWovenCode = 8000;

struct Woven {
  std::vector<uint8_t> bytes;
  uint32_t sites = 0;
  std::vector<std::string> refused;  // "method: reason"
};

// Gives a site its number, by which the runtime asks about it. Called once for each site that is woven in,
// while its method is being rewritten; numbers of a method that is then refused are never used.
using SiteNumbers = std::function<uint32_t(const match::JoinPoint&)>;

// The class with all its join points woven in.
[[nodiscard]] Result<Woven> WeaveClass(const classfile::ClassFile& file,
                                       std::span<const match::JoinPoint> points, const wire::Plan& plan,
                                       const SiteNumbers& numbers);

}  // namespace revmon::weave
