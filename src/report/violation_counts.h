// Answers: how are the findings compared with those of other runtime-verification tools?
//
// Their common format, one line a (spec, place): "<count> Specification <Spec> has been violated on line
// <pkg.Class.method(File.java:12)>. Documentation for this property can be found at <file of the spec>".
// Findings that differ only in the category are one line.
#pragma once
#include <string>

#include "report/findings.h"

namespace revmon::report {

[[nodiscard]] std::string RenderViolationCounts(const Findings& findings);

}  // namespace revmon::report
