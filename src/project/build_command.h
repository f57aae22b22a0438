// Answers: how is a build tool started so that every JVM that runs tests gets the agent, and nothing else?
//
//   Maven   -Dmaven.ext.class.path=extension.jar: a core extension for this one run. It meets every Surefire
//           and Failsafe execution when all its parameters are set and puts the agent in front of argLine.
//           (-DargLine is ignored where a pom sets argLine; JAVA_TOOL_OPTIONS would hit Maven's own JVM.)
//   Gradle  --init-script: adds the agent to the JVM arguments of every Test task, and has them run.
//
// What is needed for that is written into the folder of the attachment; the project itself is not touched.
#pragma once
#include <string>
#include <vector>

#include "base/file_system.h"
#include "base/result.h"
#include "project/project.h"

namespace revmon::project {

struct Attachment {
  std::string agent;   // "-agentpath:...", one argument
  std::string folder;  // absolute; takes our part of the build, the records and the progress (facts.h)
  // A command line that is given the file of a record and prints what that module gets, each time right
  // before its tests: "agent TAB argument", "none" (no agent), "skip" (no tests). Empty: all get `agent`.
  std::vector<std::string> ask;
};

// The program that builds the project: `given` (a path, or a name in PATH) when it is not empty, else the
// project's wrapper, else mvn or gradle in PATH. kNotFound with the next step.
[[nodiscard]] Result<std::vector<std::string>> FindBuildProgram(const FileSystem& files,
                                                                const Project& project,
                                                                const std::string& given);

// The whole command line. Without a goal or task among `arguments`, "test" is built.
[[nodiscard]] Result<std::vector<std::string>> MakeBuildCommand(FileSystem& files, const Project& project,
                                                                std::vector<std::string> program,
                                                                const Attachment& attachment,
                                                                const std::vector<std::string>& arguments);

// The first program of that name in the folders of `path` (as in PATH); "" when there is none.
[[nodiscard]] std::string FindInPath(const FileSystem& files, const std::string& name,
                                     const std::string& path);

// Is there a word that names a goal, phase or task, rather than an option or an option's value?
[[nodiscard]] bool NamesGoal(BuildTool tool, const std::vector<std::string>& arguments);

// Is the next word the value of this option?
[[nodiscard]] bool TakesValue(BuildTool tool, const std::string& option);

// A Groovy string literal.
[[nodiscard]] std::string GroovyString(const std::string& text);

}  // namespace revmon::project
