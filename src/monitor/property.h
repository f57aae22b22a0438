// Answers: what does the reference engine need to know of a specification?
//
// One Property is one formula of a specification with its handlers: the parameters, the events with the
// parameters they bind, and a compiled machine. It is a plain value; spec_property.h makes it from a checked
// specification.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "logic/machine.h"

namespace revmon::monitor {

// A set of parameters by position; bit p = parameter p.
using ParameterMask = uint64_t;
inline constexpr uint32_t kMaxParameters = 62;  // the thread of a `perthread` property takes one more bit

struct EventDecl {
  std::string name;
  logic::Event letter = 0;       // in the machine's alphabet; overloaded events share one
  ParameterMask parameters = 0;  // what it binds
  bool creates = true;           // may an instance begin with it?
};

struct Handler {
  std::string category;         // as the machine names it
  logic::CategoryMask bit = 0;  // in the machine
  bool resets = false;          // the handler calls __RESET: the instance starts over
};

struct Property {
  std::string name;
  std::vector<std::string> parameters;
  std::vector<EventDecl> events;
  logic::Machine machine;
  std::vector<Handler> handlers;
  bool full_binding = false;     // only instances that bind every parameter report
  bool maximal_binding = false;  // only instances that no other existing one extends report
  bool connected = false;        // only instances whose parameters are connected by common events report
  bool suffix = false;           // a trace counts when any of its suffixes does
  bool per_thread = false;       // every thread has monitors of its own
};

}  // namespace revmon::monitor
