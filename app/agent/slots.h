// Answers: how do the classes of this JVM get their slots (weave/slot_plan.h), from its first class on?
//
//   before VMStart   owners carry the fields themselves: RevBase does not exist yet, nor can any Java run
//   VMStart (early)  RevBase, RevSlots and RevHidden are defined in the boot loader. The list of carriers is
//                    complete now, and changed code may run from here on
//   later            owners extend RevBase
//   VMInit           threads have numbers from here on
//
// Redefinition and retransformation, by whatever agent, go through the same edits. What was done to a class
// when it was loaded is read off the class itself (does it extend RevBase?) or, for the few carriers, off
// their list: a class that was left alone stays so.
#pragma once
#include <jni.h>

#include <atomic>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "app/agent/jvm.h"
#include "base/result.h"
#include "match/type_world.h"
#include "weave/slot_editor.h"
#include "weave/slot_plan.h"
#include "wire/plan.h"

namespace revmon::agent {

class Slots {
 public:
  // Both must outlive the object.
  Slots(const wire::Plan& plan, match::TypeWorld& world) : plan_(plan, world) {}

  // False: no specification profits, and there is no need to listen early.
  [[nodiscard]] bool wanted() const { return plan_.wanted(); }

  // Puts the class, changed for slots, into `out`; false if nothing had to change. `bytes` are the event's,
  // or what weaving has made of them.
  [[nodiscard]] Result<bool> Edit(const ClassEvent& event, Bytes bytes, std::vector<uint8_t>& out);

  [[nodiscard]] Status OnVmStart(JNIEnv* jni);
  [[nodiscard]] Status OnVmInit(JNIEnv* jni);

  // Did OnVmStart define this class, so that nobody else has to?
  [[nodiscard]] bool Defined(std::string_view name) const;
  // Does the class, or could it, have a serialVersionUID?
  [[nodiscard]] weave::SlotPlan& plan() { return plan_; }

 private:
  [[nodiscard]] weave::SlotEdit EditOf(const ClassEvent& event, const classfile::ClassFile& file);
  [[nodiscard]] Status DefineSlots(JNIEnv* jni);
  [[nodiscard]] bool IsCarrier(const ClassEvent& event, std::string_view name) const;

  weave::SlotPlan plan_;
  std::vector<std::string> carriers_;  // complete, and only read, from VMStart on
  std::vector<std::string> views_;     // the names by which they are reached
  std::vector<std::string> defined_;
  jclass base_ = nullptr;  // global reference to RevBase
  std::atomic<bool> started_ = false;
  std::atomic<bool> has_base_ = false;
};

}  // namespace revmon::agent
