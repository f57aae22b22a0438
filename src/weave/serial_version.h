// Answers: which serialVersionUID does Java compute for this class, and how is it kept when members are
// added?
//
// A Serializable class that names no serialVersionUID has one computed from its name, modifiers, interfaces
// and members (Java Object Serialization Specification, 4.6: SHA-1, first eight bytes). A field or a static
// initialiser that we add would change it, and the program could no longer read what others wrote. The value
// that the class had is therefore added with it, as the field by which a class names it.
#pragma once
#include <cstdint>
#include <vector>

#include "base/bytes.h"
#include "base/result.h"
#include "classfile/class_editor.h"
#include "classfile/class_file.h"
#include "match/type_world.h"

namespace revmon::weave {

// Is the class Serializable, for certain or perhaps (a supertype is unknown)?
[[nodiscard]] bool MaySerialize(const classfile::ClassFile& file, match::TypeWorld& world);

// What java.io.ObjectStreamClass computes for the class as it is.
[[nodiscard]] uint64_t DefaultSerialVersion(const classfile::ClassFile& file);

// Adds `private static final long serialVersionUID` with the value for `file`, unless it has one. For
// Serializable classes only; `editor` may be over a changed version of the class.
[[nodiscard]] Status KeepSerialVersion(const classfile::ClassFile& file, classfile::ClassEditor& editor);
// The same for class bytes to which weaving has given a static initialiser that `file` has not; others are
// left as they are.
[[nodiscard]] Status KeepSerialVersion(const classfile::ClassFile& file, match::TypeWorld& world,
                                       std::vector<uint8_t>& woven);

// The first eight bytes of the SHA-1 of `bytes`, the first being the lowest.
[[nodiscard]] uint64_t ShaPrefix(Bytes bytes);

}  // namespace revmon::weave
