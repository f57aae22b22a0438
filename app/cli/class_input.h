// Answers: which classes does a path on the command line stand for?
//
//   a/B.class           that class, module-info too
//   classes/, app.jar   every class inside, nested jars and manifest class paths as the JVM has them
//   jrt:/java.base      one module of a JDK; jrt:/ is all of them
//
// Classes come one at a time, so that a whole JDK passes through without being held in memory.
#pragma once
#include <functional>
#include <string>
#include <string_view>

#include "base/bytes.h"
#include "base/file_system.h"
#include "base/result.h"

namespace revmon::cli {

// One class of an input. The bytes are valid during the call only.
using ClassVisitor = std::function<void(const std::string& origin, Bytes bytes)>;
// A class that could not be read; the others still come.
using ProblemVisitor = std::function<void(const Error& problem)>;

// Visits the classes of `path` in a fixed order. An error if the path does not exist or holds no class. `jdk`
// is the home of the JDK that jrt: means; "" finds one.
[[nodiscard]] Status ForEachClass(const FileSystem& files, const std::string& path, const std::string& jdk,
                                  const ClassVisitor& visit, const ProblemVisitor& problem);

}  // namespace revmon::cli
