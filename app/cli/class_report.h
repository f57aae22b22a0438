// Answers: what does `revmon inspect` say about one class?
//
// The report is a JSON value; --json prints it and the text form is rendered from it, so that the two cannot
// disagree. Sections that were not asked for are left out.
#pragma once
#include <nlohmann/json.hpp>
#include <string>

#include "base/result.h"
#include "classfile/class_file.h"
#include "element/canonical.h"

namespace revmon::cli {

struct Sections {
  bool checksums = false;
  bool attributes = false;
  bool code = false;
};

// `sums` may be null if no checksums were asked for.
[[nodiscard]] nlohmann::ordered_json ReportClass(const classfile::ClassFile& file, const std::string& origin,
                                                 const element::ClassChecksums* sums,
                                                 const Sections& sections);

// The report as text, ending in a newline.
[[nodiscard]] std::string RenderClass(const nlohmann::ordered_json& report);

}  // namespace revmon::cli
