#include "classpath/class_path.h"

#include <algorithm>
#include <utility>

#include "base/interner.h"
#include "base/path.h"
#include "classpath/folder.h"
#include "classpath/jdk_modules.h"

namespace revmon::classpath {

void ClassPath::AddJdk(const Jdk& jdk) {
  if (jdk.modules.empty()) {
    for (const std::string& jar : jdk.boot_jars) AddElement(jar);
    return;
  }
  Result<std::unique_ptr<JdkModules>> modules = JdkModules::Open(fs_, jdk.modules, jdk.jimage_library());
  if (modules.ok()) {
    containers_.push_back(std::move(modules).value());
  } else {
    problems_.push_back(std::move(modules).error());
  }
}

void ClassPath::AddPath(std::string_view path) {
  while (!path.empty()) {
    const size_t colon = std::min(path.find(':'), path.size());
    std::string element(path.substr(0, colon));
    path.remove_prefix(std::min(colon + 1, path.size()));
    if (element == "*" || element.ends_with("/*")) {
      AddWildcard(element == "*" ? "." : element.substr(0, element.size() - 2));
    } else {
      AddElement(element.empty() ? "." : element);  // an empty element is the current folder, as in the JVM
    }
  }
}

void ClassPath::AddWildcard(const std::string& folder) {
  Result<std::vector<DirectoryEntry>> entries = fs_.List(folder.empty() ? "/" : folder);
  if (!entries.ok()) {
    problems_.push_back(std::move(entries).error());
    return;
  }
  for (const DirectoryEntry& entry : *entries) {
    const bool is_jar = entry.name.ends_with(".jar") || entry.name.ends_with(".JAR");
    if (is_jar) AddElement(JoinPath(folder.empty() ? "/" : folder, entry.name));
  }
}

void ClassPath::AddElement(const std::string& path) {
  // What a manifest names comes right behind its jar, before anything added later.
  std::vector<std::string> pending = {path};
  bool from_manifest = false;
  while (!pending.empty()) {
    std::string next = std::move(pending.back());
    pending.pop_back();
    std::vector<std::string> named = AddOne(next, from_manifest);
    from_manifest = true;
    pending.insert(pending.end(), std::make_move_iterator(named.rbegin()),
                   std::make_move_iterator(named.rend()));
  }
}

std::vector<std::string> ClassPath::AddOne(const std::string& path, bool from_manifest) {
  if (!added_.insert(NormalizePath(path)).second) return {};
  if (added_.size() > options_.element_limit) {
    if (added_.size() == options_.element_limit + 1) {
      problems_.push_back(Error(ErrorCode::kLimit, "too many class path elements").At(path));
    }
    return {};
  }
  Result<FileInfo> info = fs_.Stat(path);
  if (!info.ok()) {
    // Manifests name what never existed all the time; the JVM does not care, nobody wants to know.
    if (!from_manifest) problems_.push_back(std::move(info).error());
    return {};
  }
  if (info->type == FileType::kDirectory) {
    containers_.push_back(std::make_unique<FolderContainer>(fs_, path));
    return {};
  }
  Result<std::shared_ptr<const Jar>> jar = OpenJar(path);
  if (!jar.ok()) {
    problems_.push_back(std::move(jar).error());
    return {};
  }
  AddJar(*jar);
  std::vector<std::string> named;
  for (const std::string& url : (*jar)->manifest().class_path) {
    std::string target = PathOfUrl(url, DirName(path));
    if (!target.empty()) named.push_back(std::move(target));
  }
  return named;
}

Result<std::shared_ptr<const Jar>> ClassPath::OpenJar(const std::string& path) const {
  if (options_.map_files) {
    REVMON_ASSIGN_OR_RETURN(MappedFile content, fs_.Map(path));
    return Jar::Open(std::move(content), path);
  }
  REVMON_ASSIGN_OR_RETURN(std::vector<uint8_t> content, fs_.ReadFile(path));
  return Jar::Open(MappedFile(std::move(content)), path);
}

void ClassPath::AddJar(const std::shared_ptr<const Jar>& jar) {
  Jar::Layout layout = jar->FindLayout();
  std::vector<std::string> hidden;
  if (!layout.classes_root.empty()) hidden.push_back(layout.classes_root);
  containers_.push_back(std::make_unique<JarContainer>(jar, "", options_.release, std::move(hidden)));
  if (!layout.classes_root.empty()) {
    containers_.push_back(std::make_unique<JarContainer>(jar, layout.classes_root, 0));
  }
  for (const ZipEntry* entry : layout.libraries) {
    if (containers_.size() >= options_.element_limit) {
      problems_.push_back(Error(ErrorCode::kLimit, "too many class path elements").At(jar->name()));
      return;
    }
    Result<std::shared_ptr<const Jar>> nested = Jar::OpenNested(jar, *entry, options_.nested_budget);
    if (nested.ok()) {
      containers_.push_back(std::make_unique<JarContainer>(std::move(nested).value(), "", options_.release));
    } else {
      problems_.push_back(std::move(nested).error());
    }
  }
}

Result<std::optional<FoundClass>> ClassPath::Find(std::string_view name) const {
  for (const std::unique_ptr<ClassContainer>& container : containers_) {
    Result<std::optional<FoundClass>> found = container->Find(name);
    if (!found.ok() || found->has_value()) return found;
  }
  return std::optional<FoundClass>();
}

ClassList ClassPath::List(bool with_shadowed) const {
  ClassList list;
  Interner seen;
  for (uint32_t i = 0; i < containers_.size(); ++i) {
    Status listed = containers_[i]->ForEach([&](std::string_view name, uint64_t token) {
      const uint32_t known = seen.size();
      const bool shadowed = seen.Intern(name) < known;
      if (shadowed && !with_shadowed) return;
      list.entries.push_back(
          {.name = list.names.Copy(name), .token = token, .container = i, .shadowed = shadowed});
    });
    if (!listed.ok()) list.problems.push_back(std::move(listed).error());
  }
  return list;
}

Result<Blob> ClassPath::Read(const ClassEntry& entry) const {
  return containers_[entry.container]->Read(entry.name, entry.token);
}

std::string ClassPath::OriginOf(const ClassEntry& entry) const {
  return containers_[entry.container]->OriginOf(entry.name, entry.token);
}

void ClassPath::ForEachClass(const std::function<void(const ClassEntry&, const Result<Blob>&)>& visit) const {
  const ClassList list = List();
  for (const ClassEntry& entry : list.entries) visit(entry, Read(entry));
}

}  // namespace revmon::classpath
