// Answers: which bytecode calls the runtime at one site?
//
// A site calls one of the overloads of java.util.RevMon.at: the values that the events of this moment need,
// and a number that says site and moment (code = site * 4 + moment). Nothing else is passed, boxed or kept:
//
//   values   at(I)  at(Object, I)  at(Object, Object, I)  at(Object, Object, Object, I)
//            at(boolean result, Object, I)   the answer of hasNext() or add() and the object asked
//            at(Object[], I)                 four values and more
//
// The common site is 7 or 8 bytes: dup, (dup2, pop where one argument lies above), the code, invokestatic.
// Which values a moment passes, and in which order, is a rule that the runtime knows too (PassedAt): what a
// site cannot give is passed as null.
#pragma once
#include <array>
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

// A value that a site can pass on.
struct KeptValue {
  int16_t position = 0;    // as in site_info.h
  std::string descriptor;  // field descriptor of its static type
  uint16_t local = 0;
  std::string class_constant;  // not a local but this class itself
};

// Which moments the events of a join point ask for, and the positions of the values that each passes, in the
// order in which they are passed: the result first (it is on top of the stack), then ascending.
struct SiteNeeds {
  struct At {
    bool fires = false;
    std::vector<int16_t> positions;
  };
  std::array<At, 3> moments;  // by Moment

  [[nodiscard]] const At& at(Moment moment) const { return moments[static_cast<size_t>(moment)]; }
  [[nodiscard]] const At& before() const { return at(Moment::kBefore); }
  [[nodiscard]] const At& returned() const { return at(Moment::kAfterReturning); }
  [[nodiscard]] const At& thrown() const { return at(Moment::kAfterThrowing); }
  [[nodiscard]] bool Passes(Moment moment, int16_t position) const;
  // At any moment; at one after the join point.
  [[nodiscard]] bool Passes(int16_t position) const;
  [[nodiscard]] bool PassesLater(int16_t position) const;
};

[[nodiscard]] SiteNeeds NeedsOf(const match::JoinPoint& point, const wire::Plan& plan);

// What a static initialisation passes: the class as its target, where class constants exist (version 49 on).
[[nodiscard]] std::vector<KeptValue> InitializedClass(const classfile::ClassFile& file);

// I, J, F, D or A, as load and store instructions name the type of a field descriptor.
[[nodiscard]] char KindOf(std::string_view descriptor);

// The value on top of the stack as an object.
void AppendBox(classfile::CodeBuilder& code, std::string_view descriptor);

// Appends RevMon.at(values, code) with the values that the moment passes. The stack is left as it was.
// `result`: the descriptor of a result that is on top of the stack, to be passed if it is wanted; "" = none.
void AppendFire(classfile::CodeBuilder& code, uint32_t site, Moment moment, const SiteNeeds& needs,
                std::span<const KeptValue> values, std::string_view result = "");

// The same when the values are on the stack already, as objects, and are consumed; at most three.
void AppendFireOfStack(classfile::CodeBuilder& code, uint32_t site, Moment moment, size_t values);

}  // namespace revmon::weave
