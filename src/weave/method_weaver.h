// Answers: what is inserted into one method for its join points?
#pragma once
#include <cstdint>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "base/result.h"
#include "classfile/class_file.h"
#include "classfile/code_editor.h"
#include "classfile/descriptor.h"
#include "match/join_point.h"
#include "weave/class_weaver.h"
#include "weave/site_code.h"
#include "wire/plan.h"

namespace revmon::weave {

class MethodWeaver {
 public:
  // `code` is the editor of the method `member` of `file`; everything must outlive the weaver.
  MethodWeaver(const classfile::ClassFile& file, const classfile::Member& member, classfile::CodeEditor& code,
               const wire::Plan& plan, const SiteNumbers& numbers);

  // Adds the edits for one join point of this method. Join points are given in the order of their slots.
  [[nodiscard]] Status Weave(const match::JoinPoint& point);

 private:
  using Values = std::vector<KeptValue>;

  [[nodiscard]] Status WeaveCall(const match::JoinPoint& point, const SiteNeeds& needs, uint32_t site);
  [[nodiscard]] Status WeaveFieldGet(const match::JoinPoint& point, const SiteNeeds& needs, uint32_t site);
  [[nodiscard]] Status WeaveFieldSet(const match::JoinPoint& point, const SiteNeeds& needs, uint32_t site);
  [[nodiscard]] Status WeaveHandler(const match::JoinPoint& point, const SiteNeeds& needs, uint32_t site);
  [[nodiscard]] Status WeaveBody(const match::JoinPoint& point, const SiteNeeds& needs, uint32_t site);
  // Fires before every return of the body, and when an exception leaves slots `first` and later.
  [[nodiscard]] Status WeaveExits(const SiteNeeds& needs, uint32_t site, size_t first, const Values& kept);
  [[nodiscard]] Status FireOnThrow(const SiteNeeds& needs, size_t first, size_t last, uint32_t site,
                                   const Values& kept);

  // Passes what the moment before a call needs. Afterwards the stack is as it was, and what later moments
  // need is in locals, listed in `kept`.
  [[nodiscard]] Status KeepAndFire(const SiteNeeds& needs, uint32_t site, bool has_target,
                                   const classfile::MethodDescriptor& descriptor, size_t slot, Values& kept);
  // The same without locals, if the values can be had by duplicating the top of the stack.
  [[nodiscard]] bool FireByDup(classfile::CodeBuilder& code, const SiteNeeds& needs, uint32_t site,
                               bool has_target, const classfile::MethodDescriptor& descriptor) const;

  // A local for the n-th value of that kind at one site; sites share them.
  [[nodiscard]] Result<uint16_t> Local(std::string_view descriptor);
  // dup and store the value on top of the stack, which is of that type.
  [[nodiscard]] Status KeepTop(classfile::CodeBuilder& code, int16_t position, std::string_view descriptor,
                               Values& kept);
  void KeepThis(const SiteNeeds& needs, size_t slot, Values& kept) const;
  // Pairs every `new` with its constructor call; finds super() or this().
  void FindConstructors();

  const classfile::ClassFile& file_;
  const classfile::Member& member_;
  classfile::CodeEditor& code_;
  const wire::Plan& plan_;
  const SiteNumbers& numbers_;
  std::map<std::pair<char, uint32_t>, uint16_t> locals_;  // (kind, ordinal) -> index
  std::map<char, uint32_t> used_;                         // ordinals in use at the current site
  std::map<size_t, bool> object_stays_;  // slot of a constructor call -> the object is on the stack after it
  std::optional<size_t> super_call_;     // slot of super(...) or this(...)
  bool this_is_lost_ = false;            // something else is stored into local 0
};

}  // namespace revmon::weave
