// Answers: how does a class get its slot?
//
// Two ways, as the moment of its loading allows:
//   kBase      java.util.RevBase instead of Object as superclass, in its generic signature too, and in its
//              constructors' super() calls. Nothing else of the class changes, its default serialVersionUID
//              included. getSuperclass shows it, on purpose: Byte Buddy and with it Mockito take the
//              superclass from there, and write it into bytes that come to us only if we were loaded later.
//   kCarries   the fields themselves, for classes that the JVM loads before RevBase can be defined;
//   constructors
//              store the thread's number behind super(). A Serializable class without serialVersionUID gets
//              the one it had.
// and what goes with slots:
//   clones     after each super.clone() that runs Object.clone, the copy is told apart from its original;
//   number     java.lang.Thread has the field for its number;
//   hiding     Reflection.filterFields leaves our fields out of what getDeclaredFields gives.
// Only such changes are made as the same edit of the same bytes makes again: redefinition and
// retransformation by other agents go through the same editor, and the JVM refuses them if a field or
// superclass differs.
//
// The bytes may be others' work: constructors that call super() in several places, as Mockito makes them, or
// a class that names RevBase already. An error (a constructor whose super() call is not found for certain, a
// full constant pool) means: the class stays as it was and has no slot.
#pragma once
#include <cstdint>
#include <vector>

#include "base/result.h"
#include "classfile/class_file.h"
#include "weave/slot_plan.h"

namespace revmon::weave {

enum class SlotEdit : uint8_t { kNone, kBase, kCarries };

// java.lang.Thread, and the class whose filterFields hides members from reflection.
inline constexpr std::string_view kThreadClass = "java/lang/Thread";
inline constexpr std::string_view kReflectionClass = "jdk/internal/reflect/Reflection";
// Has the method that filterFields calls; java/runtime explains it.
inline constexpr std::string_view kHidingClass = "java/util/RevHidden";

// True: the bytes may call super.clone(), or are one of the two classes above. Cheap; asked of every class.
[[nodiscard]] bool MayNeedSlotCode(const classfile::ClassFile& file);

// The changed class; empty if nothing had to change.
[[nodiscard]] Result<std::vector<uint8_t>> EditForSlots(const classfile::ClassFile& file, SlotEdit edit,
                                                        SlotPlan& plan);

}  // namespace revmon::weave
