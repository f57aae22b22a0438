#include "classfile/class_builder.h"

#include "base/bytes.h"

namespace revmon::classfile {
namespace {

// Four constants (this, super and their names) and nothing else.
Result<std::vector<uint8_t>> EmptyClass(uint16_t major_version, uint16_t access, std::string_view name,
                                        std::string_view super_name) {
  if (name.size() > UINT16_MAX || super_name.size() > UINT16_MAX) {
    return Error(ErrorCode::kLimit, "a class name is longer than 65535 bytes");
  }
  ByteWriter out;
  bool has_super = !super_name.empty();
  out.U4(kMagic);
  out.U2(0);
  out.U2(major_version);
  out.U2(has_super ? 5 : 3);
  auto put_class = [&out](std::string_view text, uint16_t utf8) {
    out.U1(static_cast<uint8_t>(ConstantTag::kUtf8));
    out.U2(static_cast<uint16_t>(text.size()));
    out.Put(text);
    out.U1(static_cast<uint8_t>(ConstantTag::kClass));
    out.U2(utf8);
  };
  put_class(name, 1);
  if (has_super) put_class(super_name, 3);
  out.U2(access);
  out.U2(2);
  out.U2(has_super ? 4 : 0);
  for (int table = 0; table < 4; ++table) out.U2(0);  // interfaces, fields, methods, attributes
  return out.Release();
}

}  // namespace

ClassBuilder::ClassBuilder(uint16_t major_version, uint16_t access, std::string_view name,
                           std::string_view super_name) {
  Result<std::vector<uint8_t>> empty = EmptyClass(major_version, access, name, super_name);
  if (!empty.ok()) {
    status_ = std::move(empty).error();
    return;
  }
  empty_ = std::move(empty).value();
  file_ = std::make_unique<ClassFile>();
  status_ = file_->ParseFrom(empty_);
  if (status_.ok()) editor_ = std::make_unique<ClassEditor>(*file_);
}

ClassBuilder& ClassBuilder::Interface(std::string_view name) {
  if (status_.ok()) Keep(editor_->AddInterface(name));
  return *this;
}

ClassBuilder& ClassBuilder::Field(uint16_t access, std::string_view name, std::string_view descriptor) {
  if (!status_.ok()) return *this;
  Result<size_t> added = editor_->AddField(access, name, descriptor);
  if (!added.ok()) Keep(std::move(added).error());
  return *this;
}

ClassBuilder& ClassBuilder::Method(uint16_t access, std::string_view name, std::string_view descriptor) {
  if (!status_.ok()) return *this;
  Result<size_t> added = editor_->AddMethod(access, name, descriptor);
  if (!added.ok()) Keep(std::move(added).error());
  return *this;
}

ClassBuilder& ClassBuilder::DefaultConstructor() {
  if (!status_.ok()) return *this;
  std::string_view super_name = file_->super_name();
  return Method(kAccPublic, "<init>", "()V", [super_name](CodeBuilder& code) {
    code.Load('A', 0).Invoke(Opcode::kInvokespecial, super_name, "<init>", "()V").Op(Opcode::kReturn);
  });
}

Result<std::vector<uint8_t>> ClassBuilder::Write() const {
  if (!status_.ok()) return status_.error();
  return editor_->Write();
}

}  // namespace revmon::classfile
