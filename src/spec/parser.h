// Answers: how does the text of a .mop file become a tree?
//
//   file     := ['package' name ';'] import* spec*
//   spec     := modifier* name '(' params ')' '{' member* '}'
//   member   := ['creation' | 'static' | 'blocking']* 'event' ... | 'pointcut' ... | logic ':' formula
//   handler*
//             | Java field, method, initialiser or class
//   event    := 'event' name ('before' | 'after' | type 'around') '(' params ')'
//               ['returning' ['(' param ')'] | 'throwing' ['(' param ')']] ':' pointcut ('{' Java '}' | ';')
//   handler  := '@' category '{' Java '}'
//
// Every error is reported and then skipped over to the next member, so one run shows them all. The tree holds
// what could be read; a spec with errors in it is marked broken.
#pragma once
#include "spec/ast.h"
#include "spec/lexer.h"
#include "spec/source.h"

namespace revmon::spec {

// Spec modifiers, logics: the words the language knows.
[[nodiscard]] const std::vector<std::string>& ModifierNames();
[[nodiscard]] const std::vector<std::string>& LogicNames();

[[nodiscard]] FileAst Parse(const SourceText& source, Diagnostics* diagnostics);

}  // namespace revmon::spec
