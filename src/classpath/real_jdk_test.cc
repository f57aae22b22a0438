// Our reader of JDK images against the JDK's own, on every JDK of this machine.
#include <dlfcn.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <iterator>
#include <mutex>
#include <set>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "base/path.h"
#include "base/thread_pool.h"
#include "classpath/class_path.h"
#include "classpath/hierarchy.h"
#include "classpath/jdk_modules.h"
#include "classpath/resolution.h"

namespace revmon::classpath {
namespace {

class RealJdkTest : public ::testing::Test {
 protected:
  void SetUp() override {
    for (Jdk& jdk : DiscoverJdks(fs_, JdkEnvironment::FromProcess())) {
      if (!jdk.modules.empty()) jdks_.push_back(std::move(jdk));
    }
    if (jdks_.empty()) GTEST_SKIP() << "no JDK 9 or later in JAVA_HOME, on the PATH or in /usr/lib/jvm";
  }
  RealFileSystem fs_;
  std::vector<Jdk> jdks_;
};

TEST_F(RealJdkTest, VersionIsKnown) {
  for (const Jdk& jdk : jdks_) EXPECT_GE(jdk.feature, 9) << jdk.home;
}

// Runs `compare`, which tells the first difference or "", in a process of its own: the library of a JDK needs
// that JDK's libjvm, and one process can hold only one of these.
using Comparison = std::function<std::string(const JdkModules& ours, const JImageLibrary& theirs)>;
void CompareInOwnProcess(const FileSystem& fs, const Jdk& jdk, const Comparison& compare) {
  auto run = [&]() -> Result<std::string> {
    const std::string jvm = jdk.home + "/lib/server/libjvm.so";
    if (dlopen(jvm.c_str(), RTLD_LAZY | RTLD_GLOBAL) == nullptr) return Error(ErrorCode::kIo, "no " + jvm);
    REVMON_ASSIGN_OR_RETURN(auto ours, JdkModules::Open(fs, jdk.modules, jdk.jimage_library()));
    REVMON_ASSIGN_OR_RETURN(auto theirs, JImageLibrary::Open(jdk.jimage_library(), jdk.modules));
    return compare(*ours, *theirs);
  };
  EXPECT_EXIT(
      {
        Result<std::string> difference = run();
        const std::string text = difference.ok() ? *difference : difference.error().Text();
        fprintf(stderr, "%s\n", text.c_str());
        _exit(text.empty() ? 0 : 1);
      },
      ::testing::ExitedWithCode(0), "")
      << jdk.home;
}

std::string CompareListings(const JdkModules& ours, const JImageLibrary& theirs) {
  std::set<std::string> our_names, their_names;
  Status listed = ours.image().ForEach([&](const JImageResource& r) {
    if (!r.module.empty() && r.module != "packages" && r.module != "modules") our_names.insert(r.FullName());
  });
  if (!listed.ok()) return listed.error().Text();
  theirs.ForEach([&](std::string_view module, std::string_view package, std::string_view name,
                     std::string_view extension) {
    JImageResource r;
    r.module = module;
    r.parent = package;
    r.base = name;
    r.extension = extension;
    their_names.insert(r.FullName());
  });
  std::vector<std::string> differences;
  std::set_symmetric_difference(our_names.begin(), our_names.end(), their_names.begin(), their_names.end(),
                                std::back_inserter(differences));
  if (!differences.empty())
    return std::to_string(differences.size()) + " differ, first " + differences.front();
  return our_names.size() > 5000 ? "" : "only " + std::to_string(our_names.size()) + " resources";
}

// "" or what is wrong with one class.
std::string CompareClass(const JdkModules& ours, const JImageLibrary& theirs, std::string_view name,
                         uint64_t token) {
  const std::string package(DirName(name));
  auto module = ours.image().ModuleOfPackage(package);
  if (!module.ok() || *module != theirs.ModuleOfPackage(package)) return "another module";
  auto expected = theirs.Read(std::string(*module), std::string(name) + ".class", 1 << 28);
  if (!expected.ok() || !expected->has_value()) return "the JDK does not find it";
  auto listed = ours.Read(name, token);
  if (!listed.ok()) return listed.error().Text();
  auto found = ours.Find(name);
  if (!found.ok() || !found->has_value()) return "listed but not found";
  if ((*found)->content.bytes().data() != listed->bytes().data()) return "found elsewhere than listed";
  return AsText(listed->bytes()) == AsText(**expected) ? "" : "other bytes";
}

std::string CompareClasses(const JdkModules& ours, const JImageLibrary& theirs) {
  size_t classes = 0;
  std::string first;
  Status status = ours.ForEach([&](std::string_view name, uint64_t token) {
    ++classes;
    std::string difference = CompareClass(ours, theirs, name, token);
    if (first.empty() && !difference.empty()) first = std::string(name) + ": " + difference;
  });
  if (!status.ok()) return status.error().Text();
  if (classes < 5000) return "only " + std::to_string(classes) + " classes";
  return first;
}

std::string CompareAbsentNames(const JdkModules& ours, const JImageLibrary& theirs) {
  for (std::string_view name : {"java/lang/Nope", "java/lang/", "java/lang", "", "nope/Nope", "Nope"}) {
    auto found = ours.Find(name);
    if (!found.ok() || found->has_value()) return "finds " + std::string(name);
  }
  auto nope = theirs.Read("java.base", "java/lang/Nope.class", 1 << 28);
  if (!nope.ok() || nope->has_value()) return "the JDK finds what is not there";
  return theirs.ModuleOfPackage("nope").empty() ? "" : "the JDK has a module for nope";
}

TEST_F(RealJdkTest, BothReadersListTheSameResources) {
  for (const Jdk& jdk : jdks_) CompareInOwnProcess(fs_, jdk, CompareListings);
}

TEST_F(RealJdkTest, BothReadersGiveTheSameBytesOfEveryClass) {
  for (const Jdk& jdk : jdks_) CompareInOwnProcess(fs_, jdk, CompareClasses);
}

TEST_F(RealJdkTest, AbsentNamesAreAbsentForBoth) {
  for (const Jdk& jdk : jdks_) CompareInOwnProcess(fs_, jdk, CompareAbsentNames);
}

// The same module linked plainly and packed in both ways: the content of every resource must be the same.
class JlinkTest : public RealJdkTest {
 protected:
  void SetUp() override {
    RealJdkTest::SetUp();
    if (jdks_.empty()) return;
    folder_ = ::testing::TempDir() + "/revmon_jlink_XXXXXX";
    ASSERT_NE(mkdtemp(folder_.data()), nullptr);
  }
  void TearDown() override {
    if (!folder_.empty()) (void)fs_.RemoveTree(folder_).ok();
  }
  bool Link(int level, const std::string& output) {
    const std::string jlink = jdks_.front().home + "/bin/jlink";
    const std::string command = jlink + " --add-modules java.base --compress=" + std::to_string(level) +
                                " --output " + output + " >" + folder_ + "/log 2>&1";
    return fs_.Exists(jlink) && std::system(command.c_str()) == 0;
  }
  std::string folder_;
};

// How many packed resources there are, after comparing all.
size_t ComparePacked(const JdkModules& packed, const JdkModules& plain) {
  size_t unpacked = 0;
  Status listed = packed.image().ForEach([&](const JImageResource& resource) {
    if (resource.module.empty() || resource.module == "modules" || resource.module == "packages") return;
    auto content = packed.Read(resource);
    ASSERT_TRUE(content.ok()) << content.error().Text();
    const std::string path = resource.FullName().substr(resource.module.size() + 2);
    auto original = plain.image().Find(resource.module, path);
    ASSERT_TRUE(original.ok() && original->has_value()) << resource.FullName();
    auto expected = plain.Read(**original);
    ASSERT_TRUE(expected.ok());
    ASSERT_TRUE(AsText(content->bytes()) == AsText(expected->bytes())) << resource.FullName();
    unpacked += resource.compressed ? 1 : 0;
  });
  EXPECT_TRUE(listed.ok());
  return unpacked;
}

TEST_F(JlinkTest, PackedResourcesUnpackToTheOriginal) {
  if (!Link(0, folder_ + "/0")) GTEST_SKIP() << "no working jlink in " << jdks_.front().home;
  auto plain = JdkModules::Open(fs_, folder_ + "/0/lib/modules", "");
  ASSERT_TRUE(plain.ok()) << plain.error().Text();
  for (int level : {1, 2}) {
    const std::string output = folder_ + "/" + std::to_string(level);
    ASSERT_TRUE(Link(level, output));
    auto packed = JdkModules::Open(fs_, output + "/lib/modules", "");
    ASSERT_TRUE(packed.ok()) << packed.error().Text();
    EXPECT_GT(ComparePacked(**packed, **plain), 5000u) << "--compress=" << level;
  }
}

// A JDK is complete and was linked by its own compiler: every reference in it must resolve.
TEST_F(RealJdkTest, EveryMemberReferenceOfJavaBaseResolves) {
  ThreadPool pool(ThreadPool::DefaultWorkers());
  for (const Jdk& jdk : jdks_) {
    ClassPath path(fs_, {.release = jdk.feature});
    path.AddJdk(jdk);
    Hierarchy hierarchy(path, &pool);
    const ClassList list = path.List();
    std::atomic<size_t> references{0}, unresolved{0};
    std::mutex mutex;
    std::string first;
    pool.ParallelFor(list.entries.size(), 64, [&](size_t begin, size_t end) {
      for (size_t i = begin; i < end; ++i) {
        if (path.OriginOf(list.entries[i]).find("!/java.base/") == std::string::npos) continue;
        auto content = path.Read(list.entries[i]);
        auto file = classfile::ClassFile::Parse(content->bytes());
        ASSERT_TRUE(file.ok()) << file.error().Text();
        for (uint32_t k = 1; k < file->pool().count(); ++k) {
          const classfile::MemberRef ref = file->pool().Member(k);
          if (ref.tag == classfile::ConstantTag::kNone) continue;
          ++references;
          const ClassId owner = hierarchy.Id(ref.owner);
          const Resolution result = ref.tag == classfile::ConstantTag::kFieldref
                                        ? ResolveField(hierarchy, owner, ref.name, ref.descriptor)
                                    : ref.tag == classfile::ConstantTag::kMethodref
                                        ? ResolveMethod(hierarchy, owner, ref.name, ref.descriptor)
                                        : ResolveInterfaceMethod(hierarchy, owner, ref.name, ref.descriptor);
          // The JVM spins the species classes itself, when they are first needed.
          if (result.found() || ref.owner.starts_with("java/lang/invoke/BoundMethodHandle$Species_"))
            continue;
          ++unresolved;
          std::lock_guard lock(mutex);
          if (first.empty())
            first = std::string(ref.owner) + "." + std::string(ref.name) + std::string(ref.descriptor);
        }
      }
    });
    EXPECT_GT(references, 100000u) << jdk.home;
    EXPECT_EQ(unresolved, 0u) << jdk.home << ", first: " << first;
    EXPECT_TRUE(hierarchy.Problems().empty()) << hierarchy.Problems()[0].Text();
  }
}

TEST_F(RealJdkTest, SubtypesOverTheWholeJdk) {
  ThreadPool pool(ThreadPool::DefaultWorkers());
  for (const Jdk& jdk : jdks_) {
    ClassPath path(fs_);
    path.AddJdk(jdk);
    Hierarchy hierarchy(path, &pool);
    const size_t classes = path.List().entries.size();
    EXPECT_EQ(hierarchy.AllSubtypes(hierarchy.object()).size(), classes - 1) << "all but Object itself";
    const ClassId collection = hierarchy.Id("java/util/Collection");
    const std::vector<ClassId> collections = hierarchy.AllSubtypes(collection);
    EXPECT_NE(std::find(collections.begin(), collections.end(), hierarchy.Id("java/util/ArrayList")),
              collections.end());
    for (ClassId id : collections) EXPECT_EQ(hierarchy.IsSubtype(id, collection), Answer::kYes);
    EXPECT_EQ(hierarchy.IsSubtype(hierarchy.Id("java/util/HashMap"), collection), Answer::kNo);
  }
}

}  // namespace
}  // namespace revmon::classpath
