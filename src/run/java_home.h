// Answers: which Java runs the tests, and what must a build tool be told so that it takes the same?
//
// The one that was named; else JAVA_HOME, else the `java` in PATH, which is where build tools look too; else
// the first JDK in /usr/lib/jvm, of which a build tool would not know: it is told by JAVA_HOME. A JAVA_HOME
// that is no Java is an error here, before anything is written, and not a failed build.
#pragma once
#include <string>

#include "base/file_system.h"
#include "base/result.h"
#include "classpath/jdk.h"

namespace revmon::run {

struct JavaChoice {
  std::string java;       // the program
  std::string java_home;  // what JAVA_HOME has to be set to; "" = it is right as it is
};

// `given` is the folder of a JDK, or "". Every error says the next step.
[[nodiscard]] Result<JavaChoice> ChooseJava(const FileSystem& files,
                                            const classpath::JdkEnvironment& environment,
                                            const std::string& given);

}  // namespace revmon::run
