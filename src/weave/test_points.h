// Answers: where do test frameworks say which test runs, and how does the agent get to hear it?
//
// A handful of methods of JUnit 3, JUnit 4, the JUnit Platform (Jupiter, Vintage, Spock and all other
// engines) and TestNG are called on the thread that is about to run a test, or has run it. They get a call of
// java.util.RevTests.at(object, point) and are otherwise as they were; revmon.rt.Tests makes names of the
// objects. The JDK's executors get the same, so that a pool's thread is known to work for the test that made
// its task. Nothing is added to a user's class path, and a framework that is not there costs nothing.
#pragma once
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "classfile/class_file.h"

namespace revmon::weave {

// Is this a class that WeaveTestPoints would change? `name` is internal.
[[nodiscard]] bool HasTestPoints(std::string_view name);

// The class with its points woven in; empty if it has none of the methods (another version of the framework).
[[nodiscard]] Result<std::vector<uint8_t>> WeaveTestPoints(const classfile::ClassFile& file);

// Those of the JDK, which may be loaded before anything can be woven: internal names.
[[nodiscard]] std::vector<std::string_view> ExecutorClasses();

}  // namespace revmon::weave
