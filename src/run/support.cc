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

}  // namespace

Result<SupportClasses> CompileSupport(FileSystem& files, const std::vector<SpecText>& specs,
                                      const SupportOptions& options) {
  SupportClasses result;
  result.classes.resize(specs.size());
  std::vector<size_t> with_java;
  std::vector<spec::SupportSource> texts;
  std::vector<JavaSource> sources;
  for (size_t i = 0; i < specs.size(); ++i) {
    if (!specs[i].spec->java.any()) continue;
    spec::Diagnostics diagnostics;
    texts.push_back(spec::WriteSupportSource(*specs[i].spec, *specs[i].source, &diagnostics));
    sources.push_back({texts.back().class_name, texts.back().text});
    with_java.push_back(i);
    if (diagnostics.errors() > 0) result.errors.push_back(spec::Render(*specs[i].source, diagnostics));
  }
  if (with_java.empty() || !result.errors.empty()) return result;

  Result<Javac> javac = FindJavac(files, options.jdk_home);
  if (!javac.ok()) {
    return Error(javac.error().code(),
                 "specs " + NamesOf(specs, with_java) + " contain Java code, and " + javac.error().message())
        .Hint(javac.error().hint());
  }
  JavacOptions javac_options{
      .library = RuntimeLibrary(), .class_path = options.class_path, .cache_folder = options.cache_folder};
  REVMON_ASSIGN_OR_RETURN(JavacResult compiled, CompileJava(files, javac.value(), sources, javac_options));
  result.compiled = compiled.compiled;
  for (const JavacError& error : compiled.errors) {
    result.errors.push_back(Shown(specs[with_java[error.source]], texts[error.source], error));
  }
  for (size_t i = 0; i < with_java.size(); ++i) {
    for (JavaClass& one : compiled.classes[i]) {
      result.classes[with_java[i]].push_back({std::move(one.name), std::move(one.bytes)});
    }
  }
  return result;
}

void Attach(std::vector<wire::ClassBlob> classes, wire::Spec* spec) {
  spec->support_class = classes.empty() ? "" : classes.front().name;
  spec->classes = std::move(classes);
}

}  // namespace revmon::run
