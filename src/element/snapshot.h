// Answers: which elements existed at one moment, and what were their checksums?
//
// A list of elements over a shared table of ids, sorted by id when it is finished. Classes are added in class
// path order; a second class of the same name is shadowed, as in the JVM, and changes nothing. 72 bytes an
// element: the whole of JDK 17 (358,648 elements) is 26 MB.
#pragma once
#include <cstdint>
#include <span>
#include <vector>

#include "base/result.h"
#include "classfile/class_file.h"
#include "element/canonical.h"
#include "element/element_table.h"

namespace revmon::element {

struct Element {
  Id id = kNoId;
  uint16_t access_flags = 0;
  uint16_t position = 0;  // among the fields or methods of its class, as in the file; 0 for a type
  Checksums sums;
};

class Snapshot {
 public:
  // The table must outlive the snapshot and is shared by all snapshots that are to be compared.
  explicit Snapshot(ElementTable& table) : table_(&table) {}

  // Adds a class with its checksums. False: a class of this name is there already, and this one is ignored.
  // An error if the class declares a member twice, which the JVM rejects too.
  [[nodiscard]] Result<bool> Add(const classfile::ClassFile& file, const ClassChecksums& sums);
  // Sorts; afterwards elements() and Find work, and nothing more is added.
  void Finish();

  [[nodiscard]] const ElementTable& table() const { return *table_; }
  // By ascending id.
  [[nodiscard]] std::span<const Element> elements() const { return elements_; }
  [[nodiscard]] const Element* Find(Id id) const;

 private:
  [[nodiscard]] bool Claim(Id id);

  ElementTable* table_;
  std::vector<Element> elements_;
  std::vector<bool> present_;  // by id
};

}  // namespace revmon::element
