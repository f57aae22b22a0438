// Answers: which attribute is this, and where are its bytes?
//
// Attributes are views. The standard ones have a kind each (JVMS 25, tables 4.7-A to C, and the few that are
// not in the specification but occur in the wild, such as ScalaSig, stay kUnknown and are kept as they are).
#pragma once
#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

#include "base/bytes.h"
#include "base/result.h"
#include "classfile/constant_pool.h"

namespace revmon::classfile {

#define REVMON_ATTRIBUTES(X)              \
  X(ConstantValue)                        \
  X(Code)                                 \
  X(StackMapTable)                        \
  X(Exceptions)                           \
  X(InnerClasses)                         \
  X(EnclosingMethod)                      \
  X(Synthetic)                            \
  X(Signature)                            \
  X(SourceFile)                           \
  X(SourceDebugExtension)                 \
  X(LineNumberTable)                      \
  X(LocalVariableTable)                   \
  X(LocalVariableTypeTable)               \
  X(Deprecated)                           \
  X(RuntimeVisibleAnnotations)            \
  X(RuntimeInvisibleAnnotations)          \
  X(RuntimeVisibleParameterAnnotations)   \
  X(RuntimeInvisibleParameterAnnotations) \
  X(RuntimeVisibleTypeAnnotations)        \
  X(RuntimeInvisibleTypeAnnotations)      \
  X(AnnotationDefault)                    \
  X(BootstrapMethods)                     \
  X(MethodParameters)                     \
  X(Module)                               \
  X(ModulePackages)                       \
  X(ModuleMainClass)                      \
  X(ModuleTarget)                         \
  X(ModuleResolution)                     \
  X(ModuleHashes)                         \
  X(NestHost)                             \
  X(NestMembers)                          \
  X(Record)                               \
  X(PermittedSubclasses)

enum class AttributeKind : uint8_t {
  kUnknown,
#define REVMON_ATTRIBUTE_KIND(name) k##name,
  REVMON_ATTRIBUTES(REVMON_ATTRIBUTE_KIND)
#undef REVMON_ATTRIBUTE_KIND
};

[[nodiscard]] AttributeKind AttributeKindOf(std::string_view name);

[[nodiscard]] std::string_view ToString(AttributeKind kind);  // "" for kUnknown

struct Attribute {
  AttributeKind kind = AttributeKind::kUnknown;
  uint16_t name_index = 0;
  uint32_t offset = 0;  // of `data` in the class file
  Bytes data;           // without name and length
};

// Reads attributes_count and that many attributes, appending them to `out`.
[[nodiscard]] Status ReadAttributes(ByteReader& reader, const ConstantPool& pool,
                                    std::vector<Attribute>& out);

}  // namespace revmon::classfile
