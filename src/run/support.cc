#include "run/support.h"

#include "runtime/classes.h"
#include "spec/support_source.h"

namespace revmon::run {
namespace {

std::vector<JavaClass> RuntimeLibrary() {
  std::vector<JavaClass> out;
  for (const runtime::EmbeddedClass& embedded : runtime::Classes()) {
    out.push_back({std::string(embedded.name), {embedded.bytes.begin(), embedded.bytes.end()}});
  }
  return out;
}

// At most five names: "A, B, C, D, E and 12 more".
std::string NamesOf(const std::vector<SpecText>& specs, const std::vector<size_t>& with_java) {
  constexpr size_t kShown = 5;
  std::string out;
  for (size_t i = 0; i < with_java.size() && i < kShown; ++i) {
    out += (i > 0 ? ", " : "") + specs[with_java[i]].spec->name;
  }
  if (with_java.size() > kShown) out += " and " + std::to_string(with_java.size() - kShown) + " more";
  return out;
}

std::string Shown(const SpecText& input, const spec::SupportSource& source, const JavacError& error) {
  std::optional<spec::Span> span;
  if (error.column > 0) {
    span = source.map.Find(spec::OffsetOf(source.text, error.line, error.column));
  }
  spec::Diagnostic diagnostic;
  uint32_t begin = input.spec->span.begin;
  diagnostic.span = span.value_or(spec::Span{begin, begin + 1});
  size_t end = std::min(error.message.find('\n'), error.message.size());
  diagnostic.message = "javac: " + error.message.substr(0, end);
  std::string details = error.message.substr(std::min(end + 1, error.message.size()));
  if (error.message.starts_with("package ") && error.message.find("does not exist") != std::string::npos) {
    diagnostic.hint = "name the jar or folder that has it with --classpath";
  }
  std::string out = spec::Render(*input.source, diagnostic);
  return details.empty() ? out : out + details + "\n";
}

// The specs of a run that hold Java, side by side.
struct WithJava {
  std::vector<size_t> specs;
  std::vector<spec::SupportSource> texts;
  std::vector<Hash128> keys;
};

// Compiles what `missing` names (positions in `java`).
Status CompileMissing(FileSystem& files, const std::vector<SpecText>& specs, const SupportOptions& options,
                      std::vector<JavaClass> library, const WithJava& java,
                      const std::vector<size_t>& missing, SupportClasses& result) {
  std::vector<size_t> named;
  std::vector<JavaSource> sources;
  for (size_t i : missing) {
    named.push_back(java.specs[i]);
    sources.push_back({java.texts[i].class_name, java.texts[i].text});
  }
  Result<Javac> javac = FindJavac(files, options.jdk_home);
  if (!javac.ok()) {
    return Error(javac.error().code(),
                 "specs " + NamesOf(specs, named) + " contain Java code, and " + javac.error().message())
        .Hint(javac.error().hint());
  }
  JavacOptions javac_options{
      .library = std::move(library), .class_path = options.class_path, .cache_folder = options.cache_folder};
  REVMON_ASSIGN_OR_RETURN(JavacResult compiled, CompileJava(files, javac.value(), sources, javac_options));
  result.compiled = compiled.compiled;
  for (const JavacError& error : compiled.errors) {
    result.errors.push_back(Shown(specs[named[error.source]], java.texts[missing[error.source]], error));
  }
  for (size_t i = 0; i < missing.size(); ++i) {
    result.kept.Add(java.keys[missing[i]], std::move(compiled.classes[i]));
  }
  return OkStatus();
}

}  // namespace

Result<SupportClasses> CompileSupport(FileSystem& files, const std::vector<SpecText>& specs,
                                      const SupportOptions& options) {
  SupportClasses result;
  result.classes.resize(specs.size());
  std::vector<JavaClass> library = RuntimeLibrary();
  WithJava java;
  for (size_t i = 0; i < specs.size(); ++i) {
    if (!specs[i].spec->java.any()) continue;
    spec::Diagnostics diagnostics;
    java.texts.push_back(spec::WriteSupportSource(*specs[i].spec, *specs[i].source, &diagnostics));
    java.keys.push_back(Precompiled::KeyOf(java.texts.back().text, library));
    java.specs.push_back(i);
    if (diagnostics.errors() > 0) result.errors.push_back(spec::Render(*specs[i].source, diagnostics));
  }
  if (java.specs.empty() || !result.errors.empty()) return result;

  Precompiled shipped = Precompiled::Read(files, options.precompiled);
  std::vector<size_t> missing;
  for (size_t i = 0; i < java.specs.size(); ++i) {
    if (const std::vector<JavaClass>* classes = shipped.Find(java.keys[i])) {
      result.kept.Add(java.keys[i], *classes);
    } else {
      missing.push_back(i);
    }
  }
  if (!missing.empty()) {
    REVMON_RETURN_IF_ERROR(CompileMissing(files, specs, options, std::move(library), java, missing, result));
  }
  if (!result.errors.empty()) return result;
  for (size_t i = 0; i < java.specs.size(); ++i) {
    for (const JavaClass& one : *result.kept.Find(java.keys[i])) {
      result.classes[java.specs[i]].push_back({one.name, one.bytes});
    }
  }
  return result;
}

void Attach(std::vector<wire::ClassBlob> classes, wire::Spec* spec) {
  spec->support_class = classes.empty() ? "" : classes.front().name;
  spec->classes = std::move(classes);
}

}  // namespace revmon::run
