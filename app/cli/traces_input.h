// Answers: which traces did the JVMs of a run leave, as one set?
#pragma once
#include <string>
#include <vector>

#include "app/cli/command.h"
#include "trace/trace_file.h"
#include "trace/trace_set.h"

namespace revmon::cli {

// The trace files at `path`: a file, a folder that holds some, or an out folder, whose newest run counts.
[[nodiscard]] Result<std::vector<std::string>> TraceFilesAt(const Context& context, const std::string& path);

// All of them as one set. What was cut, or is incomplete, is said on context.err.
[[nodiscard]] Result<trace::TraceSet> ReadTraces(const Context& context,
                                                 const std::vector<std::string>& paths);

// What --select did, JVM by JVM.
[[nodiscard]] Result<std::vector<trace::SelectedAt>> ReadSelection(const Context& context,
                                                                   const std::string& path);

// Locations of one commit as they are in another, by the repository at `project`. A place whose source git
// does not know stays as it is; one whose file is gone has none.
[[nodiscard]] Result<trace::LocationMap> MovedLocations(const std::string& project, const std::string& from,
                                                        const std::string& to);

}  // namespace revmon::cli
