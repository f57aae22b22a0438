#include "run/javac.h"

#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <optional>
#include <string_view>

#include "base/hash.h"
#include "base/path.h"
#include "classpath/jdk.h"
#include "run/class_cache.h"
#include "run/process.h"

namespace revmon::run {
namespace {

constexpr std::string_view kKeyVersion = "javac-1";  // raise when the flags below change
constexpr size_t kShownOutput = 2000;                // of a javac that failed without saying where

std::string Env(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? "" : value;
}

// A private folder that goes away with everything in it.
class WorkFolder {
 public:
  static Result<WorkFolder> Make(FileSystem& files) {
    std::string parent = Env("TMPDIR");
    std::string path = JoinPath(parent.empty() ? "/tmp" : parent, "revmon-javac-XXXXXX");
    if (::mkdtemp(path.data()) == nullptr) {
      return Error(ErrorCode::kIo, "cannot make a temporary folder").At(path);
    }
    return WorkFolder(files, std::move(path));
  }
  WorkFolder(WorkFolder&& other) noexcept : files_(other.files_), path_(std::exchange(other.path_, "")) {}
  WorkFolder& operator=(WorkFolder&&) = delete;
  ~WorkFolder() {
    if (!path_.empty()) static_cast<void>(files_.RemoveTree(path_).ok());
  }

  [[nodiscard]] const std::string& path() const { return path_; }
  Status Write(const std::string& name, Bytes content) {
    std::string path = JoinPath(path_, name);
    REVMON_RETURN_IF_ERROR(files_.CreateDirectories(std::string(DirName(path))));
    return files_.WriteFileAtomically(path, content);
  }

 private:
  WorkFolder(FileSystem& files, std::string path) : files_(files), path_(std::move(path)) {}
  FileSystem& files_;
  std::string path_;
};

// One line of a javac argument file.
std::string Argument(std::string_view text) {
  std::string out = "\"";
  for (char c : text) {
    if (c == '"' || c == '\\') out += '\\';
    out += c;
  }
  return out + "\"\n";
}

std::string FileOf(const JavaSource& source) { return source.class_name + ".java"; }

Result<std::vector<std::string>> AbsoluteClassPath(const FileSystem& files, const JavacOptions& options) {
  std::vector<std::string> out;
  for (const std::string& entry : options.class_path) {
    REVMON_ASSIGN_OR_RETURN(std::string real, files.RealPath(entry));
    out.push_back(std::move(real));
  }
  return out;
}

std::string ArgumentFile(const Javac& javac, const std::vector<const JavaSource*>& sources,
                         const std::vector<std::string>& class_path, const JavacOptions& options) {
  std::string release = std::to_string(options.release);
  std::string out;
  if (javac.feature == 8) {
    out += Argument("-source") + Argument(release) + Argument("-target") + Argument(release);
  } else {
    out += Argument("--release") + Argument(release);
  }
  std::string path = "lib";
  for (const std::string& entry : class_path) path += ":" + entry;
  for (std::string_view flag : {"-nowarn", "-Xlint:none", "-proc:none", "-g:source,lines", "-encoding",
                                "UTF-8", "-Xmaxerrs", "1000", "-sourcepath", "none", "-d", "out", "-cp"}) {
    out += Argument(flag);
  }
  out += Argument(path);
  for (const JavaSource* source : sources) out += Argument(FileOf(*source));
  return out;
}

Command JavacCommand(const Javac& javac, const std::string& folder) {
  Command command;
  command.argv = {javac.path,
                  "-J-XX:+IgnoreUnrecognizedVMOptions",
                  "-J-XX:TieredStopAtLevel=1",  // javac lives for a second
                  "-J-XX:+UseSerialGC",
                  "-J-Duser.language=en",
                  "-J-Duser.country=US",
                  "-J-Dfile.encoding=UTF-8",
                  "-J-Dstdout.encoding=UTF-8",
                  "-J-Dstderr.encoding=UTF-8",
                  "@arguments"};
  // These could load agents, change what is compiled, or speak in between.
  for (const char* name :
       {"JAVA_TOOL_OPTIONS", "_JAVA_OPTIONS", "JDK_JAVAC_OPTIONS", "JDK_JAVA_OPTIONS", "CLASSPATH"}) {
    command.environment.emplace_back(name, "");
  }
  command.directory = folder;
  return command;
}

// "Name.java:12: error: text": the index of the name, the line, and where the text begins.
struct Heading {
  size_t source = 0;
  uint32_t line = 0;
  bool error = false;
  std::string_view text;
};

std::optional<Heading> ReadHeading(std::string_view line, const std::vector<std::string>& names) {
  for (size_t i = 0; i < names.size(); ++i) {
    if (!line.starts_with(names[i]) || line.size() <= names[i].size() || line[names[i].size()] != ':')
      continue;
    std::string_view rest = line.substr(names[i].size() + 1);
    Heading heading{.source = i};
    auto [end, problem] = std::from_chars(rest.data(), rest.data() + rest.size(), heading.line);
    if (problem != std::errc()) continue;
    rest.remove_prefix(static_cast<size_t>(end - rest.data()));
    constexpr std::string_view kError = ": error: ";
    heading.error = rest.starts_with(kError);
    heading.text = rest.substr(std::min(rest.size(), heading.error ? kError.size() : 0));
    return heading;
  }
  return std::nullopt;
}

// The 1-based column of a line that is nothing but blanks and a caret; 0 for any other.
uint32_t CaretColumn(std::string_view line) {
  size_t at = line.find_first_not_of(" \t");
  return at + 1 == line.size() && line[at] == '^' ? static_cast<uint32_t>(at + 1) : 0;
}

std::vector<std::string_view> Lines(std::string_view text) {
  std::vector<std::string_view> out;
  while (!text.empty()) {
    size_t end = std::min(text.find('\n'), text.size());
    out.push_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return out;
}

// "  location: class revmon.spec.XMonitor" speaks of what the reader never wrote.
bool IsDetail(std::string_view line) {
  size_t at = line.find_first_not_of(' ');
  return line.starts_with("  ") && at != std::string_view::npos && !line.substr(at).starts_with("location:");
}

Result<std::vector<JavaClass>> ReadClasses(const FileSystem& files, const std::string& folder,
                                           const JavaSource& source) {
  std::string package(DirName(source.class_name));
  std::string simple(BaseName(source.class_name));
  std::string out = JoinPath(JoinPath(folder, "out"), package);
  REVMON_ASSIGN_OR_RETURN(std::vector<DirectoryEntry> entries, files.List(out));
  std::vector<JavaClass> classes;
  for (const DirectoryEntry& entry : entries) {
    constexpr std::string_view kSuffix = ".class";
    if (!entry.name.ends_with(kSuffix)) continue;
    std::string name = entry.name.substr(0, entry.name.size() - kSuffix.size());
    if (name != simple && !name.starts_with(simple + "$")) continue;
    REVMON_ASSIGN_OR_RETURN(std::vector<uint8_t> bytes, files.ReadFile(JoinPath(out, entry.name)));
    // "X.class" is listed behind "X$Y.class"; the class itself comes first.
    auto where = name == simple ? classes.begin() : classes.end();
    classes.insert(where, {JoinPath(package, name), std::move(bytes)});
  }
  if (classes.empty() || classes[0].name != source.class_name) {
    return Error(ErrorCode::kInvalid, "javac made no class " + source.class_name);
  }
  return classes;
}

Error JavacFailed(const Javac& javac, const Outcome& outcome) {
  std::string said = outcome.err + outcome.out;
  if (said.size() > kShownOutput) said.resize(kShownOutput);
  while (!said.empty() && said.back() == '\n') said.pop_back();
  return Error(ErrorCode::kInvalid,
               javac.path + " failed with exit code " + std::to_string(outcome.exit_code) + ": " + said)
      .Hint("name another JDK with --jdk or JAVA_HOME");
}

// Nothing when a folder is on the class path: its content may change without any trace in the key.
std::optional<Hasher> KeyBase(const FileSystem& files, const Javac& javac, const JavacOptions& options,
                              const std::vector<std::string>& class_path) {
  Hasher key;
  key.Field(kKeyVersion).Field(javac.version).U4(static_cast<uint32_t>(options.release));
  key.U8(options.library.size());
  for (const JavaClass& one : options.library) key.Field(one.name).Field(Bytes(one.bytes));
  for (const std::string& entry : class_path) {
    Result<FileInfo> info = files.Stat(entry);
    if (!info.ok() || info->type != FileType::kFile) return std::nullopt;
    key.Field(entry).U8(info->size).U8(static_cast<uint64_t>(info->modified_ns));
  }
  return key;
}

}  // namespace

Result<Javac> FindJavac(const FileSystem& files, const std::string& home) {
  std::vector<classpath::Jdk> jdks;
  if (!home.empty()) {
    REVMON_ASSIGN_OR_RETURN(classpath::Jdk jdk, classpath::OpenJdk(files, home));
    jdks.push_back(std::move(jdk));
  } else {
    jdks = classpath::DiscoverJdks(files, classpath::JdkEnvironment::FromProcess());
  }
  for (const classpath::Jdk& jdk : jdks) {
    std::string path = JoinPath(jdk.home, "bin/javac");
    if (files.Exists(path)) return Javac{path, jdk.version, jdk.feature};
  }
  return Error(ErrorCode::kNotFound, home.empty() ? "no javac was found" : "no javac in " + home)
      .Hint("install a JDK (8 or later), or name one with --jdk or JAVA_HOME");
}

std::vector<JavacError> ParseJavacErrors(const std::string& output, const std::vector<std::string>& names) {
  std::vector<JavacError> errors;
  bool inside = false;
  for (std::string_view line : Lines(output)) {
    if (std::optional<Heading> heading = ReadHeading(line, names)) {
      inside = heading->error;
      if (inside) errors.push_back({heading->source, heading->line, 0, std::string(heading->text)});
    } else if (!inside) {
      continue;
    } else if (uint32_t column = CaretColumn(line); column > 0 && errors.back().column == 0) {
      errors.back().column = column;
    } else if (errors.back().column > 0 && IsDetail(line)) {  // before the caret stands the source line
      errors.back().message += "\n" + std::string(line);
    }
  }
  return errors;
}

Result<JavacResult> CompileJava(FileSystem& files, const Javac& javac, const std::vector<JavaSource>& sources,
                                const JavacOptions& options) {
  REVMON_ASSIGN_OR_RETURN(std::vector<std::string> class_path, AbsoluteClassPath(files, options));
  std::optional<Hasher> base = KeyBase(files, javac, options, class_path);
  ClassCache cache(files, base ? options.cache_folder : "");

  JavacResult result;
  result.classes.resize(sources.size());
  std::vector<size_t> missing;
  std::vector<Hash128> keys(sources.size());
  for (size_t i = 0; i < sources.size(); ++i) {
    if (base) keys[i] = Hasher(*base).Field(sources[i].class_name).Field(sources[i].text).Finish();
    std::optional<std::vector<JavaClass>> found = cache.Find(keys[i]);
    if (found) {
      result.classes[i] = std::move(*found);
    } else {
      missing.push_back(i);
    }
  }
  result.compiled = missing.size();
  if (missing.empty()) return result;

  REVMON_ASSIGN_OR_RETURN(WorkFolder work, WorkFolder::Make(files));
  std::vector<const JavaSource*> inputs;
  std::vector<std::string> names;
  for (size_t i : missing) {
    inputs.push_back(&sources[i]);
    names.push_back(FileOf(sources[i]));
    REVMON_RETURN_IF_ERROR(work.Write(names.back(), AsBytes(sources[i].text)));
  }
  for (const JavaClass& one : options.library) {
    REVMON_RETURN_IF_ERROR(work.Write("lib/" + one.name + ".class", Bytes(one.bytes)));
  }
  REVMON_RETURN_IF_ERROR(files.CreateDirectories(JoinPath(work.path(), "out")));
  std::string arguments = ArgumentFile(javac, inputs, class_path, options);
  REVMON_RETURN_IF_ERROR(work.Write("arguments", AsBytes(arguments)));
  REVMON_ASSIGN_OR_RETURN(Outcome outcome, RunCommand(JavacCommand(javac, work.path())));
  if (outcome.exit_code != 0) {
    result.errors = ParseJavacErrors(outcome.err, names);
    if (result.errors.empty()) return JavacFailed(javac, outcome);
    for (JavacError& error : result.errors) error.source = missing[error.source];
    result.classes.assign(sources.size(), {});
    return result;
  }
  for (size_t i : missing) {
    REVMON_ASSIGN_OR_RETURN(result.classes[i], ReadClasses(files, work.path(), sources[i]));
    cache.Store(keys[i], result.classes[i]);
  }
  return result;
}

std::string DefaultJavaCache() {
  std::string cache = Env("XDG_CACHE_HOME");
  if (cache.empty() && !Env("HOME").empty()) cache = JoinPath(Env("HOME"), ".cache");
  return cache.empty() ? "" : JoinPath(cache, "revmon/java");
}

}  // namespace revmon::run
