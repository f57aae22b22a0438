// Answers: what do build tools get to see of RevMon?
//
// java/maven, compiled for Java 8 into a jar, and the scripts of java/gradle; carried inside the program.
#pragma once
#include <string_view>

#include "base/bytes.h"

namespace revmon::project {

[[nodiscard]] Bytes MavenExtension();                 // a jar
[[nodiscard]] std::string_view GradleInitScript();    // with @AGENT@, @FOLDER@, @SCRIPTS@ to fill in
[[nodiscard]] std::string_view GradleModernScript();  // Gradle 4.9 and later
[[nodiscard]] std::string_view GradleLegacyScript();  // before

}  // namespace revmon::project
