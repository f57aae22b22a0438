#include "app/cli/generate_command.h"

#include <fmt/core.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <memory>
#include <set>

#include "app/cli/config.h"
#include "report/format.h"

namespace revmon::cli {
namespace {

struct Word {
  std::string text;  // "--out"
  std::string help;
  std::string type;  // "DIR"; "" for a switch
  std::vector<std::string> choices;
};

// A command, its words and its parts: "revmon specs" has "check", "list" ...
struct Entry {
  std::string path;  // "specs show"
  std::string help;
  std::vector<Word> options;
  std::vector<Entry> parts;
};

// "LEVEL:{suggestion,warning,error}" -> its words.
std::vector<std::string> ChoicesOf(const std::string& type) {
  std::vector<std::string> out;
  size_t open = type.find('{');
  size_t close = type.find('}');
  if (open == std::string::npos || close == std::string::npos) return out;
  for (size_t at = open + 1; at < close;) {
    size_t end = std::min(type.find(',', at), close);
    out.push_back(type.substr(at, end - at));
    at = end + 1;
  }
  return out;
}

Entry Read(const CLI::App& app, const std::string& path) {
  Entry entry{path, app.get_description(), {}, {}};
  for (const CLI::Option* option : app.get_options({})) {
    if (option->get_lnames().empty()) continue;
    std::string type = option->get_expected_max() == 0 ? "" : option->get_type_name();
    std::vector<std::string> choices = ChoicesOf(type);
    if (type == "FORMAT") choices = report::FormatNames();  // checked where the report is made
    entry.options.push_back(
        {"--" + option->get_lnames()[0], option->get_description(), type.substr(0, type.find(':')), choices});
  }
  for (const CLI::App* sub : app.get_subcommands([](const CLI::App*) { return true; })) {
    entry.parts.push_back(Read(*sub, path.empty() ? sub->get_name() : path + " " + sub->get_name()));
  }
  return entry;
}

std::string LastWord(const std::string& path) { return path.substr(path.rfind(' ') + 1); }

bool IsFile(const std::string& type) {
  return type == "PATH" || type == "FILE" || type == "JAR" || type == "DIR";
}

// Quotes for a shell's single-quoted word.
std::string Quoted(const std::string& text) {
  std::string out = "'";
  for (char c : text) out += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return out + "'";
}

std::string Joined(const std::vector<std::string>& words) {
  std::string out;
  for (const std::string& word : words) out += (out.empty() ? "" : " ") + word;
  return out;
}

std::vector<std::string> WordsOf(const Entry& entry) {
  std::vector<std::string> words;
  for (const Entry& part : entry.parts) words.push_back(LastWord(part.path));
  for (const Word& option : entry.options) words.push_back(option.text);
  return words;
}

void Flatten(const Entry& entry, std::vector<const Entry*>* out) {
  out->push_back(&entry);
  for (const Entry& part : entry.parts) Flatten(part, out);
}

std::string Bash(const Entry& root) {
  std::vector<const Entry*> all;
  Flatten(root, &all);
  std::string cases;
  std::string parts = "|";
  std::string values;
  std::set<std::string> files;
  for (const Entry* entry : all) {
    cases += fmt::format("    {}) words={} ;;\n", Quoted(entry->path), Quoted(Joined(WordsOf(*entry))));
    if (!entry->path.empty()) parts += entry->path + "|";
    for (const Word& option : entry->options) {
      if (!option.choices.empty()) {
        values += fmt::format("    {}) COMPREPLY=($(compgen -W {} -- \"$current\")); return ;;\n",
                              Quoted(entry->path + ":" + option.text), Quoted(Joined(option.choices)));
      }
      if (IsFile(option.type)) files.insert(option.text);
    }
  }
  std::string previous = values;
  if (!files.empty()) {
    std::string pattern;
    for (const std::string& option : files) pattern += (pattern.empty() ? "*:" : "|*:") + option;
    previous +=
        fmt::format("    {}) mapfile -t COMPREPLY < <(compgen -f -- \"$current\"); return ;;\n", pattern);
  }
  return "# bash completion of revmon; made by: revmon generate bash\n_revmon() {\n"
         "  local current=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]} path= word next words "
         "i\n"
         "  for ((i = 1; i < COMP_CWORD; i++)); do\n    word=${COMP_WORDS[i]}\n"
         "    next=${path:+$path }$word\n    case " +
         Quoted(parts) +
         " in *\"|$next|\"*) path=$next ;; esac\n  done\n"
         "  case $path:$before in\n" +
         previous + "  esac\n  case $path in\n" + cases +
         "  esac\n"
         "  if [[ ($path == run || $path == test) && $current != -* ]]; then\n"
         "    mapfile -t COMPREPLY < <(compgen -c -f -- \"$current\")\n  else\n"
         "    COMPREPLY=($(compgen -W \"$words\" -- \"$current\"))\n"
         "    [[ ${#COMPREPLY[@]} -gt 0 || $current == -* ]] || mapfile -t COMPREPLY < <(compgen -f -- "
         "\"$current\")\n  "
         "fi\n}\n"
         "complete -o filenames -F _revmon revmon\n";
}

std::string ZshText(std::string text) {
  for (const char* c : {"\\", "[", "]", ":"}) {
    for (size_t at = 0; (at = text.find(c, at)) != std::string::npos; at += 2) text.insert(at, "\\");
  }
  return text;
}

std::string ZshFunction(const Entry& entry, const std::string& name) {
  std::string out = name + "() {\n  local -a parts\n  _arguments -C \\\n";
  for (const Word& option : entry.options) {
    std::string spec = option.text + "[" + ZshText(option.help) + "]";
    if (!option.choices.empty()) {
      spec += ":" + option.type + ":(" + Joined(option.choices) + ")";
    } else if (!option.type.empty()) {
      spec += ":" + option.type + ":" + (IsFile(option.type) ? "_files" : "");
    }
    out += "    " + Quoted("*" + spec) + " \\\n";
  }
  if (entry.parts.empty()) return out + "    '*:: :_default'\n}\n";
  out += "    '1: :->part' '*:: :->rest'\n  case $state in\n    part)\n      parts=(\n";
  for (const Entry& part : entry.parts)
    out += "        " + Quoted(LastWord(part.path) + ":" + ZshText(part.help)) + "\n";
  out += "      )\n      _describe command parts ;;\n    rest)\n      case $words[1] in\n";
  for (const Entry& part : entry.parts) {
    out += fmt::format("        {0}) {1}_{0} ;;\n", LastWord(part.path), name);
  }
  return out + "      esac ;;\n  esac\n}\n";
}

std::string ZshAll(const Entry& entry, const std::string& name) {
  std::string out;
  for (const Entry& part : entry.parts) out += ZshAll(part, name + "_" + LastWord(part.path));
  return out + ZshFunction(entry, name);
}

std::string Zsh(const Entry& root) {
  return "#compdef revmon\n# zsh completion of revmon; made by: revmon generate zsh\n" +
         ZshAll(root, "_revmon") + "_revmon \"$@\"\n";
}

std::string Fish(const Entry& root) {
  // Parts of two commands may have one name: "specs show" and "store show" have different options.
  std::string out =
      "# fish completion of revmon; made by: revmon generate fish\n"
      "function __revmon_at\n"
      "  set -l words (commandline -opc)\n"
      "  set -l path (string split ' ' -- $argv[1])\n"
      "  for i in (seq (count $path))\n"
      "    set -l at (math $i + 1)\n"
      "    test \"$words[$at]\" = \"$path[$i]\"; or return 1\n"
      "  end\nend\n";
  std::vector<std::string> names;
  for (const Entry& part : root.parts) names.push_back(part.path);
  for (const Entry& part : root.parts) {
    out += fmt::format("complete -c revmon -n __fish_use_subcommand -f -a {} -d {}\n", part.path,
                       Quoted(part.help));
    for (const Entry& inner : part.parts) {
      out += fmt::format("complete -c revmon -n '__fish_seen_subcommand_from {}' -f -a {} -d {}\n", part.path,
                         LastWord(inner.path), Quoted(inner.help));
    }
    std::vector<const Entry*> all;
    Flatten(part, &all);
    for (const Entry* entry : all) {
      for (const Word& option : entry->options) {
        std::string seen = "__revmon_at '" + entry->path + "'";
        out += fmt::format("complete -c revmon -n {} -l {} -d {}", Quoted(seen), option.text.substr(2),
                           Quoted(option.help));
        if (!option.choices.empty()) {
          out += " -x -a " + Quoted(Joined(option.choices));
        } else if (!option.type.empty()) {
          out += IsFile(option.type) ? " -r" : " -x";
        }
        out += "\n";
      }
    }
  }
  return out;
}

std::string Roff(const std::string& text) {
  std::string out;
  for (char c : text) {
    if (c == '\\') {
      out += "\\\\";
    } else if (c == '-') {
      out += "\\-";
    } else if ((c == '.' || c == '\'') && (out.empty() || out.back() == '\n')) {
      out += std::string("\\&") + c;
    } else {
      out += c;
    }
  }
  return out;
}

std::string Man(const Entry& root) {
  std::string out =
      fmt::format(".TH REVMON 1 \"\" \"revmon {}\" \"User Commands\"\n.SH NAME\nrevmon \\- {}\n", Version(),
                  "check JVM programs, while they run, against specifications of the APIs they use");
  out += ".SH SYNOPSIS\n.B revmon\n.I COMMAND\n[OPTIONS]\n.SH DESCRIPTION\n" + Roff(root.help) +
         "\n.SH COMMANDS\n";
  std::vector<const Entry*> all;
  Flatten(root, &all);
  for (const Entry* entry : all) {
    if (entry->path.empty()) continue;
    out += ".SS revmon " + Roff(entry->path) + "\n" + Roff(entry->help) + ".\n";
    for (const Word& option : entry->options) {
      out += ".TP\n.B " + Roff(option.text);
      if (!option.type.empty()) out += " \\fI" + Roff(option.type) + "\\fR";
      out += "\n" + Roff(option.help) + "\n";
    }
  }
  out +=
      ".SH EXIT STATUS\n0: done. 1: something differs or was found. 2: an error, said in one line. "
      "128 + signal: interrupted. \\fBrevmon run\\fR gives the "
      "exit status of the program.\n.SH ENVIRONMENT\nEvery option of \\fBrun\\fR and \\fBtest\\fR can be set "
      "as "
      "\\fBREVMON_\\fR\\fINAME\\fR, e.g. \\fBREVMON_PROFILE=strict\\fR. \\fBNO_COLOR\\fR turns colour off.\n"
      ".SH FILES\n.TP\n.I revmon.toml\nThe project's configuration; \\fBrevmon init\\fR writes one with "
      "comments.\n"
      ".TP\n.I .revmon/\nResults and reports; \\fBrevmon clean\\fR removes it.\n";
  return out;
}

Result<int> Generate(const std::string& what, const CLI::App& root, const Context& context) {
  Entry entry = Read(root, "");
  std::string text = what == "bash"   ? Bash(entry)
                     : what == "zsh"  ? Zsh(entry)
                     : what == "fish" ? Fish(entry)
                                      : Man(entry);
  fmt::print(context.out, "{}", text);
  return kExitOk;
}

}  // namespace

Run DeclareGenerate(CLI::App& app) {
  auto what = std::make_shared<std::string>();
  app.add_option("what", *what, "bash, zsh, fish or man")
      ->required()
      ->type_name("")
      ->check(CLI::IsMember({"bash", "zsh", "fish", "man"}));
  return [what, &app](const Context& context) { return Generate(*what, *app.get_parent(), context); };
}

}  // namespace revmon::cli
