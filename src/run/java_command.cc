#include "run/java_command.h"

#include <string_view>

#include "base/path.h"

namespace revmon::run {

bool IsJavaLauncher(const std::string& program) { return BaseName(program) == "java"; }

std::string QuoteToolOption(const std::string& option) {
  if (option.find_first_of(" \t\n\r\f\v\"'") == std::string::npos) return option;
  // The JVM joins quoted parts of one word; a quote of one kind is quoted by the other.
  std::string out;
  char open = 0;
  for (char c : option) {
    char wanted = c == '"' ? '\'' : c == '\'' ? '"' : open != 0 ? open : '"';
    if (wanted != open) {
      if (open != 0) out += open;
      out += open = wanted;
    }
    out += c;
  }
  if (open != 0) out += open;
  return out;
}

MonitoredCommand WithAgent(const std::vector<std::string>& argv, const std::string& agent_argument,
                           const std::string& inherited_tool_options) {
  MonitoredCommand out;
  out.command.argv = argv;
  out.command.capture = false;
  if (!argv.empty() && IsJavaLauncher(argv[0])) {
    out.command.argv.insert(out.command.argv.begin() + 1, agent_argument);
    return out;
  }
  out.by_environment = true;
  std::string options = inherited_tool_options;
  options += (options.empty() ? "" : " ") + QuoteToolOption(agent_argument);
  out.command.environment.emplace_back("JAVA_TOOL_OPTIONS", options);
  return out;
}

}  // namespace revmon::run
