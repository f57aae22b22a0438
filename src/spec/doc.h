// Answers: what does the doc comment of a spec tell its reader?
//
//   The rule in one sentence.            first sentence of the first paragraph
//   Why it matters.                      the other paragraphs
//   Contract: what the API says.         the paragraph that begins so
//   @severity error                      tags, each at the begin of a line; `bad` and `good` hold <pre>
//   blocks
//   @profile default,strict
//   @bad / @good / @falsealarm
//
// Everything is optional; a spec without a doc has an empty one.
#pragma once
#include <string>
#include <string_view>
#include <vector>

namespace revmon::spec {

struct SpecDoc {
  std::string rule;
  std::string why;       // paragraphs separated by an empty line, each in one line
  std::string contract;  // without "Contract:"
  std::string severity;
  std::vector<std::string> profiles;
  std::string bad;   // Java, with its line breaks and indentation
  std::string good;  // the same
  std::string false_alarms;
  friend bool operator==(const SpecDoc&, const SpecDoc&) = default;
};

// `clean_doc` is SpecDecl::doc_text or Spec::doc.
[[nodiscard]] SpecDoc ParseDoc(std::string_view clean_doc);

// The words of a tag that holds a list: "default,strict" -> {"default", "strict"}.
[[nodiscard]] std::vector<std::string> DocList(std::string_view clean_doc, std::string_view tag);

}  // namespace revmon::spec
