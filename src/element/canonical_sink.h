// Answers: how do the items of an attribute become canonical bytes?
//
// Each item is preceded by a byte that tells its type, so that two different sequences of items never give
// the same bytes. Constants stand by content, bytecode positions are instruction numbers.
#pragma once
#include "classfile/attribute_walk.h"
#include "element/body_form.h"
#include "element/canonical_buffer.h"
#include "element/constant_hash.h"

namespace revmon::element {

class CanonicalSink final : public classfile::AttributeSink {
 public:
  // `body` is null outside Code: positions then stand as they are.
  CanonicalSink(ConstantHasher& constants, const BodyForm* body, CanonicalBuffer& out)
      : constants_(constants), body_(body), out_(out) {}

  void Value(std::string_view, uint32_t value, uint32_t width) override {
    out_.U1(width);
    out_.U4(value);
  }
  void Constant(std::string_view, uint16_t index, uint32_t) override {
    out_.U1(0x10);
    out_.U8(constants_.Of(index));
  }
  void Pc(std::string_view, uint32_t pc) override {
    out_.U1(0x20);
    out_.U4(body_ == nullptr ? pc : body_->IndexOf(pc));
  }
  void Raw(std::string_view, Bytes bytes) override {
    out_.U1(0x30);
    out_.Field(bytes);
  }
  void Begin(std::string_view) override { out_.U1(0x40); }
  void End() override { out_.U1(0x41); }
  bool BeginAttribute(const classfile::Attribute& attribute) override {
    out_.U1(0x50);
    out_.U8(constants_.Of(attribute.name_index));
    return true;
  }
  void EndAttribute() override { out_.U1(0x51); }

 private:
  ConstantHasher& constants_;
  const BodyForm* body_;
  CanonicalBuffer& out_;
};

}  // namespace revmon::element
