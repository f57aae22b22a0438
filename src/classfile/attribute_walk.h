// Answers: what stands inside an attribute, item by item?
//
// One walk over the contents of every standard attribute (JVMS 25, 4.7, and the three Module* attributes that
// only the JDK writes) drives hashing, printing and validation, so that they cannot disagree about a format.
// The walker checks what it passes: every length, every constant's kind, and bytecode positions where the JVM
// checks them (Code, line and variable tables, stack maps). The first fault ends the walk with an error that
// names the attribute and the offset in the class file; items before it have been reported by then.
// Annotations nest, so their depth is limited; attributes nest in Code and Record only.
//
//   LineNumberTable:  Begin("line")  Pc("start", 0)  Value("number", 12)  End()  ...
#pragma once
#include <cstdint>
#include <string_view>

#include "base/bytes.h"
#include "base/result.h"
#include "classfile/attribute.h"
#include "classfile/constant_pool.h"

namespace revmon::classfile {

inline constexpr uint32_t kMaxAnnotationDepth = 64;

// Receives the items in file order. Names are literals. Every method does nothing unless overridden;
// all are inline, so that code compiled with RTTI can derive from a class compiled without.
class AttributeSink {
 public:
  virtual ~AttributeSink() = default;

  // A plain number of `width` bytes (1, 2 or 4): flags, a line number, a local variable, a count that has a
  // meaning of its own. The lengths of tables are not reported; Begin and End show them.
  virtual void Value(std::string_view /*name*/, uint32_t /*value*/, uint32_t /*width*/) {}
  // A constant of the kind the format asks for; 0 where the format allows "none". `offset` is where its u2
  // stands in the class file.
  virtual void Constant(std::string_view /*name*/, uint16_t /*index*/, uint32_t /*offset*/) {}
  // A position in the bytecode. Lengths of ranges are reported as their end, offset deltas as what they mean.
  virtual void Pc(std::string_view /*name*/, uint32_t /*pc*/) {}
  // Bytes with no structure known here.
  virtual void Raw(std::string_view /*name*/, Bytes /*bytes*/) {}
  // One entry of a table, one annotation, one element value.
  virtual void Begin(std::string_view /*name*/) {}
  virtual void End() {}
  // An attribute inside Code or Record. False skips its contents; EndAttribute comes either way.
  virtual bool BeginAttribute(const Attribute& /*attribute*/) { return true; }
  virtual void EndAttribute() {}
};

// Walks one attribute. `code_length` bounds bytecode positions; 0 means it is not known (outside Code).
// An attribute of unknown kind is one Raw item.
[[nodiscard]] Status WalkAttribute(const Attribute& attribute, const ConstantPool& pool, uint32_t code_length,
                                   AttributeSink& sink);

}  // namespace revmon::classfile
