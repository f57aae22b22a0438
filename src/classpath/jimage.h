// Answers: which resources does a JDK's lib/modules file hold, and where?
//
// The file is an index and the resources behind it. The index is a perfect hash over full names
// ("/java.base/java/lang/Object.class"): a redirect table sends the hash of a name to a second seed or
// straight to a slot, the slot leads to a location (a few attribute bytes: module, parent, base, extension as
// offsets into a string table, place and sizes of the content). A lookup touches four places of the mapped
// file and allocates nothing; opening reads 28 bytes. JDK 17 has 29,441 slots and 1.5 MB of index.
//
// A view over the file's bytes, which must outlive it; immutable, safe for many threads. Images of either
// byte order are read. Resources are stored plainly in every JDK as shipped; those that jlink compressed are
// found here but unpacked by the JDK's own library (jimage_library.h).
#pragma once
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "base/bytes.h"
#include "base/result.h"

namespace revmon::classpath {

// Names are views into the file. The full name is "/module/parent/base.extension".
struct JImageResource {
  std::string_view module;     // "java.base"; "packages" and "modules" are the image's own tables
  std::string_view parent;     // "java/lang"; may be empty
  std::string_view base;       // "Object"
  std::string_view extension;  // "class"; may be empty
  uint64_t offset = 0;         // of the content, in the file
  uint64_t stored_size = 0;    // bytes in the file
  uint64_t size = 0;           // bytes unpacked
  bool compressed = false;

  [[nodiscard]] std::string FullName() const;
};

class JImage {
 public:
  // `name` is what errors call the file.
  [[nodiscard]] static Result<JImage> Open(Bytes bytes, std::string name);

  [[nodiscard]] const std::string& name() const { return name_; }
  [[nodiscard]] uint32_t slot_count() const { return table_length_; }
  [[nodiscard]] bool big_endian() const { return big_endian_; }
  // The string at this offset of the string table.
  [[nodiscard]] Result<std::string_view> String(uint64_t offset) const;

  // The resource "/module/path", e.g. ("java.base", "java/lang/Object.class"). Damage gives an error, absence
  // an empty answer.
  [[nodiscard]] Result<std::optional<JImageResource>> Find(std::string_view module,
                                                           std::string_view path) const;
  // The module that holds the classes of a package ("java/lang"), "" if none does.
  [[nodiscard]] Result<std::string_view> ModuleOfPackage(std::string_view package) const;
  // Resource number `slot` of slot_count().
  [[nodiscard]] Result<JImageResource> At(uint32_t slot) const;
  // Every resource in slot order. The work is bounded also where a damaged index makes all names huge.
  [[nodiscard]] Status ForEach(const std::function<void(const JImageResource&)>& visit) const;
  // The bytes of a resource as stored, which is its content unless it is compressed.
  [[nodiscard]] Result<Bytes> Stored(const JImageResource& resource) const;

 private:
  JImage(Bytes bytes, std::string name) : bytes_(bytes), name_(std::move(name)) {}
  [[nodiscard]] Status ReadHeader();
  [[nodiscard]] uint32_t U4(uint64_t offset) const;
  [[nodiscard]] Result<std::optional<JImageResource>> FindFull(std::string_view full_name) const;
  [[nodiscard]] Error Fail(ErrorCode code, std::string message, uint64_t offset) const;

  Bytes bytes_;
  std::string name_;
  bool big_endian_ = false;
  uint32_t table_length_ = 0;
  uint64_t redirect_ = 0;  // file offsets of the parts of the index
  uint64_t offsets_ = 0;
  uint64_t locations_ = 0;
  uint64_t strings_ = 0;
  uint64_t content_ = 0;
};

}  // namespace revmon::classpath
