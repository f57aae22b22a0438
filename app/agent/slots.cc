#include "app/agent/slots.h"

#include <algorithm>
#include <utility>

#include "app/agent/java_side.h"
#include "classfile/class_file.h"
#include "runtime/classes.h"
#include "weave/slot_class.h"

namespace revmon::agent {
namespace {

using classfile::ClassFile;
using weave::SlotEdit;

// The version that is compiled into the agent.
Bytes EmbeddedClass(std::string_view name) {
  for (const runtime::EmbeddedClass& ours : runtime::Classes()) {
    if (ours.name == name) return ours.bytes;
  }
  return {};
}

}  // namespace

bool Slots::Defined(std::string_view name) const {
  return std::find(defined_.begin(), defined_.end(), name) != defined_.end();
}

bool Slots::IsCarrier(const ClassEvent& event, std::string_view name) const {
  return event.boot_loader && std::find(carriers_.begin(), carriers_.end(), name) != carriers_.end();
}

SlotEdit Slots::EditOf(const ClassEvent& event, const ClassFile& file) {
  if (event.redefined != nullptr) {
    if (IsCarrier(event, file.name())) return SlotEdit::kCarries;
    return base_ != nullptr && ExtendsDirectly(event.jni, event.redefined, base_) ? SlotEdit::kBase
                                                                                  : SlotEdit::kNone;
  }
  if (!plan_.Owns(file)) return SlotEdit::kNone;
  if (!started_) return plan_.ViewsOf(file).empty() ? SlotEdit::kNone : SlotEdit::kCarries;
  return has_base_ ? SlotEdit::kBase : SlotEdit::kNone;
}

Result<bool> Slots::Edit(const ClassEvent& event, Bytes bytes, std::vector<uint8_t>& out) {
  REVMON_ASSIGN_OR_RETURN(ClassFile file, ClassFile::Parse(bytes));
  SlotEdit edit = EditOf(event, file);
  if (edit == SlotEdit::kNone && !weave::MayNeedSlotCode(file)) return false;
  REVMON_ASSIGN_OR_RETURN(std::vector<uint8_t> changed, weave::EditForSlots(file, edit, plan_));
  if (changed.empty()) return false;
  if (edit == SlotEdit::kCarries && event.redefined == nullptr) {
    carriers_.emplace_back(file.name());
    // What the JVM loads last is what programs use most: collections, maps, builders; Throwable comes first.
    for (std::string& view : plan_.ViewsOf(file)) views_.insert(views_.begin(), std::move(view));
  }
  out = std::move(changed);
  return true;
}

Status Slots::OnVmStart(JNIEnv* jni) {
  Status defined = DefineSlots(jni);
  if (!defined.ok()) {
    // JDK classes call RevSlots already. The embedded one says that there are no slots.
    JavaSide java(jni, JavaSide::Phase::kStart);
    for (std::string_view name : {weave::kSlotsClass, weave::kHidingClass}) {
      if (!Defined(name) && java.Define(name, EmbeddedClass(name)).ok()) defined_.emplace_back(name);
    }
  }
  started_ = true;
  return defined;
}

Status Slots::DefineSlots(JNIEnv* jni) {
  JavaSide java(jni, JavaSide::Phase::kStart);
  REVMON_RETURN_IF_ERROR(java.Define(weave::kHidingClass, EmbeddedClass(weave::kHidingClass)));
  defined_.emplace_back(weave::kHidingClass);
  REVMON_ASSIGN_OR_RETURN(std::vector<uint8_t> base, weave::MakeSlotBase());
  REVMON_ASSIGN_OR_RETURN(std::vector<uint8_t> slots, weave::MakeSlotsClass(views_));
  REVMON_RETURN_IF_ERROR(java.Define(weave::kSlotsClass, slots));
  defined_.emplace_back(weave::kSlotsClass);
  REVMON_ASSIGN_OR_RETURN(base_, java.DefineGlobal(weave::kSlotBase, base));
  defined_.emplace_back(weave::kSlotBase);
  has_base_ = true;
  return OkStatus();
}

Status Slots::OnVmInit(JNIEnv* jni) {
  return has_base_ ? JavaSide(jni).CallStatic("java/util/RevSlots", "start") : OkStatus();
}

}  // namespace revmon::agent
