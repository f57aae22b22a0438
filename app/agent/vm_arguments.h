// Answers: with which arguments was this JVM started, and what do they say about class-data sharing?
//
// Slots change JDK classes before the JVM's first Java instruction. An archive of ready-made classes cannot
// be used then. With the JVM's own default archive that costs 50-60 ms and nothing else; but an archive that
// was asked for is complained about on stdout, or, where it is required, the JVM does not start. The
// ahead-of-time caches of JDK 24 and later are given up for any agent that wants to see classes from the
// start. All of this has to be known in Agent_OnLoad, where no Java runs, so the arguments are read from the
// tables that HotSpot exports for debuggers: they have what came from the command line, argument files and
// the environment.
#pragma once
#include <jni.h>

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace revmon::agent {

enum class Sharing : uint8_t {
  kFree,      // the JVM may do without
  kArchive,   // an archive was asked for: no slots
  kCache,     // an ahead-of-time cache was asked for: no slots, and no class events before VMInit
  kRecorded,  // the JVM writes an archive: nothing of ours may be in it
};

// Nothing where the JVM has no such table.
[[nodiscard]] std::optional<std::vector<std::string>> VmArguments(JavaVM* vm);

// Later arguments override earlier ones of their kind. Recording wins over the rest.
[[nodiscard]] Sharing SharingOf(std::span<const std::string> arguments);

}  // namespace revmon::agent
