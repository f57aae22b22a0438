// Answers: which bytecode calls the runtime at one site?
//
// A SiteCode collects, for one join point, what has to be kept and when the runtime is called, and builds the
// pieces that the class weaver inserts: Keep (stack to locals), Fire (locals to an array, call), Restore
// (locals to stack).
#pragma once
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "classfile/class_file.h"
#include "classfile/code_editor.h"
#include "match/join_point.h"
#include "weave/site_info.h"
#include "wire/plan.h"

namespace revmon::weave {

// A value that a site passes on.
struct KeptValue {
  int16_t position = 0;    // in the array of values
  std::string descriptor;  // field descriptor of its static type
  uint16_t local = 0;
  std::string class_constant;  // not a local but this class itself
};

// Which moments and which values the events of a join point need.
struct SiteNeeds {
  bool before = false;
  bool returned = false;
  bool thrown = false;
  bool target = false;
  bool self = false;
  bool result = false;
  std::vector<bool> arguments;  // by index; may be shorter than the argument list

  [[nodiscard]] bool argument(size_t index) const { return index < arguments.size() && arguments[index]; }
  [[nodiscard]] bool any_argument() const;
};

[[nodiscard]] SiteNeeds NeedsOf(const match::JoinPoint& point, const wire::Plan& plan);

// What a static initialisation passes: the class as its target, where class constants exist (version 49 on).
[[nodiscard]] std::vector<KeptValue> InitializedClass(const classfile::ClassFile& file);

// I, J, F, D or A, as load and store instructions name the type of a field descriptor.
[[nodiscard]] char KindOf(std::string_view descriptor);

// Appends: RevMon.fire(site, moment, {values}). The stack is left as it was.
void AppendFire(classfile::CodeBuilder& code, uint32_t site, Moment moment,
                std::span<const KeptValue> values);

}  // namespace revmon::weave
