// Answers: how do tests get small archives, good and bad, that can be read in the test itself?
//
// Writers of zip archives and JDK images, for tests and fuzz seeds only.
#pragma once
#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "base/bytes.h"

namespace revmon::classpath {

class ZipBuilder {
 public:
  struct Entry {
    std::string name;
    std::string content;
    bool deflate = false;
    bool descriptor = false;  // sizes behind the data, as streaming writers do
    bool zip64 = false;       // sizes and offset in a zip64 extra field
  };

  ZipBuilder& Add(Entry entry) {
    entries_.push_back(std::move(entry));
    return *this;
  }
  ZipBuilder& Stored(std::string name, std::string_view content) {
    return Add({.name = std::move(name), .content = std::string(content)});
  }
  ZipBuilder& Deflated(std::string name, std::string_view content) {
    return Add({.name = std::move(name), .content = std::string(content), .deflate = true});
  }
  ZipBuilder& Comment(std::string_view comment) {
    comment_ = comment;
    return *this;
  }
  ZipBuilder& Zip64End() {
    zip64_end_ = true;
    return *this;
  }
  [[nodiscard]] std::vector<uint8_t> Build() const;
  [[nodiscard]] std::string BuildText() const;

 private:
  std::vector<Entry> entries_;
  std::string comment_;
  bool zip64_end_ = false;
};

class JImageBuilder {
 public:
  explicit JImageBuilder(bool big_endian = false) : big_endian_(big_endian) {}
  // `path` is "java/lang/Object.class"; the package table is made from the classes.
  JImageBuilder& Add(std::string module, std::string path, std::string_view content);
  // Marks what is added next as compressed (the content is not really packed).
  JImageBuilder& AddCompressed(std::string module, std::string path, std::string_view content);
  // A packed resource of one layer: `pack` makes the packed data, given the string table.
  using StringOffset = std::function<uint32_t(const std::string&)>;
  JImageBuilder& AddLayer(std::string module, std::string path, std::string packer, uint64_t size,
                          std::function<std::string(const StringOffset&)> pack);
  [[nodiscard]] std::vector<uint8_t> Build() const;

 private:
  struct Resource {
    std::string module, path, content;
    bool compressed = false;
    std::string packer = {};
    uint64_t unpacked_size = 0;
    std::function<std::string(const StringOffset&)> pack = nullptr;
  };
  bool big_endian_;
  std::vector<Resource> resources_;
};

// Compressed as in zip archives, and as in JDK images.
[[nodiscard]] std::string Deflate(std::string_view text);
[[nodiscard]] std::string Zlib(std::string_view text);

}  // namespace revmon::classpath
