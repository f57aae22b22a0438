#include "app/cli/diff_rules.h"

#include <string_view>
#include <vector>

#include "graph/program.h"
#include "graph/program_diff.h"
#include "select/ignorable.h"
#include "wire/plan.h"

namespace revmon::cli {
namespace {

bool IsProgram(const FileSystem& files, const std::string& path) {
  if (path.starts_with("jrt:")) return false;
  return files.IsDirectory(path) || std::string_view(path).ends_with(".jar");
}

}  // namespace

std::map<std::string, std::string> RulesOfDiff(const FileSystem& files, const std::string& before,
                                               const std::string& after) {
  std::map<std::string, std::string> found;
  if (!IsProgram(files, before) || !IsProgram(files, after)) return found;
  auto read = [&](const std::string& path) {
    return graph::Program::Read(files, {{.path = path, .library = false}}, 0, nullptr,
                                graph::Detail::kMethods);
  };
  graph::Program old_program = read(before);
  graph::Program new_program = read(after);
  wire::Plan nothing;
  select::SelectionInput input;
  input.before = &old_program;
  input.after = &new_program;
  input.plan = &nothing;
  graph::ProgramDiff diff = graph::Compare(old_program, new_program);
  std::vector<std::string> rules = select::FindIgnorable(input, diff);
  for (size_t i = 0; i < rules.size(); ++i) {
    if (!rules[i].empty()) found.emplace(diff.changes[i].name, rules[i]);
  }
  return found;
}

}  // namespace revmon::cli
