#include "spec/java_rewrite.h"

#include <array>

#include "spec/java_code.h"
#include "spec/lexer.h"
#include "spec/support_names.h"

namespace revmon::spec {
namespace {

struct PackageName {
  std::string_view theirs;
  std::string_view ours;
};
constexpr std::array<PackageName, 2> kPackages = {
    {{"com.runtimeverification.rvmonitor.java.rt", "revmon.rt"}, {"org.aspectj.lang", "revmon.rt.lang"}}};

constexpr std::string_view kLogging = "revmon.rt.RVMLogging";

class Rewriter {
 public:
  Rewriter(std::string_view spec, RewriteScope scope, uint32_t origin, const TokenList& tokens,
           Diagnostics* diagnostics)
      : spec_(spec), scope_(scope), origin_(origin), tokens_(tokens), diagnostics_(diagnostics) {}

  Rewrite Run() {
    for (at_ = 0; at_ + 1 < tokens_.tokens.size();) {
      bool word = tokens_.tokens[at_].kind == TokenKind::kIdentifier;
      bool member = at_ > 0 && Is(at_ - 1, '.');
      if (word && !member && (Package() || Printing(0) || Macros())) continue;
      ++at_;
    }
    return std::move(out_);
  }

 private:
  // Replaces tokens [at_, at_ + count) and goes behind them.
  bool Replace(uint32_t count, std::string text) {
    Span span{tokens_.tokens[at_].span.begin, tokens_.tokens[at_ + count - 1].span.end};
    out_.replacements.push_back({span, std::move(text)});
    at_ += count;
    return true;
  }

  // Any index is fine: bodies end in the middle of anything.
  [[nodiscard]] bool Is(uint32_t i, char punct) const {
    return i < tokens_.tokens.size() && tokens_.Is(i, punct);
  }
  [[nodiscard]] bool IsWord(uint32_t i, std::string_view word) const {
    return i < tokens_.tokens.size() && tokens_.IsWord(i, word);
  }

  // A qualified name that begins with one of their packages; the number of its tokens, or 0.
  [[nodiscard]] uint32_t Matches(std::string_view name) const {
    uint32_t i = at_;
    while (true) {
      size_t dot = name.find('.');
      if (!IsWord(i, name.substr(0, dot))) return 0;
      ++i;
      if (dot == std::string_view::npos) return i - at_;
      if (!Is(i, '.')) return 0;
      ++i;
      name.remove_prefix(dot + 1);
    }
  }

  bool Package() {
    for (const PackageName& package : kPackages) {
      uint32_t count = Matches(package.theirs);
      if (count == 0 || !Is(at_ + count, '.')) continue;
      return Printing(count + 1) || Replace(count, std::string(package.ours));
    }
    return false;
  }

  // RVMLogging.out.println(...), System.err.printf(...), behind `skip` tokens of a package's name.
  bool Printing(uint32_t skip) {
    uint32_t i = at_ + skip;
    if (!IsWord(i, "RVMLogging") && !IsWord(i, "System")) return false;
    bool err = IsWord(i + 2, "err");
    if (!Is(i + 1, '.') || (!err && !IsWord(i + 2, "out"))) return false;
    bool call = false;
    for (std::string_view method : {"println", "print", "printf", "format", "flush"})
      call |= IsWord(i + 4, method);
    if (!Is(i + 3, '.') || !call || !Is(i + 5, '(')) return false;
    out_.prints = true;
    std::string printer = std::string(kLogging) + (err ? ".err" : ".out");
    if (scope_ == RewriteScope::kBody) printer += "(\"" + std::string(spec_) + "\", revmon_site)";
    return Replace(skip + 3, printer);
  }

  bool Macros() {
    if (scope_ != RewriteScope::kBody) return false;
    std::string_view word = tokens_.Text(at_);
    if (word == ToString(Macro::kLoc)) return Replace(1, "revmon.rt.Site.locationOf(revmon_site)");
    if (word == ToString(Macro::kStaticSig)) return Replace(1, "revmon.rt.Site.signatureOf(revmon_site)");
    if (word == ToString(Macro::kMonitor)) return Replace(1, SupportClassSimpleName(spec_) + ".this");
    if (word == ToString(Macro::kDefaultMessage)) {
      return Replace(
          1, "revmon.rt.SpecMonitor.revmonDefaultMessage(\"" + std::string(spec_) + "\", revmon_site)");
    }
    if (word == ToString(Macro::kReset)) return Flag("revmon_flags.reset()");
    if (word == ToString(Macro::kSkip)) return Flag("revmon_flags.skip()");
    if (word == ToString(Macro::kActivity)) {
      Span span = tokens_.tokens[at_].span;
      diagnostics_->Error({origin_ + span.begin, origin_ + span.end},
                          "__ACTIVITY is Android's current activity, which a JVM does not have");
    }
    return false;
  }

  // "__RESET" and "__RESET()" are the same.
  bool Flag(std::string call) {
    out_.flags = true;
    bool parentheses = Is(at_ + 1, '(') && Is(at_ + 2, ')');
    return Replace(parentheses ? 3 : 1, std::move(call));
  }

  std::string_view spec_;
  RewriteScope scope_;
  uint32_t origin_;
  const TokenList& tokens_;
  Diagnostics* diagnostics_;
  uint32_t at_ = 0;
  Rewrite out_;
};

}  // namespace

Rewrite RewriteJava(std::string_view text, std::string_view spec, RewriteScope scope, uint32_t origin,
                    Diagnostics* diagnostics) {
  SourceText source("", std::string(text));
  Diagnostics ignored;  // the file's own lexing has reported what is wrong
  TokenList tokens = Lex(source, &ignored);
  return Rewriter(spec, scope, origin, tokens, diagnostics).Run();
}

std::string RuntimeName(std::string_view qualified) {
  for (const PackageName& package : kPackages) {
    if (!qualified.starts_with(package.theirs)) continue;
    std::string_view rest = qualified.substr(package.theirs.size());
    if (rest.empty() || rest[0] == '.') return std::string(package.ours) + std::string(rest);
  }
  return std::string(qualified);
}

}  // namespace revmon::spec
