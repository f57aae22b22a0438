#!/usr/bin/env bash
# Checks the agent as a file: exports only Agent_*/JNI_*, needs no symbol newer than GLIBC_2.34, and no
# library that a JVM's machine might lack.
set -euo pipefail
agent=$1
fail=0

exported=$(nm -D --defined-only "$agent" | awk '{print $3}' | sed 's/@.*//' | sort -u)
unexpected=$(grep -v -E '^(Agent_|JNI_)' <<<"$exported" || true)
if [ -n "$unexpected" ]; then
  echo "exported, but should be hidden:"; echo "$unexpected"; fail=1
fi
for needed in Agent_OnLoad Agent_OnAttach Agent_OnUnload; do
  grep -qx "$needed" <<<"$exported" || { echo "not exported: $needed"; fail=1; }
done

newest=$(objdump -T "$agent" | grep -o 'GLIBC_[0-9.]*' | sort -uV | tail -n 1)
if [ "$(printf '%s\nGLIBC_2.34\n' "$newest" | sort -V | tail -n 1)" != GLIBC_2.34 ]; then
  echo "needs $newest, newer than GLIBC_2.34:"; objdump -T "$agent" | grep "$newest"; fail=1
fi

libraries=$(readelf -d "$agent" | sed -n 's/.*(NEEDED).*\[\(.*\)\]/\1/p')
extra=$(grep -v -E '^(libc\.so\.6|libm\.so\.6|libpthread\.so\.0|libdl\.so\.2|ld-linux-[a-z0-9-]+\.so\.[0-9])$' <<<"$libraries" || true)
if [ -n "$extra" ]; then echo "needs shared libraries:"; echo "$extra"; fail=1; fi

[ $fail = 0 ] && echo "$(basename "$agent"): $(wc -w <<<"$exported") exports, newest symbol version $newest, needs: $(tr '\n' ' ' <<<"$libraries")"
exit $fail
