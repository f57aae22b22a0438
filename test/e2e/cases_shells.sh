# Cases of run.sh: completions in the real shells, the manual page through groff.

generated() { # SHELL: its completions, in a folder of their own
  mkdir -p "$work/$1"
  "$revmon" generate "$1" >"$work/$1/_revmon" || fail "generate $1"
}

# offers EXPECTED... : the words in $work/output, one a line, are these (in any order).
offers() {
  local expected
  expected=$(printf '%s\n' "$@" | sort)
  [ "$(sort "$work/output")" = "$expected" ] || fail "offers other words than: $*"
}

in_bash() { # WORDS...: what bash offers for the last one
  bash --norc -c 'source "$1"; shift; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _revmon; printf "%s\n" "${COMPREPLY[@]}"' \
    bash "$work/bash/_revmon" "$@" >"$work/output"
}

case_completion_bash() {
  generated bash
  in_bash revmon test --fail-on '' && offers new any never
  in_bash revmon run --format s && offers sarif
  in_bash revmon experiment export --format '' && offers csv json
  in_bash revmon viol && offers violations
  in_bash revmon specs s && offers show
  in_bash revmon specs show --st && offers --stage
  in_bash revmon test --confirm && offers --confirm-new
  touch "$work/bash/my file"
  (cd "$work/bash" && in_bash revmon test --classes my) && says "my file"
}

case_completion_fish() {
  command -v fish >/dev/null || skip "no fish here"
  generated fish
  in_fish() { HOME=$work fish --no-config -c "source $work/fish/_revmon; complete -C '$1'" | cut -f 1 >"$work/output"; }
  in_fish 'revmon test --fail-on ' && offers new any never
  in_fish 'revmon run --format s' && offers sarif
  in_fish 'revmon viol' && offers violations
  in_fish 'revmon specs s' && offers show
  in_fish 'revmon specs show --st' && offers --stage # not --store, which is of "store show"
  in_fish 'revmon test --confirm' && offers --confirm-new
}

case_completion_zsh() { # typed into an interactive zsh: Tab completes what is the only choice
  command -v zsh >/dev/null || skip "no zsh here"
  generated zsh
  local typed
  for typed in 'test --fail-on nev' viol 'specs sh' 'test --confirm' 'run --format sa' 'experiment export --format c'; do
    timeout 60 python3 - "$work" "revmon $typed" <<'PY' >>"$work/output" || fail "zsh: $typed"
import os, pty, select, sys, time

folder, typed = sys.argv[1:]
pid, terminal = pty.fork()
if pid == 0:
    os.environ.update(HOME=folder, ZDOTDIR=folder, TERM="xterm")
    os.execvp("zsh", ["zsh", "-f", "-i"])

def read(until):
    text, end = "", time.time() + 50
    while until not in text and time.time() < end:
        if select.select([terminal], [], [], 0.2)[0]:
            text += os.read(terminal, 4096).decode(errors="replace")
    return text

os.write(terminal, f"""PROMPT='> '; fpath=({folder}/zsh $fpath); autoload -Uz compinit; compinit -u -D; \\
revmon() {{ print -r -- "GOT:$*:END"; }}; print RE''ADY\n""".encode())
read("READY\r")
os.write(terminal, typed.encode() + b"\t\n")
text = read(":END")
print(text[text.find("GOT:") + 4 : text.find(":END")])
PY
  done
  offers 'test --fail-on never' violations 'specs show' 'test --confirm-new' 'run --format sarif' 'experiment export --format csv'
}

case_manual() {
  "$revmon" generate man >"$work/revmon.1"
  groff -ww -man -Tutf8 "$work/revmon.1" >"$work/page" 2>"$work/output" || fail "groff"
  [ ! -s "$work/output" ] || fail "groff warns"
  ! command -v man >/dev/null || LC_ALL=C.UTF-8 man --warnings -l "$work/revmon.1" 2>"$work/output" >"$work/page"
  [ ! -s "$work/output" ] || fail "man warns"
  grep -q 'EXIT STATUS' "$work/page" || fail "no page"
}
