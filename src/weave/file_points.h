// Answers: how does the agent get to hear which files a test reads?
//
// The places of the JDK through which files are opened for reading, streams and channels alike, get a call of
// java.util.RevDeps.file(path) on entry: whatever the program uses on top of them is seen, its libraries too.
// Not seen: native code, files that are only asked whether they exist, listings of folders, processes.
#pragma once
#include <cstdint>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "classfile/class_file.h"

namespace revmon::weave {

// Internal names; they may be loaded before anything can be woven.
[[nodiscard]] std::vector<std::string_view> FileClasses();
[[nodiscard]] bool HasFilePoints(std::string_view name);

// The class with its points woven in; empty if it has none of the methods (another JDK).
[[nodiscard]] Result<std::vector<uint8_t>> WeaveFilePoints(const classfile::ClassFile& file);

}  // namespace revmon::weave
