// Answers: how does Java source become class files, with any JDK from 8 on, and only once?
//
// All sources go through one run of javac (start-up is most of its time), with the environment's own javac
// and JVM options taken away, so that the same source gives the same classes. Each source's classes are kept
// in a cache folder under a hash of everything that went into them. The folder must be the user's own and
// nobody else's (what is in it is run as code); otherwise it is not used. Entries are written atomically and
// carry a checksum: two processes may write one at the same time, and a damaged one is as good as none.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "base/file_system.h"
#include "base/result.h"

namespace revmon::run {

struct JavaClass {
  std::string name;  // internal
  std::vector<uint8_t> bytes;
  friend bool operator==(const JavaClass&, const JavaClass&) = default;
};

// One top-level class.
struct JavaSource {
  std::string class_name;  // internal: "revmon/spec/Iterator_HasNextMonitor"
  std::string text;
};

struct Javac {
  std::string path;
  std::string version;  // of its JDK
  int feature = 0;      // 0 = unknown, taken for 9 or later
};

struct JavacOptions {
  int release = 8;
  std::vector<JavaClass> library;       // on the class path, not part of the result
  std::vector<std::string> class_path;  // the user's: jars and folders
  std::string cache_folder;             // "" = no cache
};

struct JavacError {
  size_t source = 0;    // index into the sources
  uint32_t line = 0;    // 1-based
  uint32_t column = 0;  // 1-based, in UTF-16 units; 0 = unknown
  std::string message;  // may have several lines
};

struct JavacResult {
  std::vector<std::vector<JavaClass>> classes;  // per source, nested ones behind their class; empty on errors
  std::vector<JavacError> errors;
  size_t compiled = 0;  // sources that were not in the cache
};

// The first JDK with a javac: `home` when given, else JAVA_HOME, the PATH, /usr/lib/jvm. kNotFound when there
// is none.
[[nodiscard]] Result<Javac> FindJavac(const FileSystem& files, const std::string& home);

// An Error only when javac could not do its work; mistakes in the sources are in the result.
[[nodiscard]] Result<JavacResult> CompileJava(FileSystem& files, const Javac& javac,
                                              const std::vector<JavaSource>& sources,
                                              const JavacOptions& options);

// What javac wrote, taken apart: every "file:line: error: message" with its caret. `names` are the files
// given to javac, one per source. Exposed for tests.
[[nodiscard]] std::vector<JavacError> ParseJavacErrors(const std::string& output,
                                                       const std::vector<std::string>& names);

// Where compiled Java is kept when nobody says: $XDG_CACHE_HOME/revmon/java, or ~/.cache/revmon/java; "" when
// neither is known.
[[nodiscard]] std::string DefaultJavaCache();

}  // namespace revmon::run
