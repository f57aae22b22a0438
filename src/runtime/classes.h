// Answers: which classes of ours does a monitored JVM get, whatever the specs say?
//
// java/runtime, compiled for Java 8 at build time and carried as bytes: the agent defines them in the boot
// loader, the CLI puts them on javac's class path. They are in an order in which they can be defined one by
// one: a class comes after its superclass and its interfaces. About 15 classes, 20 kB.
#pragma once
#include <span>
#include <string_view>

#include "base/bytes.h"
#include "base/hash.h"

namespace revmon::runtime {

struct EmbeddedClass {
  std::string_view name;  // internal: "revmon/rt/SpecMonitor"
  Bytes bytes;
};

[[nodiscard]] std::span<const EmbeddedClass> Classes();

// Of all names and bytes: what was compiled against these classes depends on it.
[[nodiscard]] Hash128 ClassesHash();

}  // namespace revmon::runtime
