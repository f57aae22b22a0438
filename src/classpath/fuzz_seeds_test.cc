// The seeds in fuzz/corpus/jar and fuzz/corpus/jimage are what the builders below make, so that their source
// is readable here. REVMON_UPDATE=1 writes them anew.
#include <cstdlib>
#include <map>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "base/file_system.h"
#include "classpath/test_archives.h"
#include "classpath/test_classes.h"
#include "classpath/zip.h"

namespace revmon::classpath {
namespace {

std::string ClassText(std::string name) {
  std::vector<uint8_t> bytes = TestClass{.name = std::move(name)}.Build();
  return std::string(AsText(bytes));
}

std::map<std::string, std::vector<uint8_t>> Seeds() {
  const std::string one = ClassText("a/One"), two = ClassText("a/Two");
  std::map<std::string, std::vector<uint8_t>> seeds;
  seeds["jar/empty.jar"] = ZipBuilder().Build();
  seeds["jar/plain.jar"] =
      ZipBuilder().Stored("a/", "").Stored("a/One.class", one).Deflated("a/Two.class", two).Build();
  seeds["jar/zip64.jar"] =
      ZipBuilder().Add({.name = "a/One.class", .content = one, .zip64 = true}).Zip64End().Build();
  seeds["jar/descriptor.jar"] =
      ZipBuilder()
          .Add({.name = "a/One.class", .content = one, .deflate = true, .descriptor = true})
          .Comment("comment")
          .Build();
  seeds["jar/multi-release.jar"] =
      ZipBuilder()
          .Stored("META-INF/MANIFEST.MF", "Multi-Release: true\nClass-Path: x.jar lib/y%20z.jar\n")
          .Stored("a/One.class", one)
          .Deflated("META-INF/versions/9/a/One.class", two)
          .Stored("META-INF/versions/17/a/Two.class", two)
          .Build();
  const std::string library = ZipBuilder().Deflated("a/Two.class", two).BuildText();
  seeds["jar/spring-boot.jar"] = ZipBuilder()
                                     .Stored("BOOT-INF/classes/a/One.class", one)
                                     .Stored("BOOT-INF/lib/x.jar", library)
                                     .Deflated("BOOT-INF/lib/y.jar", library)
                                     .Stored("BOOT-INF/classpath.idx", "- \"BOOT-INF/lib/y.jar\"\n")
                                     .Build();
  for (bool big_endian : {false, true}) {
    JImageBuilder builder(big_endian);
    builder.Add("java.base", "java/lang/Object.class", one)
        .Add("java.base", "java/lang/String.class", two)
        .Add("java.base", "module-info.class", "m")
        .Add("java.sql", "a/b/c/D.class", "d")
        .AddCompressed("java.sql", "java/sql/Driver.class", "packed");
    seeds[big_endian ? "jimage/big-endian" : "jimage/little-endian"] = builder.Build();
  }
  seeds["jimage/one"] = JImageBuilder().Add("m", "A.class", "").Build();
  // Packed by hand, without the choices that a deflater has: one stored block, and one shared string.
  const std::string stored_block(
      "\x78\x01\x01\x02\x00\xFD\xFF"
      "hi"
      "\x01\x3B\x00\xD2",
      13);
  seeds["jimage/packed"] = JImageBuilder()
                               .AddLayer("m", "a/Zip.class", "zip", 2,
                                         [&](const JImageBuilder::StringOffset&) { return stored_block; })
                               .AddLayer("m", "a/Compact.class", "compact-cp", 18,
                                         [&](const JImageBuilder::StringOffset& string) {
                                           ByteWriter out;
                                           out.U8(0xCAFEBABE00000034);
                                           out.U2(2);
                                           out.U1(23);
                                           out.U4(string("share"));
                                           return std::string(AsText(out.bytes()));
                                         })
                               .Build();
  return seeds;
}

// What an archive says, whatever bytes this machine's deflate chose; other files are compared as they are.
std::string Meaning(Bytes bytes) {
  auto archive = ZipArchive::Open(bytes, "seed");
  if (!archive.ok()) return std::string(AsText(bytes));
  std::string text;
  for (const ZipEntry& entry : archive->entries()) {
    auto content = archive->Read(entry);
    text += std::string(entry.name) + "=";
    text += content.ok() && !entry.name.ends_with(".jar") ? AsText(content->bytes()) : "(nested)";
  }
  return text;
}

TEST(FuzzSeedsTest, AreWhatTheBuildersMake) {
  RealFileSystem fs;
  for (const auto& [name, bytes] : Seeds()) {
    const std::string path = "fuzz/corpus/" + name;  // tests run in the source folder
    if (std::getenv("REVMON_UPDATE") != nullptr) {
      ASSERT_TRUE(fs.CreateDirectories(path.substr(0, path.rfind('/'))).ok());
      ASSERT_TRUE(fs.WriteFileAtomically(path, bytes).ok());
    }
    auto stored = fs.ReadFile(path);
    ASSERT_TRUE(stored.ok()) << stored.error().Text();
    EXPECT_EQ(Meaning(*stored), Meaning(bytes)) << path << ": set REVMON_UPDATE=1 to write it anew";
  }
}

}  // namespace
}  // namespace revmon::classpath
