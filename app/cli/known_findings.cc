#include "app/cli/known_findings.h"

#include <fmt/core.h>

#include <set>
#include <tuple>

#include "app/cli/evolution_run.h"
#include "base/path.h"
#include "select/known.h"

namespace revmon::cli {
namespace {

using Key = std::tuple<std::string, std::string, std::string>;  // spec, location, category

std::string StoreOf(const FileSystem& files, const KnownSources& sources) {
  std::string own = JoinPath(sources.out, "store.db");
  return files.Exists(own) ? own : JoinPath(JoinPath(sources.project, run::kDefaultOut), "store.db");
}

}  // namespace

void MarkKnown(const Context& context, const KnownSources& sources, const std::vector<run::JvmResults>& jvms,
               report::Findings* findings) {
  if (findings->all.empty()) return;
  std::vector<wire::Results> results;
  for (const run::JvmResults& jvm : jvms) results.push_back(jvm.results);
  select::KnownOptions options;
  options.root = sources.project;
  options.store = StoreOf(context.files, sources);
  options.base = BaseRevision("");
  options.outputs = {sources.out};
  for (const char* name : {"target", "build", ".gradle", ".revmon"}) {
    options.outputs.push_back(JoinPath(sources.project, name));
  }
  Result<select::Comparison> comparison =
      select::CompareWithStore(context.files, options, select::Merge(results));
  std::string why = comparison.ok() ? comparison->why : comparison.error().Text();
  if (!why.empty() && !sources.quiet) {
    fmt::print(context.err, "revmon: note: all violations count as new: {}\n", why);
  }
  if (!comparison.ok()) return;
  std::set<Key> known;
  for (const select::Judged& judged : comparison->all) {
    const wire::Violation& v = judged.violation;
    if (judged.known || judged.accepted) known.insert({v.spec, v.location, v.category});
  }
  for (report::Finding& finding : findings->all) {
    finding.known = known.contains({finding.spec, finding.location, finding.category});
  }
}

}  // namespace revmon::cli
