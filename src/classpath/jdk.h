// Answers: which JDKs are on this machine, of which version, and where are their classes?
//
// A JDK is a folder with lib/modules (9 and later) or with rt.jar (8). Found are, in this order: JAVA_HOME,
// the `java` on the PATH (links resolved), the folders in /usr/lib/jvm by name; each real folder once.
// Nothing is executed: the version comes from the `release` file.
#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "base/file_system.h"
#include "base/result.h"

namespace revmon::classpath {

struct Jdk {
  std::string home;                    // real path
  std::string version;                 // "17.0.15"; "" where the JDK does not say
  int feature = 0;                     // 8, 17, 25; 0 = unknown
  std::string modules;                 // path of lib/modules; "" on JDK 8
  std::vector<std::string> boot_jars;  // JDK 8: rt.jar and the others, in boot class path order

  [[nodiscard]] std::string jimage_library() const;  // path of libjimage.so; "" on JDK 8
};

// What of the environment counts. Kept apart so that tests can say what they like.
struct JdkEnvironment {
  std::string java_home;
  std::string path;
  std::vector<std::string> parents = {"/usr/lib/jvm"};  // folders whose children may be JDKs

  [[nodiscard]] static JdkEnvironment FromProcess();
};

// The JDK (or JRE) at this folder; an error that says what is missing if there is none.
[[nodiscard]] Result<Jdk> OpenJdk(const FileSystem& fs, const std::string& home);

[[nodiscard]] std::vector<Jdk> DiscoverJdks(const FileSystem& fs, const JdkEnvironment& environment);

// "17.0.15" -> 17, "1.8.0_402" -> 8, "25-ea" -> 25, anything else -> 0.
[[nodiscard]] int FeatureOfVersion(std::string_view version);

}  // namespace revmon::classpath
