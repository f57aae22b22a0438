#include "classfile/code_editor.h"

#include <algorithm>
#include <string>

#include "classfile/code_encoder.h"
#include "classfile/descriptor.h"

namespace revmon::classfile {
namespace {

constexpr uint16_t kFirstVersionWithFrames = 50;
constexpr uint16_t kFirstVersionWithoutSubroutines = 51;
constexpr uint32_t kMaxLocals = 65535;

bool IsSubroutine(Opcode opcode) {
  return opcode == Opcode::kJsr || opcode == Opcode::kJsrW || opcode == Opcode::kRet;
}

// Labels are 32 bits with one taken; a builder that made this many is a mistake, not code.
constexpr uint32_t kMaxLabels = 1u << 28;

}  // namespace

Result<CodeEditor> CodeEditor::Decode(const Attribute& attribute, const MethodInfo& method,
                                      const ConstantPool& original_pool, ConstantPoolEditor& pool) {
  CodeEditor editor;
  editor.method_ = method;
  editor.pool_ = &pool;
  editor.original_pool_ = &original_pool;
  editor.original_data_ = attribute.data;
  REVMON_RETURN_IF_ERROR(editor.view_.ParseFrom(attribute, original_pool));
  editor.max_locals_ = editor.view_.max_locals;
  editor.has_frames_ = method.major_version >= kFirstVersionWithFrames;
  REVMON_ASSIGN_OR_RETURN(editor.entry_locals_, EntryLocals(method));
  REVMON_RETURN_IF_ERROR(editor.DecodeInstructions());
  REVMON_RETURN_IF_ERROR(editor.DecodeHandlers());
  REVMON_RETURN_IF_ERROR(editor.DecodeTables());
  editor.next_label_ = Label::OfSlot(editor.slots_.size() + 1, SlotPart::kStart).id;
  return editor;
}

Result<CodeEditor> CodeEditor::CreateEmpty(const MethodInfo& method, ConstantPoolEditor& pool) {
  CodeEditor editor;
  editor.method_ = method;
  editor.pool_ = &pool;
  editor.has_frames_ = method.major_version >= kFirstVersionWithFrames;
  REVMON_ASSIGN_OR_RETURN(editor.entry_locals_, EntryLocals(method));
  for (const VerificationType& type : editor.entry_locals_) editor.max_locals_ += type.is_two_slots() ? 2 : 1;
  editor.slot_of_pc_.Reset(0);
  editor.next_label_ = Label::OfSlot(1, SlotPart::kStart).id;
  editor.edited_ = true;
  return editor;
}

Status CodeEditor::DecodeInstructions() {
  slot_of_pc_.Reset(view_.code.size());
  InstructionReader reader(view_);
  for (Instruction instruction; reader.Next(instruction);) {
    slot_of_pc_.Set(instruction.pc, static_cast<uint32_t>(original_.size()));
    original_.push_back(instruction);
  }
  REVMON_RETURN_IF_ERROR(reader.status());
  slot_of_pc_.Set(static_cast<uint32_t>(view_.code.size()), static_cast<uint32_t>(original_.size()));
  slots_.resize(original_.size());
  for (uint32_t slot = 0; slot < slots_.size(); ++slot) REVMON_RETURN_IF_ERROR(DecodeSlot(slot));
  return OkStatus();
}

Result<uint32_t> CodeEditor::EntryLabelAt(uint64_t pc, const Instruction& from) const {
  uint32_t slot = slot_of_pc_.At(pc);
  if (slot == SlotMap::kNone || slot >= original_.size()) {
    return Error(ErrorCode::kMalformed, std::string(InfoOf(from.opcode).mnemonic) + " at pc " +
                                            std::to_string(from.pc) + " goes to no instruction")
        .AtOffset(view_.code_offset + from.pc);
  }
  return Label::OfSlot(slot, SlotPart::kEntry).id;
}

Status CodeEditor::DecodeSlot(uint32_t slot) {
  const Instruction& from = original_[slot];
  CodeNode& node = slots_[slot];
  node.opcode = from.opcode;
  node.wide = from.wide;
  if (IsSubroutine(from.opcode) && method_.major_version >= kFirstVersionWithoutSubroutines) {
    return Error(ErrorCode::kUnsupported, "jsr or ret in a class of version 51 or later")
        .AtOffset(view_.code_offset + from.pc);
  }
  if (from.is_switch()) {
    node.target = static_cast<uint32_t>(switches_.size());
    SwitchTable& table = switches_.emplace_back();
    uint32_t count = from.switch_count();
    REVMON_ASSIGN_OR_RETURN(table.default_label, EntryLabelAt(from.switch_default(), from));
    for (uint32_t i = 0; i < count; ++i) {
      REVMON_ASSIGN_OR_RETURN(uint32_t label, EntryLabelAt(from.switch_target(i), from));
      table.labels.push_back(label);
      if (i == 0 || from.opcode == Opcode::kLookupswitch) table.keys.push_back(from.switch_key(i));
    }
    return OkStatus();
  }
  node.length = static_cast<uint8_t>(from.length);
  if (node.is_branch()) {
    REVMON_ASSIGN_OR_RETURN(node.target, EntryLabelAt(from.branch_target(), from));
    return OkStatus();
  }
  std::copy(from.raw.begin(), from.raw.end(), node.bytes.begin());
  return OkStatus();
}

Status CodeEditor::DecodeHandlers() {
  for (size_t i = 0; i < view_.handler_count(); ++i) {
    ExceptionHandler handler = view_.handler(i);
    uint32_t start = slot_of_pc_.At(handler.start_pc);
    uint32_t end = slot_of_pc_.At(handler.end_pc);
    uint32_t entry = slot_of_pc_.At(handler.handler_pc);
    if (start == SlotMap::kNone || end == SlotMap::kNone || entry == SlotMap::kNone ||
        entry >= slots_.size() || start >= end) {
      return Error(ErrorCode::kMalformed,
                   "exception handler " + std::to_string(i) + " does not start and end at instructions")
          .AtOffset(view_.code_offset + view_.code.size() + 2 + 8 * i);
    }
    if (handler.catch_type != 0 && pool_->tag(handler.catch_type) != ConstantTag::kClass) {
      return Error(ErrorCode::kMalformed, "exception handler " + std::to_string(i) + " catches no class")
          .AtOffset(view_.code_offset + view_.code.size() + 2 + 8 * i);
    }
    handlers_.push_back({.start = Label::OfSlot(start, SlotPart::kStart),
                         .end = Label::OfSlot(end, SlotPart::kStart),
                         .handler = Label::OfSlot(entry, SlotPart::kEntry),
                         .catch_type = handler.catch_type,
                         .original_index = static_cast<uint32_t>(i)});
  }
  return OkStatus();
}

Status CodeEditor::DecodeTables() {
  bool has_table = false;
  for (const Attribute& attribute : view_.attributes) {
    if (attribute.kind == AttributeKind::kStackMapTable && has_frames_) {
      if (has_table) {
        return Error(ErrorCode::kMalformed, "two StackMapTables in one method").AtOffset(attribute.offset);
      }
      has_table = true;
      frames_at_ = tables_.size();
      frames_name_ = attribute.name_index;
      REVMON_RETURN_IF_ERROR(DecodeFrames(attribute));
      continue;
    }
    REVMON_ASSIGN_OR_RETURN(CodeTable table, ReadCodeTable(attribute, slot_of_pc_));
    tables_.push_back(std::move(table));
  }
  if (!has_table) frames_at_ = tables_.size();
  if (has_frames_ && !has_table && method_.major_version == kFirstVersionWithFrames && NeedsFrames()) {
    has_frames_ = false;  // verified by inference so far, and so it stays
  }
  if (has_frames_ && std::any_of(slots_.begin(), slots_.end(),
                                 [](const CodeNode& node) { return IsSubroutine(node.opcode); })) {
    return Error(ErrorCode::kUnsupported, "jsr or ret in a method with stack map frames")
        .AtOffset(view_.code_offset);
  }
  return OkStatus();
}

bool CodeEditor::NeedsFrames() const {
  if (!handlers_.empty()) return true;
  for (size_t i = 0; i < slots_.size(); ++i) {
    if (slots_[i].is_branch() || slots_[i].is_switch()) return true;
    if (EndsBlock(slots_[i].opcode) && i + 1 < slots_.size()) return true;
  }
  return false;
}

Status CodeEditor::DecodeFrames(const Attribute& attribute) {
  StackMap decoded;
  REVMON_RETURN_IF_ERROR(decoded.Decode(attribute.data, attribute.offset, entry_locals_, *pool_));
  for (size_t i = 0; i < decoded.size(); ++i) {
    FrameView frame = decoded.frame(i);
    uint32_t slot = slot_of_pc_.At(frame.pc);
    if (slot == SlotMap::kNone || slot >= slots_.size()) {
      return Error(ErrorCode::kMalformed, "a stack map frame stands at no instruction")
          .AtOffset(attribute.offset);
    }
    frames_.Add(slot, frame.locals, frame.stack);
  }
  for (VerificationType& type : frames_.types()) {
    if (type.tag != TypeTag::kUninitialized) continue;
    uint32_t slot = slot_of_pc_.At(type.site);
    if (slot == SlotMap::kNone || slot >= slots_.size() || slots_[slot].opcode != Opcode::kNew) {
      return Error(ErrorCode::kMalformed, "a stack map frame names a `new` that is none")
          .AtOffset(attribute.offset);
    }
    type.site = slot;
  }
  return OkStatus();
}

Result<CodeEditor::Edit> CodeEditor::Take(CodeBuilder&& code) {
  if (!code.status_.ok()) return code.status_.error();
  uint32_t label_base = next_label_;
  auto switch_base = static_cast<uint32_t>(switches_.size());
  if (code.labels_ > kMaxLabels || next_label_ > kMaxLabels) {
    return Error(ErrorCode::kLimit, "too many labels in inserted code");
  }
  auto global = [label_base](uint32_t id) {
    return (id & Label::kLocalBit) == 0 ? id : label_base + (id & ~Label::kLocalBit);
  };
  Edit edit = {.slot = 0,
               .where = Where::kRun,
               .first = static_cast<uint32_t>(inserted_.size()),
               .count = static_cast<uint32_t>(code.nodes_.size())};
  for (CodeNode node : code.nodes_) {
    if (node.kind == CodeNode::Kind::kLabel || node.is_branch()) node.target = global(node.target);
    if (node.kind == CodeNode::Kind::kInstruction && node.is_switch()) node.target += switch_base;
    inserted_.push_back(node);
  }
  for (SwitchTable& table : code.switches_) {
    table.default_label = global(table.default_label);
    for (uint32_t& label : table.labels) label = global(label);
    switches_.push_back(std::move(table));
  }
  next_label_ += code.labels_;
  edited_ = true;
  return edit;
}

Status CodeEditor::Insert(size_t slot, Where where, CodeBuilder&& code) {
  if (slot >= slots_.size()) return Error(ErrorCode::kInvalid, "no such instruction");
  REVMON_ASSIGN_OR_RETURN(Edit edit, Take(std::move(code)));
  edit.slot = static_cast<uint32_t>(slot);
  edit.where = where;
  edits_.push_back(edit);
  return OkStatus();
}

Status CodeEditor::InsertBefore(size_t slot, CodeBuilder code, Jumps jumps) {
  return Insert(slot, jumps == Jumps::kRunInserted ? Where::kRun : Where::kSkipped, std::move(code));
}

Status CodeEditor::InsertAfter(size_t slot, CodeBuilder code) {
  if (slot < slots_.size() && EndsBlock(slots_[slot].opcode)) {
    return Error(ErrorCode::kInvalid,
                 std::string("nothing runs after ") + std::string(InfoOf(slots_[slot].opcode).mnemonic));
  }
  return Insert(slot, Where::kAfter, std::move(code));
}

Status CodeEditor::Replace(size_t slot, CodeBuilder code) {
  if (replaced_.empty()) replaced_.assign(slots_.size(), false);
  if (slot < slots_.size() && replaced_[slot]) {
    return Error(ErrorCode::kInvalid, "the instruction has been replaced already");
  }
  if (slot < slots_.size()) replaced_[slot] = true;
  return Insert(slot, Where::kInstead, std::move(code));
}

Status CodeEditor::Append(CodeBuilder code) {
  REVMON_ASSIGN_OR_RETURN(Edit edit, Take(std::move(code)));
  appended_.push_back(edit);
  return OkStatus();
}

bool CodeEditor::Encloses(const HandlerNode& outer, Label start, Label end) const {
  uint32_t fixed = Label::OfSlot(slots_.size() + 1, SlotPart::kStart).id;
  // Ranges inside inserted code have no place in slot order; they are never taken to enclose a wrapped slot.
  if (outer.start.id >= fixed || outer.end.id >= fixed) return false;
  return outer.start.id <= start.id && end.id <= outer.end.id;
}

Status CodeEditor::Wrap(size_t first, size_t last, Cover cover, std::string_view catch_type,
                        CodeBuilder handler) {
  if (first > last || last >= slots_.size()) return Error(ErrorCode::kInvalid, "no such range");
  uint16_t catch_index = 0;
  if (!catch_type.empty()) {
    REVMON_ASSIGN_OR_RETURN(catch_index, pool_->Class(catch_type));
  }
  bool slots = cover == Cover::kSlots;
  HandlerNode node = {
      .start = Label::OfSlot(first, slots ? SlotPart::kStart : SlotPart::kBare),
      .end = slots ? Label::OfSlot(last + 1, SlotPart::kStart) : Label::OfSlot(last, SlotPart::kDone),
      .handler = NewLabel(),
      .catch_type = catch_index,
      .original_index = HandlerNode::kAdded,
      .is_wrap = true,
      .code_end = NewLabel()};
  REVMON_RETURN_IF_ERROR(handler.status());
  CodeBuilder before(*pool_);
  before.Bind(node.handler);
  CodeBuilder after(*pool_);
  after.Bind(node.code_end);
  REVMON_RETURN_IF_ERROR(Append(std::move(before)));
  REVMON_RETURN_IF_ERROR(Append(std::move(handler)));
  REVMON_RETURN_IF_ERROR(Append(std::move(after)));
  auto outer = std::find_if(handlers_.begin(), handlers_.end(),
                            [&](const HandlerNode& other) { return Encloses(other, node.start, node.end); });
  handlers_.insert(outer, node);
  return OkStatus();
}

Status CodeEditor::AddHandler(Label start, Label end, Label handler, std::string_view catch_type) {
  if ((start.id | end.id | handler.id) & Label::kLocalBit) {
    return Error(ErrorCode::kInvalid, "a handler needs labels of the editor, not of one piece of code");
  }
  uint16_t catch_index = 0;
  if (!catch_type.empty()) {
    REVMON_ASSIGN_OR_RETURN(catch_index, pool_->Class(catch_type));
  }
  edited_ = true;
  auto at = std::find_if(handlers_.begin(), handlers_.end(), [](const HandlerNode& other) {
    return other.original_index != HandlerNode::kAdded;
  });
  handlers_.insert(at, {.start = start,
                        .end = end,
                        .handler = handler,
                        .catch_type = catch_index,
                        .original_index = HandlerNode::kAdded});
  return OkStatus();
}

Result<uint16_t> CodeEditor::AddLocal(std::string_view descriptor, LocalScope scope) {
  if (!IsFieldDescriptor(descriptor)) return Error(ErrorCode::kInvalid, "a local needs a field type");
  VerificationType type = TypeOfDescriptor(descriptor);
  uint32_t slots = type.is_two_slots() ? 2 : 1;
  if (max_locals_ + slots > kMaxLocals) return Error(ErrorCode::kLimit, "a method would pass 65535 locals");
  auto index = static_cast<uint16_t>(max_locals_);
  max_locals_ += slots;
  if (scope == LocalScope::kWholeMethod) whole_locals_.push_back({index, type});
  edited_ = true;
  return index;
}

Result<std::vector<uint8_t>> CodeEditor::Encode() const {
  if (!edited_) return std::vector<uint8_t>(original_data_.begin(), original_data_.end());
  return Reencode();
}

Result<std::vector<uint8_t>> CodeEditor::Reencode() const { return CodeEncoder(*this).Encode(); }

std::vector<std::string_view> CodeEditor::dropped_attributes() const {
  std::vector<std::string_view> names;
  for (const CodeTable& table : tables_) {
    if (edited_ && !IsKnownCodeAttribute(table.attribute.kind)) {
      names.push_back(pool_->Utf8At(table.attribute.name_index));
    }
  }
  return names;
}

}  // namespace revmon::classfile
