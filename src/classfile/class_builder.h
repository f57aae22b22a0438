// Answers: how does one make a class out of nothing?
//
//   ClassBuilder shape(kJava8, kAccPublic | kAccSuper, "a/Shape", "java/lang/Object");
//   shape.Method(kAccPublic | kAccStatic, "one", "()I",
//                [](CodeBuilder& code) { code.PushInt(1).Op(Opcode::kIreturn); });
//   Result<std::vector<uint8_t>> bytes = shape.Write();
//
// A ClassEditor over an empty class, with the first failure kept until Write(). Handler classes and tests are
// made with it.
#pragma once
#include <cstdint>
#include <memory>
#include <string_view>
#include <utility>
#include <vector>

#include "base/result.h"
#include "classfile/class_editor.h"
#include "classfile/class_file.h"
#include "classfile/code_builder.h"
#include "classfile/code_editor.h"

namespace revmon::classfile {

inline constexpr uint16_t kJava5 = 49;  // the last version without stack map frames
inline constexpr uint16_t kJava8 = 52;

class ClassBuilder {
 public:
  // An empty super_name makes java/lang/Object itself (or a module-info).
  ClassBuilder(uint16_t major_version, uint16_t access, std::string_view name, std::string_view super_name);

  // For everything that has no shorthand here. Null if the class could not be made; see status().
  [[nodiscard]] ClassEditor* editor() { return editor_.get(); }

  ClassBuilder& Interface(std::string_view name);
  ClassBuilder& Field(uint16_t access, std::string_view name, std::string_view descriptor);
  // A method without code.
  ClassBuilder& Method(uint16_t access, std::string_view name, std::string_view descriptor);
  // A method whose code `write` puts down: write(CodeBuilder&), or write(CodeBuilder&, CodeEditor&) for
  // handlers and locals.
  template <typename Write>
  ClassBuilder& Method(uint16_t access, std::string_view name, std::string_view descriptor, Write write) {
    Keep(AddCode(access, name, descriptor, [&](CodeBuilder& code, CodeEditor& editor) {
      if constexpr (requires { write(code, editor); }) {
        write(code, editor);
      } else {
        write(code);
      }
    }));
    return *this;
  }
  // public <init>()V that calls the superclass's.
  ClassBuilder& DefaultConstructor();

  [[nodiscard]] const Status& status() const { return status_; }
  [[nodiscard]] Result<std::vector<uint8_t>> Write() const;

 private:
  template <typename Write>
  [[nodiscard]] Status AddCode(uint16_t access, std::string_view name, std::string_view descriptor,
                               Write write) {
    REVMON_RETURN_IF_ERROR(status_);
    REVMON_ASSIGN_OR_RETURN(size_t method, editor_->AddMethod(access, name, descriptor));
    REVMON_ASSIGN_OR_RETURN(CodeEditor body, editor_->NewCode(method));
    CodeBuilder code(editor_->pool());
    write(code, body);
    REVMON_RETURN_IF_ERROR(body.Append(std::move(code)));
    return editor_->SetCode(method, body);
  }
  void Keep(Status status) {
    if (status_.ok()) status_ = std::move(status);
  }

  Status status_;
  std::vector<uint8_t> empty_;  // the class the editor edits
  std::unique_ptr<ClassFile> file_;
  std::unique_ptr<ClassEditor> editor_;
};

}  // namespace revmon::classfile
