// Answers: how does an agent get into the JVMs that a command starts?
//
// Right behind a `java` as one more option: nothing else sees it, and nothing is printed. Any other command
// (mvn, gradle, a start script) gets it by JAVA_TOOL_OPTIONS, which every JVM below it picks up and announces
// on stderr.
#pragma once
#include <string>
#include <vector>

#include "run/process.h"

namespace revmon::run {

// Is this word a JVM launcher, by its name?
[[nodiscard]] bool IsJavaLauncher(const std::string& program);

struct MonitoredCommand {
  Command command;
  bool by_environment = false;  // JAVA_TOOL_OPTIONS was needed
};

// `agent_argument` is "-agentpath:..."; `inherited_tool_options` what JAVA_TOOL_OPTIONS holds now.
[[nodiscard]] MonitoredCommand WithAgent(const std::vector<std::string>& argv,
                                         const std::string& agent_argument,
                                         const std::string& inherited_tool_options);

// One word of JAVA_TOOL_OPTIONS, in quotes where it holds blanks or quotes.
[[nodiscard]] std::string QuoteToolOption(const std::string& option);

}  // namespace revmon::run
