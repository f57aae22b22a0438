// Answers: which types does this field or method descriptor name, and how many slots do they take?
//
// Descriptors (JVMS 4.3) are read in place: a TypeView is a view of "I", "[[J" or "Ljava/lang/String;" inside
// the constant pool, and walking the arguments of a method allocates nothing. Everything is total: text that
// is no descriptor gives an error, false or an empty view. Limits are those of the JVM: 255 dimensions, 255
// argument slots.
#pragma once
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "base/result.h"

namespace revmon::classfile {

inline constexpr size_t kMaxDimensions = 255;
inline constexpr size_t kMaxArgumentSlots = 255;

// One type: a primitive, a class or an array; "V" only as the result of a method.
struct TypeView {
  std::string_view text;

  [[nodiscard]] bool empty() const { return text.empty(); }
  [[nodiscard]] bool is_void() const { return text == "V"; }
  [[nodiscard]] bool is_array() const { return !text.empty() && text[0] == '['; }
  [[nodiscard]] bool is_class() const { return !text.empty() && text[0] == 'L'; }
  [[nodiscard]] bool is_reference() const { return is_array() || is_class(); }
  [[nodiscard]] bool is_primitive() const { return text.size() == 1 && text[0] != 'V'; }
  // Stack or local slots of a value: 0 for void, 2 for long and double, else 1.
  [[nodiscard]] uint32_t slots() const;
  [[nodiscard]] size_t dimensions() const;
  // Without any '[': the type of the innermost elements.
  [[nodiscard]] TypeView element() const { return {text.substr(dimensions())}; }
  // "java/lang/String" of a class; as a Class constant has it ("[I") for an array; "" for a primitive.
  [[nodiscard]] std::string_view internal_name() const;

  friend bool operator==(const TypeView&, const TypeView&) = default;
};

// The field type at the front of `text`; empty if there is none. `position` is advanced past it.
[[nodiscard]] TypeView TakeFieldType(std::string_view text, size_t& position);

[[nodiscard]] bool IsFieldDescriptor(std::string_view text);
[[nodiscard]] bool IsMethodDescriptor(std::string_view text);
// "java/lang/String": non-empty names without . ; [ between slashes.
[[nodiscard]] bool IsInternalName(std::string_view text);

// A method descriptor known to be right. Views into the text it was parsed from.
class MethodDescriptor {
 public:
  [[nodiscard]] static Result<MethodDescriptor> Parse(std::string_view text);

  [[nodiscard]] std::string_view text() const { return text_; }
  [[nodiscard]] TypeView result() const { return result_; }
  [[nodiscard]] uint32_t argument_count() const { return argument_count_; }
  // Without `this`.
  [[nodiscard]] uint32_t argument_slots() const { return argument_slots_; }

  // for (TypeView argument : descriptor) ...
  class Iterator {
   public:
    Iterator(std::string_view text, size_t next) : text_(text), next_(next) { ++*this; }
    TypeView operator*() const { return type_; }
    Iterator& operator++() {
      type_ = TakeFieldType(text_, next_);
      return *this;
    }
    bool operator==(const Iterator& other) const { return type_.text.data() == other.type_.text.data(); }

   private:
    std::string_view text_;
    size_t next_;
    TypeView type_;
  };
  [[nodiscard]] Iterator begin() const { return {text_, 1}; }
  [[nodiscard]] Iterator end() const { return {{}, 0}; }

 private:
  std::string_view text_;
  TypeView result_;
  uint32_t argument_count_ = 0;
  uint32_t argument_slots_ = 0;
};

// "java/util/Map$Entry" -> "java.util.Map$Entry": '$' stays, since only InnerClasses knows what it means.
[[nodiscard]] std::string ClassNameToJava(std::string_view internal_name);
// "[[I" -> "int[][]"; text that is no type is given back as it is.
[[nodiscard]] std::string TypeToJava(std::string_view descriptor);
// "(I[J)V" and "f" -> "void f(int, long[])"; a wrong descriptor is appended to the name as it is.
[[nodiscard]] std::string MethodToJava(std::string_view name, std::string_view descriptor);

}  // namespace revmon::classfile
