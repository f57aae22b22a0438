#include "weave/class_weaver.h"

#include <map>
#include <utility>

#include "classfile/class_editor.h"
#include "weave/method_weaver.h"
#include "weave/site_code.h"

namespace revmon::weave {
namespace {

using classfile::ClassEditor;
using classfile::ClassFile;
using classfile::CodeBuilder;
using classfile::CodeEditor;
using classfile::Opcode;
using match::JoinPoint;

using Points = std::vector<const JoinPoint*>;

Status WeaveMethod(ClassEditor& editor, size_t method, const Points& points, const wire::Plan& plan,
                   const SiteNumbers& numbers) {
  const ClassFile& file = editor.file();
  REVMON_ASSIGN_OR_RETURN(CodeEditor code, editor.EditCode(method));
  MethodWeaver weaver(file, file.methods()[method], code, plan, numbers);
  for (const JoinPoint* point : points) REVMON_RETURN_IF_ERROR(weaver.Weave(*point));
  REVMON_ASSIGN_OR_RETURN(std::vector<uint8_t> attribute, code.Encode());
  // A Code attribute starts with max_stack, max_locals and the length of the code.
  size_t length = attribute.size() < 8 ? 0 : LoadBe32(attribute.data() + 4);
  const classfile::Attribute* original = file.Find(file.methods()[method], classfile::AttributeKind::kCode);
  size_t before = original == nullptr || original->data.size() < 8 ? 0 : LoadBe32(original->data.data() + 4);
  if (length > kMaxWovenCode && before <= kMaxWovenCode) {
    return Error(ErrorCode::kLimit,
                 "woven code of " + std::to_string(length) + " bytes would never be compiled");
  }
  return editor.SetCode(method, code);
}

// A class without static initialiser gets one that fires and does nothing else.
Status AddInitializer(ClassEditor& editor, const JoinPoint& point, const wire::Plan& plan,
                      const SiteNumbers& numbers) {
  REVMON_ASSIGN_OR_RETURN(size_t method, editor.AddMethod(classfile::kAccStatic, "<clinit>", "()V"));
  REVMON_ASSIGN_OR_RETURN(CodeEditor code, editor.NewCode(method));
  CodeBuilder body(editor.pool());
  SiteNeeds needs = NeedsOf(point, plan);
  uint32_t site = numbers(point);
  if (needs.returned().fires) {
    AppendFire(body, site, Moment::kAfterReturning, needs, InitializedClass(editor.file()));
  }
  body.Op(Opcode::kReturn);
  REVMON_RETURN_IF_ERROR(code.Append(std::move(body)));
  return editor.SetCode(method, code);
}

}  // namespace

Result<Woven> WeaveClass(const ClassFile& file, std::span<const JoinPoint> points, const wire::Plan& plan,
                         const SiteNumbers& numbers) {
  ClassEditor editor(file);
  Woven woven;
  std::map<uint32_t, Points> by_method;
  for (const JoinPoint& point : points) by_method[point.method].push_back(&point);
  for (const auto& [method, at] : by_method) {
    Status status = method == JoinPoint::kNoMethod ? AddInitializer(editor, *at[0], plan, numbers)
                                                   : WeaveMethod(editor, method, at, plan, numbers);
    if (status.ok()) {
      woven.sites += static_cast<uint32_t>(at.size());
    } else {
      std::string name(method == JoinPoint::kNoMethod ? "<clinit>" : file.methods()[method].name);
      woven.refused.push_back(name + ": " + status.error().Text());
    }
  }
  REVMON_ASSIGN_OR_RETURN(woven.bytes, editor.Write());
  return woven;
}

}  // namespace revmon::weave
