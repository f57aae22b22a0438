#!/usr/bin/env bash
# Runs every command that the documentation shows and puts its real output there.
#
# A line `<!-- run: COMMAND -->` in a .md file is followed by a fenced block, which becomes the command and what it
# printed. Commands run in the top folder, with the example project compiled into build/docs:
#   build/docs/before   examples/plain as it is
#   build/docs/after    the same with one method changed
# and build/docs/all.plan made of the specification library. docs/specs.md is made from the specs as a whole.
#
#   tools/regen-docs.sh           rewrite the files
#   tools/regen-docs.sh --check   only say whether they are up to date (exit 1 if not)
set -euo pipefail
cd "$(dirname "$0")/.."
mode=${1:-write}

tools/make-example.sh build/docs
build/revmon specs compile specs -o build/docs/all.plan >/dev/null
rm -rf build/docs/out
status=0
specs=$(mktemp)
build/revmon explain --markdown --specs specs >"$specs"
if ! cmp -s docs/specs.md "$specs"; then
  if [ "$mode" = --check ]; then
    echo "docs/specs.md is not what the doc comments in specs/ say (tools/regen-docs.sh writes it)"
    status=1
  else
    cp "$specs" docs/specs.md
    chmod 644 docs/specs.md
    echo "rewrote docs/specs.md"
  fi
fi
rm -f "$specs"
for file in README.md docs/*.md; do
  grep -q '^<!-- run: ' "$file" || continue
  fresh=$(mktemp)
  awk '
    /^<!-- run: .* -->$/ {
      print
      command = $0
      sub(/^<!-- run: /, "", command)
      sub(/ -->$/, "", command)
      print "```text"
      print "$ " command
      shell = "(" command ") 2>&1"
      while ((shell | getline line) > 0) print line
      close(shell)
      print "```"
      if ((getline line) > 0 && line ~ /^```/) {
        while ((getline line) > 0 && line !~ /^```/) {}
      } else {
        print line
      }
      next
    }
    { print }
  ' "$file" >"$fresh"
  if ! cmp -s "$file" "$fresh"; then
    if [ "$mode" = --check ]; then
      echo "$file shows output that is not what the commands print:"
      diff "$file" "$fresh" || true
      status=1
    else
      cp "$fresh" "$file"
      echo "rewrote $file"
    fi
  fi
  rm -f "$fresh"
done
exit $status
