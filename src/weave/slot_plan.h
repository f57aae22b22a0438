// Answers: which classes get a slot, so that monitors live in the objects they watch?
//
// Slots are wanted by the types of the specifications' parameters. A class owns a slot if it extends Object
// and it, or a class known to extend it, is of such a type; what extends an owner inherits its slot, so there
// is exactly one per object. Whether the owner takes a new superclass or carries fields is the agent's matter
// (slot_editor.h).
//
// A class is asked about when its bytes pass, long before its subclasses are known. What extends it is
// therefore known only
//   - where a parameter's type is a class: all its superclasses have what it needs (ByteBuffer -> Buffer);
//   - for the JDK's stems, superclasses whose subclasses implement an interface that they do not: a table
//     (AbstractCollection for List, HashMap$HashIterator for Iterator).
// Any other class whose superclass has no slot has none either: its monitors stay in the side table.
//
// Left out are types that half of all classes have (Object, Serializable, Cloneable, Comparable) and classes
// whose layout the JVM relies on: String, Class, boxes, references, class loaders, method handles.
//
// Cost: 2 ms for the 242 shipped specs (JDK 17 and 25, their module images in memory), then some hash
// look-ups per class that extends Object.
#pragma once
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "classfile/class_file.h"
#include "match/type_world.h"
#include "weave/serial_version.h"
#include "wire/plan.h"

namespace revmon::weave {

inline constexpr std::string_view kSlotBase = "java/util/RevBase";

class SlotPlan {
 public:
  // `world` must outlive the plan; it has to know the JDK's classes already.
  SlotPlan(const wire::Plan& plan, match::TypeWorld& world);

  // False: no parameter has a type that slots help.
  [[nodiscard]] bool wanted() const { return !types_.empty(); }

  // The class extends Object and has to have a slot of its own.
  [[nodiscard]] bool Owns(const classfile::ClassFile& file);
  // If the class carries the fields itself: under which names RevSlots reaches them. A class that is not
  // public is reached through its public subclasses; none: it cannot carry a slot.
  [[nodiscard]] static std::vector<std::string> ViewsOf(const classfile::ClassFile& file);
  // Or could be: a supertype may be unknown.
  [[nodiscard]] bool IsSerializable(const classfile::ClassFile& file) { return MaySerialize(file, world_); }
  // Does `super.clone()` with this owner, called in a class that extends it, run Object.clone? Then the copy
  // has to be told apart from the original. Unknown superclasses count as not overriding it.
  [[nodiscard]] bool ReachesObjectClone(std::string_view owner);

 private:
  // Is the type, or one of its supertypes, of a parameter?
  [[nodiscard]] bool IsOfParameter(std::string_view name);

  match::TypeWorld& world_;
  std::unordered_set<std::string> types_;  // of parameters, internal names
  std::unordered_set<std::string> stems_;  // owners for the sake of what extends them
};

}  // namespace revmon::weave
