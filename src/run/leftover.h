// Answers: which JVMs of a run are still there when its build is gone, and how are they ended?
//
// A build tool that is killed can leave the JVMs that it forked: Surefire's see that only when they next miss
// a ping, half a minute later. They are known by an argument that no other process has, the agent's with the
// folder of the run. Linux: /proc says which processes have it.
#pragma once
#include <chrono>
#include <string>
#include <vector>

namespace revmon::run {

// The processes with this text in an argument; never our own.
[[nodiscard]] std::vector<int> ProcessesWith(const std::string& text);

// Asks them to end (SIGTERM), waits at most this long, and kills those that stay. How many there were.
size_t EndProcessesWith(const std::string& text, std::chrono::milliseconds patience);

}  // namespace revmon::run
