#include "classfile/code_encoder.h"

#include <algorithm>
#include <string>

namespace revmon::classfile {
namespace {

constexpr uint32_t kMaxCodeLength = 65535;
constexpr uint32_t kMaxU2 = 65535;
// After this many rounds of widening all jumps are widened, so that it ends.
constexpr int kMaxRounds = 64;
// Pairs of handlers looked at for one method; 5,000 wrapped calls in one method stay below a quarter.
constexpr uint64_t kMaxNestingWork = uint64_t{1} << 26;

bool IsConditional(Opcode opcode) {
  return (opcode >= Opcode::kIfeq && opcode <= Opcode::kIfAcmpne) || opcode == Opcode::kIfnull ||
         opcode == Opcode::kIfnonnull;
}

// Opposite conditions are neighbours: ifeq 0x99 and ifne 0x9a, ..., ifnull 0xc6 and ifnonnull 0xc7.
uint8_t Inverse(Opcode opcode) {
  auto op = static_cast<uint8_t>(opcode);
  return opcode >= Opcode::kIfnull ? static_cast<uint8_t>(op ^ 1) : static_cast<uint8_t>(((op - 1) ^ 1) + 1);
}

Error TooLarge() { return Error(ErrorCode::kLimit, "a method would pass 65535 bytes"); }

}  // namespace

Result<std::vector<uint8_t>> CodeEncoder::Encode() {
  REVMON_RETURN_IF_ERROR(Flatten());
  REVMON_RETURN_IF_ERROR(Layout());
  REVMON_RETURN_IF_ERROR(Measure());
  REVMON_RETURN_IF_ERROR(BuildFrames());
  ByteWriter out;
  out.Reserve(pcs_.back() + 256);
  out.U2(static_cast<uint16_t>(max_stack_));
  out.U2(static_cast<uint16_t>(max_locals_));
  out.U4(pcs_.back());
  WriteCode(out);
  WriteHandlers(out);
  REVMON_RETURN_IF_ERROR(WriteAttributes(out));
  return out.Release();
}

Status CodeEncoder::BindLabel(uint32_t label) {
  if (label >= code_.label_at.size()) return Error(ErrorCode::kInvalid, "a label of other code is bound");
  if (code_.label_at[label] != FlatCode::kUnbound)
    return Error(ErrorCode::kInvalid, "a label is bound twice");
  code_.label_at[label] = static_cast<uint32_t>(code_.nodes.size());
  return OkStatus();
}

Status CodeEncoder::Emit(const CodeEditor::Edit& edit) {
  for (uint32_t i = edit.first; i < edit.first + edit.count; ++i) {
    const CodeNode& node = editor_.inserted_[i];
    if (node.kind == CodeNode::Kind::kLabel) {
      REVMON_RETURN_IF_ERROR(BindLabel(node.target));
    } else {
      code_.nodes.push_back(node);
    }
  }
  return OkStatus();
}

// Locals that hold for the whole method start as 0 or null.
Status CodeEncoder::EmitPrologue() {
  if (editor_.whole_locals_.empty()) return OkStatus();
  CodeBuilder code(*editor_.pool_);
  for (const CodeEditor::WholeLocal& local : editor_.whole_locals_) {
    switch (local.type.tag) {
      case TypeTag::kLong: code.Op(Opcode::kLconst0).Store('J', local.index); break;
      case TypeTag::kDouble: code.Op(Opcode::kDconst0).Store('D', local.index); break;
      case TypeTag::kFloat: code.Op(Opcode::kFconst0).Store('F', local.index); break;
      case TypeTag::kInteger: code.Op(Opcode::kIconst0).Store('I', local.index); break;
      default: code.Op(Opcode::kAconstNull).Store('A', local.index); break;
    }
  }
  REVMON_RETURN_IF_ERROR(code.status());
  std::span<const CodeNode> nodes = CodeEditor::NodesOf(code);
  code_.nodes.insert(code_.nodes.end(), nodes.begin(), nodes.end());
  return OkStatus();
}

Status CodeEncoder::EmitSlots() {
  using Where = CodeEditor::Where;
  std::vector<CodeEditor::Edit> edits = editor_.edits_;
  std::stable_sort(edits.begin(), edits.end(), [](const CodeEditor::Edit& a, const CodeEditor::Edit& b) {
    return a.slot != b.slot ? a.slot < b.slot : a.where < b.where;
  });
  size_t next = 0;
  auto emit_all = [&](uint32_t slot, Where where, bool& any) -> Status {
    for (; next < edits.size() && edits[next].slot == slot && edits[next].where == where; ++next) {
      any = true;
      REVMON_RETURN_IF_ERROR(Emit(edits[next]));
    }
    return OkStatus();
  };
  auto size = static_cast<uint32_t>(editor_.slots_.size());
  for (uint32_t slot = 0; slot < size; ++slot) {
    uint32_t label = Label::OfSlot(slot, SlotPart::kStart).id;
    bool any = false;
    bool falls_in = code_.nodes.empty() || FallsThrough(code_.nodes.back().opcode);
    REVMON_RETURN_IF_ERROR(BindLabel(label));
    if (slot == 0) REVMON_RETURN_IF_ERROR(EmitPrologue());
    if (!falls_in) {
      while (next < edits.size() && edits[next].slot == slot && edits[next].where == Where::kSkipped) ++next;
    }
    REVMON_RETURN_IF_ERROR(emit_all(slot, Where::kSkipped, any));
    REVMON_RETURN_IF_ERROR(BindLabel(label + 1));
    REVMON_RETURN_IF_ERROR(emit_all(slot, Where::kRun, any));
    REVMON_RETURN_IF_ERROR(BindLabel(label + 2));
    bool replaced = false;
    REVMON_RETURN_IF_ERROR(emit_all(slot, Where::kInstead, replaced));
    if (!replaced) code_.nodes.push_back(editor_.slots_[slot]);
    REVMON_RETURN_IF_ERROR(BindLabel(label + 3));
    REVMON_RETURN_IF_ERROR(emit_all(slot, Where::kAfter, any));
  }
  return BindLabel(Label::OfSlot(size, SlotPart::kStart).id);
}

Status CodeEncoder::Flatten() {
  code_.switches = editor_.switches_;
  code_.label_at.assign(editor_.next_label_, FlatCode::kUnbound);
  code_.nodes.reserve(editor_.slots_.size() + editor_.inserted_.size());
  REVMON_RETURN_IF_ERROR(EmitSlots());
  if (editor_.slots_.empty()) REVMON_RETURN_IF_ERROR(EmitPrologue());
  if (!editor_.appended_.empty() && !editor_.slots_.empty() && !code_.nodes.empty() &&
      FallsThrough(code_.nodes.back().opcode)) {
    return Error(ErrorCode::kInvalid, "the method's code runs out of its end");
  }
  for (const CodeEditor::Edit& edit : editor_.appended_) REVMON_RETURN_IF_ERROR(Emit(edit));
  if (code_.nodes.empty()) return Error(ErrorCode::kInvalid, "a method needs an instruction");
  if (code_.nodes.size() > kMaxCodeLength) return TooLarge();
  if (editor_.edited_ && FallsThrough(code_.nodes.back().opcode)) {
    return Error(ErrorCode::kInvalid, "the method's code runs out of its end");
  }
  return ResolveLabels();
}

Status CodeEncoder::ResolveLabels() {
  auto bound = [this](uint32_t label, bool may_be_end) {
    if (label >= code_.label_at.size() || code_.label_at[label] == FlatCode::kUnbound) return false;
    return may_be_end || code_.label_at[label] < code_.nodes.size();
  };
  bool sound = true;
  for (const CodeNode& node : code_.nodes) {
    if (node.is_branch()) sound &= bound(node.target, false);
    if (!node.is_switch()) continue;
    const SwitchTable& table = code_.switches[node.target];
    sound &= bound(table.default_label, false);
    for (uint32_t label : table.labels) sound &= bound(label, false);
  }
  for (const HandlerNode& handler : editor_.handlers_) {
    sound &= bound(handler.start.id, true) && bound(handler.end.id, true) && bound(handler.handler.id, false);
  }
  if (!sound) return Error(ErrorCode::kInvalid, "a label that is used was never bound to an instruction");
  REVMON_RETURN_IF_ERROR(ResolveHandlers());
  return NestHandlers();
}

Status CodeEncoder::ResolveHandlers() {
  for (const HandlerNode& handler : editor_.handlers_) {
    code_.handlers.push_back({.start = code_.label_at[handler.start.id],
                              .end = code_.label_at[handler.end.id],
                              .handler = code_.label_at[handler.handler.id],
                              .catch_type = handler.catch_type});
    if (handler.original_index != HandlerNode::kAdded) {
      handler_index_.resize(std::max<size_t>(handler_index_.size(), handler.original_index + 1));
      handler_index_[handler.original_index] = static_cast<uint16_t>(code_.handlers.size() - 1);
    }
    if (code_.handlers.back().start >= code_.handlers.back().end) {
      return Error(ErrorCode::kInvalid, "an exception handler covers nothing");
    }
  }
  return OkStatus();
}

// The code of a wrapped range's handler is covered by what encloses the range, in the same order.
Status CodeEncoder::NestHandlers() {
  code_.first_nested = code_.handlers.size();
  const std::vector<HandlerNode>& handlers = editor_.handlers_;
  uint64_t work = 0;
  for (size_t i = 0; i < handlers.size(); ++i) {
    const HandlerNode& inner = handlers[i];
    if (!inner.is_wrap || code_.label_at[inner.handler.id] == code_.label_at[inner.code_end.id]) continue;
    for (size_t j = i + 1; j < handlers.size(); ++j) {
      if (++work > kMaxNestingWork) return Error(ErrorCode::kLimit, "a method has too many nested handlers");
      if (!editor_.Encloses(handlers[j], inner.start, inner.end)) continue;
      code_.handlers.push_back({.start = code_.label_at[inner.handler.id],
                                .end = code_.label_at[inner.code_end.id],
                                .handler = code_.label_at[handlers[j].handler.id],
                                .catch_type = handlers[j].catch_type});
      if (handlers[j].catch_type == 0) break;  // catches all; none behind it is ever tried
    }
  }
  if (code_.handlers.size() > kMaxU2) return Error(ErrorCode::kLimit, "a method would pass 65535 handlers");
  return OkStatus();
}

uint32_t CodeEncoder::SizeAt(uint32_t index, uint32_t pc) const {
  const CodeNode& node = code_.nodes[index];
  if (node.is_switch()) {
    const SwitchTable& table = code_.switches[node.target];
    uint32_t padding = 3 - pc % 4;
    auto count = static_cast<uint32_t>(table.labels.size());
    return 1 + padding + (node.opcode == Opcode::kTableswitch ? 12 + 4 * count : 8 + 8 * count);
  }
  if (!widened_[index]) return node.length;
  return IsConditional(node.opcode) ? 8 : 5;
}

void CodeEncoder::Place() {
  uint32_t pc = 0;
  for (uint32_t i = 0; i < code_.nodes.size(); ++i) {
    pcs_[i] = pc;
    pc += SizeAt(i, pc);
  }
  pcs_.back() = pc;
}

bool CodeEncoder::WidenWhatDoesNotReach() {
  bool changed = false;
  for (uint32_t i = 0; i < code_.nodes.size(); ++i) {
    const CodeNode& node = code_.nodes[i];
    if (widened_[i] || InfoOf(node.opcode).format != OperandFormat::kBranch2) continue;
    int64_t distance = int64_t{pcs_[code_.TargetOf(node)]} - pcs_[i];
    if (distance >= INT16_MIN && distance <= INT16_MAX) continue;
    widened_[i] = true;
    changed = true;
  }
  return changed;
}

Status CodeEncoder::Layout() {
  pcs_.assign(code_.nodes.size() + 1, 0);
  widened_.assign(code_.nodes.size(), false);
  for (int round = 0;; ++round) {
    Place();
    if (pcs_.back() > kMaxCodeLength) return TooLarge();
    if (!WidenWhatDoesNotReach()) return OkStatus();
    if (round < kMaxRounds) continue;
    for (uint32_t i = 0; i < code_.nodes.size(); ++i) {
      widened_[i] = InfoOf(code_.nodes[i].opcode).format == OperandFormat::kBranch2;
    }
  }
}

Status CodeEncoder::Measure() {
  max_stack_ = editor_.view_.max_stack;
  max_locals_ = editor_.max_locals_;
  if (editor_.edited_) {
    for (const CodeNode& node : editor_.inserted_) max_locals_ = std::max(max_locals_, LocalsOf(node));
    REVMON_ASSIGN_OR_RETURN(uint32_t deepest, MaxStackOf(code_, *editor_.pool_));
    max_stack_ = std::max(max_stack_, deepest);
  }
  if (max_stack_ > kMaxU2 || max_locals_ > kMaxU2) {
    return Error(ErrorCode::kLimit, "a method would pass 65535 stack or local slots");
  }
  return OkStatus();
}

// What the method declared, in node indexes, with the locals that hold everywhere.
Result<StackMap> CodeEncoder::DeclaredFrames() const {
  StackMap result;
  std::vector<VerificationType> locals;
  for (size_t i = 0; i < editor_.frames_.size(); ++i) {
    FrameView frame = editor_.frames_.frame(i);
    uint32_t index = code_.label_at[Label::OfSlot(frame.pc, SlotPart::kEntry).id];
    // Slots whose code was taken away may share a place; the frame of the later one still holds there.
    if (result.size() != 0 && result.frame(result.size() - 1).pc == index) {
      return Error(ErrorCode::kUnsupported, "two frames fall on one instruction");
    }
    if (editor_.whole_locals_.empty()) {
      result.Add(index, frame.locals, frame.stack);
    } else {
      FrameState state = StateOfFrame(frame.locals, {});
      for (const CodeEditor::WholeLocal& local : editor_.whole_locals_) {
        size_t end = local.index + (local.type.is_two_slots() ? 2u : 1u);
        if (state.locals.size() < end) state.locals.resize(end);
        state.locals[local.index] = local.type;
      }
      locals.clear();
      AppendEntries(state.locals, true, locals);
      result.Add(index, locals, frame.stack);
      if (result.type_count() > StackMap::kMaxTypes) {
        return Error(ErrorCode::kLimit, "the frames of a method hold too many types");
      }
    }
  }
  for (VerificationType& type : result.types()) {
    if (type.tag != TypeTag::kUninitialized) continue;
    type.site = code_.label_at[Label::OfSlot(type.site, SlotPart::kBare).id];
    if (type.site >= code_.nodes.size() || code_.nodes[type.site].opcode != Opcode::kNew) {
      return Error(ErrorCode::kInvalid, "a `new` that frames rely on was replaced");
    }
  }
  return result;
}

Status CodeEncoder::BuildFrames() {
  if (!editor_.has_frames_) return OkStatus();
  REVMON_ASSIGN_OR_RETURN(StackMap frames, DeclaredFrames());
  // Lives until the frames are written: it holds names of array types that no constant holds.
  FrameBuilder builder(code_, *editor_.pool_, editor_.method_.class_name, editor_.entry_locals_);
  if (editor_.edited_) {
    std::vector<uint32_t> skip_points;
    for (uint32_t i = 0; i < code_.nodes.size(); ++i) {
      if (widened_[i] && IsConditional(code_.nodes[i].opcode)) skip_points.push_back(i + 1);
    }
    REVMON_ASSIGN_OR_RETURN(frames, builder.Build(frames, skip_points));
  }
  StackMap placed;
  for (size_t i = 0; i < frames.size(); ++i) {
    FrameView frame = frames.frame(i);
    placed.Add(pcs_[frame.pc], frame.locals, frame.stack);
  }
  for (VerificationType& type : placed.types()) {
    if (type.tag == TypeTag::kUninitialized) type.site = pcs_[type.site];
  }
  has_frames_ = placed.size() != 0 || editor_.frames_name_ != 0;
  REVMON_ASSIGN_OR_RETURN(frames_, placed.Encode(editor_.entry_locals_, *editor_.pool_));
  return OkStatus();
}

void CodeEncoder::WriteBranch(const CodeNode& node, uint32_t index, ByteWriter& out) const {
  uint32_t distance = pcs_[code_.TargetOf(node)] - pcs_[index];
  if (widened_[index] && IsConditional(node.opcode)) {
    constexpr uint16_t kOverBoth = 8;
    out.U1(Inverse(node.opcode));
    out.U2(kOverBoth);
    out.U1(static_cast<uint8_t>(Opcode::kGotoW));
    out.U4(distance - 3);
  } else if (widened_[index]) {
    bool subroutine = node.opcode == Opcode::kJsr;
    out.U1(static_cast<uint8_t>(subroutine ? Opcode::kJsrW : Opcode::kGotoW));
    out.U4(distance);
  } else {
    out.U1(static_cast<uint8_t>(node.opcode));
    if (InfoOf(node.opcode).format == OperandFormat::kBranch4) {
      out.U4(distance);
    } else {
      out.U2(static_cast<uint16_t>(distance));
    }
  }
}

void CodeEncoder::WriteSwitch(const CodeNode& node, uint32_t index, ByteWriter& out) const {
  const SwitchTable& table = code_.switches[node.target];
  uint32_t pc = pcs_[index];
  auto distance = [&](uint32_t label) { return PcOf(label) - pc; };
  out.U1(static_cast<uint8_t>(node.opcode));
  for (uint32_t padding = 3 - pc % 4; padding > 0; --padding) out.U1(0);
  out.U4(distance(table.default_label));
  auto count = static_cast<uint32_t>(table.labels.size());
  if (node.opcode == Opcode::kTableswitch) {
    auto low = static_cast<uint32_t>(table.keys[0]);
    out.U4(low);
    out.U4(low + count - 1);
    for (uint32_t label : table.labels) out.U4(distance(label));
    return;
  }
  out.U4(count);
  for (uint32_t i = 0; i < count; ++i) {
    out.U4(static_cast<uint32_t>(table.keys[i]));
    out.U4(distance(table.labels[i]));
  }
}

void CodeEncoder::WriteCode(ByteWriter& out) const {
  for (uint32_t i = 0; i < code_.nodes.size(); ++i) {
    const CodeNode& node = code_.nodes[i];
    if (node.is_switch()) {
      WriteSwitch(node, i, out);
    } else if (node.is_branch()) {
      WriteBranch(node, i, out);
    } else {
      out.Put(Bytes(node.bytes.data(), node.length));
    }
  }
}

void CodeEncoder::WriteHandlers(ByteWriter& out) const {
  out.U2(static_cast<uint16_t>(code_.handlers.size()));
  for (const FlatHandler& handler : code_.handlers) {
    out.U2(static_cast<uint16_t>(pcs_[handler.start]));
    out.U2(static_cast<uint16_t>(pcs_[handler.end]));
    out.U2(static_cast<uint16_t>(pcs_[handler.handler]));
    out.U2(handler.catch_type);
  }
}

bool CodeEncoder::Keeps(const CodeTable& table) const {
  if (!editor_.edited_) return true;
  // Unknown: may hold pcs. StackMapTable here: of a class too old for it, which no JVM reads.
  return IsKnownCodeAttribute(table.attribute.kind) && table.attribute.kind != AttributeKind::kStackMapTable;
}

Status CodeEncoder::WriteTable(const CodeTable& table, ByteWriter& out) const {
  out.U2(table.attribute.name_index);
  out.U4(static_cast<uint32_t>(table.attribute.data.size()));
  size_t start = out.size();
  out.Put(table.attribute.data);
  for (const Fixup& fixup : table.fixups) {
    switch (fixup.kind) {
      case Fixup::Kind::kPc: out.PatchU2(start + fixup.at, static_cast<uint16_t>(PcOf(fixup.a))); break;
      case Fixup::Kind::kRange:
        out.PatchU2(start + fixup.at, static_cast<uint16_t>(PcOf(fixup.a)));
        out.PatchU2(start + fixup.at + 2, static_cast<uint16_t>(PcOf(fixup.b) - PcOf(fixup.a)));
        break;
      case Fixup::Kind::kHandlerIndex: {
        // An index of no handler named none before, and still does.
        if (fixup.a < handler_index_.size()) {
          out.PatchU2(start + fixup.at, handler_index_[fixup.a]);
        }
        break;
      }
    }
  }
  return OkStatus();
}

Status CodeEncoder::WriteAttributes(ByteWriter& out) const {
  size_t count_at = out.size();
  uint32_t count = 0;
  out.U2(0);
  for (size_t i = 0; i <= editor_.tables_.size(); ++i) {
    if (i == editor_.frames_at_ && has_frames_) {
      uint16_t name = editor_.frames_name_;
      if (name == 0) {
        REVMON_ASSIGN_OR_RETURN(name, editor_.pool_->Utf8("StackMapTable"));
      }
      out.U2(name);
      out.U4(static_cast<uint32_t>(frames_.size()));
      out.Put(frames_);
      ++count;
    }
    if (i == editor_.tables_.size() || !Keeps(editor_.tables_[i])) continue;
    REVMON_RETURN_IF_ERROR(WriteTable(editor_.tables_[i], out));
    ++count;
  }
  if (count > kMaxU2) return Error(ErrorCode::kLimit, "a method would pass 65535 attributes");
  out.PatchU2(count_at, static_cast<uint16_t>(count));
  return OkStatus();
}

}  // namespace revmon::classfile
