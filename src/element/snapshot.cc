#include "element/snapshot.h"

#include <algorithm>
#include <string>

namespace revmon::element {

// True the first time an id is claimed.
bool Snapshot::Claim(Id id) {
  if (id >= present_.size()) present_.resize(table_->size());
  if (present_[id]) return false;
  present_[id] = true;
  return true;
}

Result<bool> Snapshot::Add(const classfile::ClassFile& file, const ClassChecksums& sums) {
  Id type = table_->Type(file.name());
  if (!Claim(type)) return false;
  elements_.push_back({.id = type, .access_flags = file.access_flags(), .position = 0, .sums = sums.type});
  for (bool methods : {false, true}) {
    std::span<const classfile::Member> members = methods ? file.methods() : file.fields();
    const std::vector<Checksums>& checksums = methods ? sums.methods : sums.fields;
    for (size_t i = 0; i < members.size(); ++i) {
      const classfile::Member& member = members[i];
      Id id = methods ? table_->Method(type, member.name, member.descriptor)
                      : table_->Field(type, member.name, member.descriptor);
      if (!Claim(id)) {
        return Error(ErrorCode::kMalformed, std::string(table_->Name(id)) + " is declared twice")
            .AtOffset(member.offset);
      }
      elements_.push_back({.id = id,
                           .access_flags = member.access_flags,
                           .position = static_cast<uint16_t>(i),
                           .sums = checksums[i]});
    }
  }
  return true;
}

void Snapshot::Finish() {
  std::sort(elements_.begin(), elements_.end(),
            [](const Element& a, const Element& b) { return a.id < b.id; });
}

const Element* Snapshot::Find(Id id) const {
  auto at = std::lower_bound(elements_.begin(), elements_.end(), id,
                             [](const Element& element, Id wanted) { return element.id < wanted; });
  return at == elements_.end() || at->id != id ? nullptr : &*at;
}

}  // namespace revmon::element
