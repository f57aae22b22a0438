#include "classpath/test_archives.h"

#include <libdeflate.h>

#include <algorithm>
#include <utility>

namespace revmon::classpath {
namespace {

uint32_t Crc(std::string_view text) { return libdeflate_crc32(0, text.data(), text.size()); }

uint32_t HashName(std::string_view name, uint32_t seed) {
  for (char c : name) seed = (seed * 0x01000193u) ^ static_cast<uint8_t>(c);
  return seed & 0x7FFFFFFF;
}

// Which slot each name gets, and the redirect table that leads there.
struct PerfectHash {
  std::vector<int32_t> redirect;
  std::vector<size_t> name_of_slot;
  bool complete = true;  // false: some names collide under every seed, which happens for even sizes

  explicit PerfectHash(const std::vector<std::string>& names)
      : redirect(names.size(), 0), name_of_slot(names.size(), ~size_t{0}) {
    const auto n = static_cast<uint32_t>(names.size());
    std::vector<std::vector<size_t>> groups(n);
    for (size_t i = 0; i < n; ++i) groups[HashName(names[i], 0x01000193) % n].push_back(i);
    std::vector<size_t> order(n);
    for (size_t i = 0; i < n; ++i) order[i] = i;
    std::stable_sort(order.begin(), order.end(),
                     [&](size_t a, size_t b) { return groups[a].size() > groups[b].size(); });
    for (size_t group : order) complete = Place(names, groups[group], redirect[group]) && complete;
  }

  bool Place(const std::vector<std::string>& names, const std::vector<size_t>& group, int32_t& redirect_of) {
    if (group.empty()) return true;
    if (group.size() == 1) {
      auto free = std::find(name_of_slot.begin(), name_of_slot.end(), ~size_t{0});
      redirect_of = -1 - static_cast<int32_t>(free - name_of_slot.begin());
      *free = group[0];
      return true;
    }
    for (uint32_t seed = 1; seed < 1000; ++seed) {
      std::vector<size_t> slots;
      for (size_t name : group) {
        size_t slot = HashName(names[name], seed) % names.size();
        if (name_of_slot[slot] != ~size_t{0} || std::count(slots.begin(), slots.end(), slot) != 0) break;
        slots.push_back(slot);
      }
      if (slots.size() != group.size()) continue;
      for (size_t i = 0; i < group.size(); ++i) name_of_slot[slots[i]] = group[i];
      redirect_of = static_cast<int32_t>(seed);
      return true;
    }
    return false;
  }
};

// The string table of an image; offset 0 is "".
class StringTable {
 public:
  uint32_t Offset(const std::string& text) {
    auto [it, fresh] = offsets_.emplace(text, static_cast<uint32_t>(bytes_.size()));
    if (fresh) {
      bytes_ += text;
      bytes_ += '\0';
    }
    return it->second;
  }
  [[nodiscard]] const std::string& bytes() const { return bytes_; }

 private:
  std::string bytes_ = std::string(1, '\0');
  std::map<std::string, uint32_t> offsets_ = {{"", 0}};
};

void PutAttribute(ByteWriter& out, uint8_t kind, uint64_t value) {
  if (value == 0) return;
  int bytes = 1;
  while (bytes < 8 && value >> (8 * bytes) != 0) ++bytes;
  out.U1(static_cast<uint8_t>(kind << 3 | (bytes - 1)));
  for (int shift = 8 * (bytes - 1); shift >= 0; shift -= 8) out.U1(static_cast<uint8_t>(value >> shift));
}

}  // namespace

std::string Deflate(std::string_view text) {
  libdeflate_compressor* compressor = libdeflate_alloc_compressor(9);
  std::string out(libdeflate_deflate_compress_bound(compressor, text.size()), '\0');
  out.resize(libdeflate_deflate_compress(compressor, text.data(), text.size(), out.data(), out.size()));
  libdeflate_free_compressor(compressor);
  return out;
}

std::string Zlib(std::string_view text) {
  libdeflate_compressor* compressor = libdeflate_alloc_compressor(9);
  std::string out(libdeflate_zlib_compress_bound(compressor, text.size()), '\0');
  out.resize(libdeflate_zlib_compress(compressor, text.data(), text.size(), out.data(), out.size()));
  libdeflate_free_compressor(compressor);
  return out;
}

std::vector<uint8_t> ZipBuilder::Build() const {
  ByteWriter out;
  ByteWriter directory;
  for (const Entry& entry : entries_) {
    const std::string data = entry.deflate ? Deflate(entry.content) : entry.content;
    const auto offset = static_cast<uint32_t>(out.bytes().size());
    const auto flags = static_cast<uint16_t>(entry.descriptor ? 8 : 0);
    const auto method = static_cast<uint16_t>(entry.deflate ? 8 : 0);
    const auto packed = static_cast<uint32_t>(data.size());
    const auto size = static_cast<uint32_t>(entry.content.size());
    const uint32_t crc = Crc(entry.content);
    auto common = [&](ByteWriter& to, bool sizes, uint16_t extra) {
      to.U2Le(20);
      to.U2Le(flags);
      to.U2Le(method);
      to.U4Le(0x5A210000);  // a fixed date
      to.U4Le(sizes ? crc : 0);
      to.U4Le(entry.zip64 ? ~0u : sizes ? packed : 0);
      to.U4Le(entry.zip64 ? ~0u : sizes ? size : 0);
      to.U2Le(static_cast<uint16_t>(entry.name.size()));
      to.U2Le(extra);
    };
    out.U4Le(0x04034B50);
    common(out, !entry.descriptor, 0);
    out.Put(entry.name);
    out.Put(data);
    if (entry.descriptor) {
      out.U4Le(0x08074B50);
      out.U4Le(crc);
      out.U4Le(packed);
      out.U4Le(size);
    }
    directory.U4Le(0x02014B50);
    directory.U2Le(20);
    common(directory, true, entry.zip64 ? 28 : 0);
    directory.U2Le(0);
    directory.U2Le(0);
    directory.U2Le(0);
    directory.U4Le(0);
    directory.U4Le(entry.zip64 ? ~0u : offset);
    directory.Put(entry.name);
    if (entry.zip64) {
      directory.U2Le(1);
      directory.U2Le(24);
      directory.U8Le(size);
      directory.U8Le(packed);
      directory.U8Le(offset);
    }
  }
  const auto directory_offset = static_cast<uint32_t>(out.bytes().size());
  const auto directory_size = static_cast<uint32_t>(directory.bytes().size());
  out.Put(directory.bytes());
  const auto count = static_cast<uint16_t>(entries_.size());
  if (zip64_end_) {
    const uint64_t record = out.bytes().size();
    out.U4Le(0x06064B50);
    out.U8Le(44);
    out.U2Le(45);
    out.U2Le(45);
    out.U4Le(0);
    out.U4Le(0);
    out.U8Le(count);
    out.U8Le(count);
    out.U8Le(directory_size);
    out.U8Le(directory_offset);
    out.U4Le(0x07064B50);
    out.U4Le(0);
    out.U8Le(record);
    out.U4Le(1);
  }
  out.U4Le(0x06054B50);
  out.U4Le(0);
  out.U2Le(zip64_end_ ? 0xFFFF : count);
  out.U2Le(zip64_end_ ? 0xFFFF : count);
  out.U4Le(zip64_end_ ? ~0u : directory_size);
  out.U4Le(zip64_end_ ? ~0u : directory_offset);
  out.U2Le(static_cast<uint16_t>(comment_.size()));
  out.Put(comment_);
  return {out.bytes().begin(), out.bytes().end()};
}

std::string ZipBuilder::BuildText() const {
  std::vector<uint8_t> bytes = Build();
  return std::string(AsText(bytes));
}

JImageBuilder& JImageBuilder::Add(std::string module, std::string path, std::string_view content) {
  resources_.push_back({std::move(module), std::move(path), std::string(content), false});
  return *this;
}

JImageBuilder& JImageBuilder::AddCompressed(std::string module, std::string path, std::string_view content) {
  resources_.push_back({std::move(module), std::move(path), std::string(content), true});
  return *this;
}

JImageBuilder& JImageBuilder::AddLayer(std::string module, std::string path, std::string packer,
                                       uint64_t size, std::function<std::string(const StringOffset&)> pack) {
  resources_.push_back(
      {std::move(module), std::move(path), "", true, std::move(packer), size, std::move(pack)});
  return *this;
}

std::vector<uint8_t> JImageBuilder::Build() const {
  auto put4 = [this](ByteWriter& out, uint32_t v) { big_endian_ ? out.U4(v) : out.U4Le(v); };
  StringTable strings;
  std::vector<Resource> all = resources_;
  for (Resource& resource : all) {
    if (resource.pack == nullptr) continue;
    const std::string data = resource.pack([&](const std::string& text) { return strings.Offset(text); });
    ByteWriter layer;
    put4(layer, 0xCAFEFAFA);
    big_endian_ ? layer.U8(data.size()) : layer.U8Le(data.size());
    big_endian_ ? layer.U8(resource.unpacked_size) : layer.U8Le(resource.unpacked_size);
    put4(layer, strings.Offset(resource.packer));
    put4(layer, 0);
    layer.U1(1);
    layer.Put(data);
    resource.content = AsText(layer.bytes());
  }
  std::map<std::string, std::string> module_of;
  for (const Resource& resource : resources_) {
    const size_t slash = resource.path.rfind('/');
    if (slash == std::string::npos || !resource.path.ends_with(".class")) continue;
    std::string package = resource.path.substr(0, slash);
    std::replace(package.begin(), package.end(), '/', '.');
    module_of.emplace(package, resource.module);
  }
  for (const auto& [package, module] : module_of) {
    ByteWriter pair;
    put4(pair, 0);
    put4(pair, strings.Offset(module));
    all.push_back({"packages", package, std::string(AsText(pair.bytes())), false});
  }
  std::vector<std::string> names;
  for (const Resource& resource : all) names.push_back("/" + resource.module + "/" + resource.path);
  PerfectHash hash(names);
  for (int i = 0; !hash.complete; ++i) {
    all.push_back({"filler", std::to_string(i), "", false});
    names.push_back("/filler/" + std::to_string(i));
    hash = PerfectHash(names);
  }

  ByteWriter locations, content;
  std::vector<uint32_t> offsets;
  for (size_t index : hash.name_of_slot) {
    const Resource& resource = all[index];
    offsets.push_back(static_cast<uint32_t>(locations.bytes().size()));
    const size_t slash = resource.path.rfind('/');
    std::string file = slash == std::string::npos ? resource.path : resource.path.substr(slash + 1);
    const size_t dot = file.rfind('.');
    PutAttribute(locations, 1, strings.Offset(resource.module));
    if (slash != std::string::npos)
      PutAttribute(locations, 2, strings.Offset(resource.path.substr(0, slash)));
    PutAttribute(locations, 3, strings.Offset(file.substr(0, dot)));
    if (dot != std::string::npos) PutAttribute(locations, 4, strings.Offset(file.substr(dot + 1)));
    PutAttribute(locations, 5, content.bytes().size());
    if (resource.compressed) PutAttribute(locations, 6, resource.content.size());
    PutAttribute(locations, 7, resource.pack != nullptr ? resource.unpacked_size : resource.content.size());
    locations.U1(0);
    content.Put(resource.content);
  }

  ByteWriter out;
  put4(out, 0xCAFEDADA);
  put4(out, 1 << 16);
  put4(out, 0);
  put4(out, static_cast<uint32_t>(names.size()));
  put4(out, static_cast<uint32_t>(names.size()));
  put4(out, static_cast<uint32_t>(locations.bytes().size()));
  put4(out, static_cast<uint32_t>(strings.bytes().size()));
  for (int32_t value : hash.redirect) put4(out, static_cast<uint32_t>(value));
  for (uint32_t value : offsets) put4(out, value);
  out.Put(locations.bytes());
  out.Put(strings.bytes());
  out.Put(content.bytes());
  return {out.bytes().begin(), out.bytes().end()};
}

}  // namespace revmon::classpath
