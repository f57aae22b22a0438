#include "classfile/stack_map.h"

#include <algorithm>

namespace revmon::classfile {
namespace {

using Types = std::span<const VerificationType>;

// frame_type values of JVMS 4.7.4.
constexpr uint8_t kSameLocals1 = 64;
constexpr uint8_t kSameLocals1Extended = 247;
constexpr uint8_t kChopBase = 251;  // minus the number of locals taken away
constexpr uint8_t kSameExtended = 251;
constexpr uint8_t kAppendBase = 251;  // plus the number of locals added
constexpr uint8_t kFull = 255;
constexpr uint32_t kMaxDelta = 3;

Error Damaged(ByteReader& reader) {
  return Error(reader.ok() ? ErrorCode::kMalformed : ErrorCode::kTruncated,
               reader.ok() ? "StackMapTable holds an impossible frame" : "StackMapTable ends early")
      .AtOffset(reader.offset());
}

bool StartsWith(Types whole, Types prefix) {
  return whole.size() >= prefix.size() && std::equal(prefix.begin(), prefix.end(), whole.begin());
}

Status WriteType(const VerificationType& type, ConstantPoolEditor& pool, ByteWriter& out) {
  out.U1(static_cast<uint8_t>(type.tag));
  if (type.tag == TypeTag::kUninitialized) out.U2(static_cast<uint16_t>(type.site));
  if (type.tag != TypeTag::kObject) return OkStatus();
  if (type.index != 0) {
    out.U2(type.index);
    return OkStatus();
  }
  REVMON_ASSIGN_OR_RETURN(uint16_t index, pool.Class(type.name));
  out.U2(index);
  return OkStatus();
}

Status WriteTypes(Types types, ConstantPoolEditor& pool, ByteWriter& out) {
  for (const VerificationType& type : types) REVMON_RETURN_IF_ERROR(WriteType(type, pool, out));
  return OkStatus();
}

Status WriteFull(const FrameView& frame, uint16_t delta, ConstantPoolEditor& pool, ByteWriter& out) {
  if (frame.locals.size() > UINT16_MAX || frame.stack.size() > UINT16_MAX) {
    return Error(ErrorCode::kLimit, "a stack map frame would pass 65535 entries");
  }
  out.U1(kFull);
  out.U2(delta);
  out.U2(static_cast<uint16_t>(frame.locals.size()));
  REVMON_RETURN_IF_ERROR(WriteTypes(frame.locals, pool, out));
  out.U2(static_cast<uint16_t>(frame.stack.size()));
  return WriteTypes(frame.stack, pool, out);
}

// The smallest form that says how `frame` differs from the locals before it.
Status WriteFrame(const FrameView& frame, Types before, uint16_t delta, ConstantPoolEditor& pool,
                  ByteWriter& out) {
  if (frame.stack.size() > 1) return WriteFull(frame, delta, pool, out);
  bool same = frame.locals.size() == before.size() && StartsWith(frame.locals, before);
  if (frame.stack.size() == 1) {
    if (!same) return WriteFull(frame, delta, pool, out);
    if (delta < kSameLocals1) {
      out.U1(static_cast<uint8_t>(kSameLocals1 + delta));
    } else {
      out.U1(kSameLocals1Extended);
      out.U2(delta);
    }
    return WriteType(frame.stack[0], pool, out);
  }
  if (same) {
    if (delta >= kSameLocals1) out.U1(kSameExtended);
    delta < kSameLocals1 ? out.U1(static_cast<uint8_t>(delta)) : out.U2(delta);
    return OkStatus();
  }
  if (before.size() > frame.locals.size() && before.size() - frame.locals.size() <= kMaxDelta &&
      StartsWith(before, frame.locals)) {
    out.U1(static_cast<uint8_t>(kChopBase - (before.size() - frame.locals.size())));
    out.U2(delta);
    return OkStatus();
  }
  if (frame.locals.size() > before.size() && frame.locals.size() - before.size() <= kMaxDelta &&
      StartsWith(frame.locals, before)) {
    out.U1(static_cast<uint8_t>(kAppendBase + (frame.locals.size() - before.size())));
    out.U2(delta);
    return WriteTypes(frame.locals.subspan(before.size()), pool, out);
  }
  return WriteFull(frame, delta, pool, out);
}

}  // namespace

FrameView StackMap::frame(size_t i) const {
  const Entry& entry = frames_[i];
  Types all = types_;
  return {.pc = entry.pc,
          .locals = all.subspan(entry.first, entry.locals),
          .stack = all.subspan(entry.first + entry.locals, entry.stack)};
}

void StackMap::Add(uint32_t pc, Types locals, Types stack) {
  frames_.push_back({.pc = pc,
                     .first = static_cast<uint32_t>(types_.size()),
                     .locals = static_cast<uint32_t>(locals.size()),
                     .stack = static_cast<uint32_t>(stack.size())});
  types_.insert(types_.end(), locals.begin(), locals.end());
  types_.insert(types_.end(), stack.begin(), stack.end());
}

Status StackMap::ReadTypes(ByteReader& reader, uint32_t n, const ConstantPoolEditor& pool) {
  for (uint32_t i = 0; i < n; ++i) {
    VerificationType type;
    uint8_t tag = reader.U1();
    if (tag > static_cast<uint8_t>(TypeTag::kUninitialized)) return Damaged(reader);
    type.tag = static_cast<TypeTag>(tag);
    if (type.tag == TypeTag::kUninitialized) type.site = reader.U2();
    if (type.tag == TypeTag::kObject) {
      type.index = reader.U2();
      if (reader.ok() && pool.tag(type.index) != ConstantTag::kClass) return Damaged(reader);
      type.name = pool.ClassNameAt(type.index);
    }
    if (!reader.ok()) return Damaged(reader);
    types_.push_back(type);
  }
  return OkStatus();
}

Status StackMap::ReadFrame(ByteReader& reader, Types entry_locals, const ConstantPoolEditor& pool) {
  uint8_t kind = reader.U1();
  bool extended = kind >= kSameLocals1Extended;
  if (kind >= 2 * kSameLocals1 && !extended) return Damaged(reader);  // 128 to 246 are reserved
  uint32_t delta = extended ? reader.U2() : kind % kSameLocals1;
  Entry entry = {.pc = frames_.empty() ? delta : frames_.back().pc + delta + 1,
                 .first = static_cast<uint32_t>(types_.size()),
                 .locals = 0,
                 .stack = 0};
  if (kind == kFull) {
    entry.locals = reader.U2();
    REVMON_RETURN_IF_ERROR(ReadTypes(reader, entry.locals, pool));
    entry.stack = reader.U2();
    REVMON_RETURN_IF_ERROR(ReadTypes(reader, entry.stack, pool));
    frames_.push_back(entry);
    return OkStatus();
  }
  uint32_t kept = frames_.empty() ? static_cast<uint32_t>(entry_locals.size()) : frames_.back().locals;
  bool chops = kind > kSameLocals1Extended && kind < kSameExtended;
  if (chops) {
    uint32_t chopped = kChopBase - kind;
    if (chopped > kept) return Damaged(reader);
    kept -= chopped;
  }
  if (types_.size() + kept > kMaxTypes) {
    return Error(ErrorCode::kLimit, "StackMapTable describes too many types").AtOffset(reader.offset());
  }
  // Copied by index: the vector grows while it is read from.
  size_t source = frames_.empty() ? 0 : frames_.back().first;
  for (uint32_t i = 0; i < kept; ++i) {
    VerificationType type = frames_.empty() ? entry_locals[i] : types_[source + i];
    types_.push_back(type);
  }
  uint32_t appended = kind > kAppendBase ? kind - kAppendBase : 0;
  REVMON_RETURN_IF_ERROR(ReadTypes(reader, appended, pool));
  entry.locals = kept + appended;
  entry.stack = (kind >= kSameLocals1 && kind < 2 * kSameLocals1) || kind == kSameLocals1Extended ? 1 : 0;
  REVMON_RETURN_IF_ERROR(ReadTypes(reader, entry.stack, pool));
  frames_.push_back(entry);
  return OkStatus();
}

Status StackMap::Decode(Bytes data, uint32_t offset, Types entry_locals, const ConstantPoolEditor& pool) {
  frames_.clear();
  types_.clear();
  ByteReader reader(data, offset);
  uint16_t count = reader.U2();
  for (uint16_t i = 0; i < count; ++i) {
    REVMON_RETURN_IF_ERROR(ReadFrame(reader, entry_locals, pool));
    if (!reader.ok()) return Damaged(reader);
  }
  if (!reader.ok() || !reader.empty()) return Damaged(reader);
  return OkStatus();
}

Result<std::vector<uint8_t>> StackMap::Encode(Types entry_locals, ConstantPoolEditor& pool) const {
  if (frames_.size() > UINT16_MAX) return Error(ErrorCode::kLimit, "a method would pass 65535 frames");
  ByteWriter out;
  out.U2(static_cast<uint16_t>(frames_.size()));
  Types before = entry_locals;
  for (size_t i = 0; i < frames_.size(); ++i) {
    FrameView view = frame(i);
    uint32_t delta = i == 0 ? view.pc : view.pc - frames_[i - 1].pc - 1;
    if (delta > UINT16_MAX) return Error(ErrorCode::kLimit, "stack map frames lie too far apart");
    REVMON_RETURN_IF_ERROR(WriteFrame(view, before, static_cast<uint16_t>(delta), pool, out));
    before = view.locals;
  }
  return out.Release();
}

}  // namespace revmon::classfile
