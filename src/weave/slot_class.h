// Answers: which classes give our code access to slots?
//
// Two classes are made for each JVM, in place of the ones that java/runtime has under the same names (there
// their fields and methods are explained):
//
//   java.util.RevBase    the superclass with the slot's fields; its constructor stores the thread's number
//   java.util.RevSlots   has, state, owner, record ... of any object: "is it a RevBase? a Thread? ..." for
//                        each class that carries the fields itself, and the field access
//
// No interface and no accessor methods in the program's classes: a class test and getfield is what the JIT
// makes vanish (design decision 1 has the figures). Everything is @ForceInline, which the JVM honours in
// classes of the boot loader. RevSlots.me() gives 0 until start() is called, when the JVM can run all Java: a
// @Stable field, so compiled code does not test it.
#pragma once
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace revmon::weave {

inline constexpr std::string_view kSlotsClass = "java/util/RevSlots";
inline constexpr uint16_t kSlotFieldFlags = 0x1081;  // public transient synthetic

struct SlotField {
  std::string_view name;
  std::string_view descriptor;
  bool is_volatile;
};
inline constexpr SlotField kSlotFields[] = {{"revmonState", "I", false},
                                            {"revmonOwner", "I", false},
                                            {"revmonRecord", "Ljava/lang/Object;", false},
                                            {"revmonShared", "B", true}};
inline constexpr std::string_view kThreadNumberField = "revmonNumber";  // int, in java.lang.Thread

[[nodiscard]] Result<std::vector<uint8_t>> MakeSlotBase();
// `carriers` are the internal names of classes that have the fields themselves; they are tested in this
// order.
[[nodiscard]] Result<std::vector<uint8_t>> MakeSlotsClass(std::span<const std::string> carriers);

}  // namespace revmon::weave
