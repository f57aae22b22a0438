#include "report/violation_counts.h"

#include <fmt/core.h>

namespace revmon::report {
namespace {

// "<package>/<Spec>.mop": the file inside its library, the same on every machine.
std::string DocumentationOf(const Findings& findings, const std::string& spec) {
  auto info = findings.specs.find(spec);
  std::string file = info == findings.specs.end() ? "" : info->second.file;
  size_t slash = file.rfind('/');
  if (slash == std::string::npos) return spec + ".mop";
  size_t folder = file.rfind('/', slash - 1);
  return folder == std::string::npos ? file : file.substr(folder + 1);
}

}  // namespace

std::string RenderViolationCounts(const Findings& findings) {
  std::map<std::pair<std::string, std::string>, uint64_t> counts;
  for (const Finding& finding : findings.all) {
    counts[{finding.spec, finding.location.empty() ? "(Unknown)" : finding.location}] += finding.count;
  }
  std::string out;
  for (const auto& [key, count] : counts) {
    out += fmt::format(
        "{} Specification {} has been violated on line {}. Documentation for this property can be found at "
        "{}\n",
        count, key.first, key.second, DocumentationOf(findings, key.first));
  }
  return out;
}

}  // namespace revmon::report
