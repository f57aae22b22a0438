#include "run/spec_library.h"

#include <algorithm>
#include <cstdlib>
#include <set>
#include <string_view>

#include "base/path.h"
#include "base/suggest.h"
#include "classpath/jdk.h"

namespace revmon::run {
namespace {

constexpr std::string_view kSuffix = ".mop";
constexpr int kMaxFolders = 64;  // one below the other

bool IsSpecName(std::string_view path) { return path.ends_with(kSuffix); }

// Links to files are followed, links to folders are not: they may lead back.
Status Collect(const FileSystem& files, const std::string& folder, int depth, std::vector<std::string>* out) {
  if (depth > kMaxFolders) return Error(ErrorCode::kLimit, "folders are nested too deeply").At(folder);
  REVMON_ASSIGN_OR_RETURN(std::vector<DirectoryEntry> entries, files.List(folder));
  for (const DirectoryEntry& entry : entries) {
    std::string path = JoinPath(folder, entry.name);
    if (entry.type == FileType::kDirectory) {
      REVMON_RETURN_IF_ERROR(Collect(files, path, depth + 1, out));
    } else if (IsSpecName(entry.name) && !files.IsDirectory(path)) {
      out->push_back(std::move(path));
    }
  }
  return OkStatus();
}

Status CollectPath(const FileSystem& files, const std::string& path, std::vector<std::string>* out) {
  REVMON_ASSIGN_OR_RETURN(FileInfo info, files.Stat(path));
  if (info.type != FileType::kDirectory) {
    if (!IsSpecName(path)) {
      return Error(ErrorCode::kInvalid, "not a spec file").At(path).Hint("specs are files that end in .mop");
    }
    out->push_back(path);
    return OkStatus();
  }
  size_t before = out->size();
  REVMON_RETURN_IF_ERROR(Collect(files, path, 0, out));
  if (out->size() > before) return OkStatus();
  return Error(ErrorCode::kNotFound, "no .mop file in this folder or below").At(path);
}

// Where an installed program, an unpacked archive and a build folder have it.
std::vector<std::string> ShippedPlaces(const FileSystem& files) {
  Result<std::string> program = files.RealPath("/proc/self/exe");
  if (!program.ok()) return {};
  std::string folder(DirName(*program));
  return {JoinPath(folder, "specs"), NormalizePath(JoinPath(folder, "../share/revmon/specs")),
          NormalizePath(JoinPath(folder, "../specs"))};
}

bool Declares(const spec::LoadedFile& file, const std::string& name) {
  return std::any_of(file.ast.specs.begin(), file.ast.specs.end(),
                     [&](const spec::SpecDecl& spec) { return spec.name.text == name; });
}

Error UnknownSpec(const std::string& name, const std::vector<std::string>& known) {
  std::string hint = DidYouMean(name, known);
  if (hint.empty()) hint = "revmon specs list shows the names";
  return Error(ErrorCode::kNotFound, "no spec is called '" + name + "'").Hint(hint);
}

}  // namespace

std::vector<std::string> SplitPath(std::string_view path) {
  std::vector<std::string> parts;
  while (!path.empty()) {
    size_t colon = std::min(path.find(':'), path.size());
    if (colon > 0) parts.emplace_back(path.substr(0, colon));
    path.remove_prefix(std::min(colon + 1, path.size()));
  }
  return parts;
}

SpecTypes::SpecTypes(const FileSystem& files, const std::string& class_path) {
  std::vector<classpath::Jdk> jdks = classpath::DiscoverJdks(files, classpath::JdkEnvironment::FromProcess());
  auto newest = std::max_element(jdks.begin(), jdks.end(),
                                 [](const auto& a, const auto& b) { return a.feature < b.feature; });
  if (newest == jdks.end()) {
    notes_.emplace_back(
        "no JDK found (JAVA_HOME, PATH, /usr/lib/jvm): names behind wildcard imports stay unresolved");
  }
  if (newest == jdks.end() && class_path.empty()) return;
  classpath::ClassPathOptions options;
  if (newest != jdks.end()) options.release = newest->feature;
  path_ = std::make_unique<classpath::ClassPath>(files, options);
  if (newest != jdks.end()) path_->AddJdk(*newest);
  path_->AddPath(class_path);
  for (const Error& problem : path_->problems()) notes_.push_back(problem.Text());
  oracle_ = std::make_unique<spec::ClassPathTypes>(*path_);
}

Result<std::vector<std::string>> FindSpecFiles(const FileSystem& files, std::span<const std::string> paths) {
  std::vector<std::string> found;
  for (const std::string& path : paths) REVMON_RETURN_IF_ERROR(CollectPath(files, path, &found));
  std::vector<std::string> once;
  std::set<std::string> seen;
  for (std::string& path : found) {
    if (seen.insert(NormalizePath(path)).second) once.push_back(std::move(path));
  }
  return once;
}

Result<std::vector<std::string>> LibraryPaths(const FileSystem& files,
                                              const std::vector<std::string>& given) {
  if (!given.empty()) return given;
  if (const char* variable = std::getenv("REVMON_SPECS"); variable != nullptr && *variable != '\0') {
    return SplitPath(variable);
  }
  std::string looked;
  for (std::string& place : ShippedPlaces(files)) {
    if (files.IsDirectory(place)) return std::vector<std::string>{std::move(place)};
    looked += (looked.empty() ? "" : ", ") + place;
  }
  return Error(ErrorCode::kNotFound,
               "the shipped specs are not here" + (looked.empty() ? "" : " (looked in " + looked + ")"))
      .Hint("pass --specs PATH or set REVMON_SPECS");
}

Result<spec::LoadedFile> LoadSpecFile(const FileSystem& files, const std::string& path,
                                      const spec::TypeOracle* oracle) {
  REVMON_ASSIGN_OR_RETURN(std::vector<uint8_t> bytes, files.ReadFile(path, spec::SourceText::kMaxSize));
  return spec::Load(path, std::string(bytes.begin(), bytes.end()), oracle);
}

Result<FoundSpec> FindSpec(const FileSystem& files, const std::string& name_or_path,
                           const std::vector<std::string>& library, const spec::TypeOracle* oracle) {
  bool is_path = IsSpecName(name_or_path) || name_or_path.find('/') != std::string::npos;
  if (is_path) {
    REVMON_ASSIGN_OR_RETURN(FileInfo info, files.Stat(name_or_path));
    if (info.type == FileType::kDirectory || !IsSpecName(name_or_path)) {
      return Error(ErrorCode::kInvalid, "not a spec file")
          .At(name_or_path)
          .Hint("specs are files that end in .mop");
    }
    REVMON_ASSIGN_OR_RETURN(spec::LoadedFile file, LoadSpecFile(files, name_or_path, oracle));
    return FoundSpec{std::move(file), ""};
  }
  REVMON_ASSIGN_OR_RETURN(std::vector<std::string> paths, LibraryPaths(files, library));
  REVMON_ASSIGN_OR_RETURN(std::vector<std::string> candidates, FindSpecFiles(files, paths));
  // Most specs live in a file of their own name; that one is read first, and mostly no other.
  std::stable_partition(candidates.begin(), candidates.end(), [&](const std::string& path) {
    return BaseName(path) == name_or_path + std::string(kSuffix);
  });
  std::vector<std::string> known;
  for (const std::string& path : candidates) {
    REVMON_ASSIGN_OR_RETURN(spec::LoadedFile file, LoadSpecFile(files, path, oracle));
    if (Declares(file, name_or_path)) return FoundSpec{std::move(file), name_or_path};
    for (const spec::SpecDecl& spec : file.ast.specs) known.push_back(spec.name.text);
  }
  return UnknownSpec(name_or_path, known);
}

}  // namespace revmon::run
