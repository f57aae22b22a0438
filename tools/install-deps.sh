#!/usr/bin/env bash
# Installs what building and testing RevMon needs, by apt, and only what is missing.
# Usage: tools/install-deps.sh [build|test]   (test: also clang, the fuzzers' runtime, Gradle, Chromium and shells; the default)
set -euo pipefail
what=${1:-test}

packages=(g++ cmake ninja-build ccache binutils pkg-config
          libcli11-dev libfmt-dev nlohmann-json3-dev libxxhash-dev libdeflate-dev
          libtomlplusplus-dev libsqlite3-dev libgit2-dev libpugixml-dev
          libgtest-dev libgmock-dev libbenchmark-dev)
# Any JDK with javac and jvmti.h will do; Debian's is taken only where there is none.
if ! command -v javac >/dev/null 2>&1; then packages+=(openjdk-17-jdk-headless); fi
# RevMon's Maven extension is compiled against Maven's own jars.
command -v mvn >/dev/null 2>&1 || packages+=(maven)
if [ "$what" = test ]; then
  packages+=(clang-14 clang-format-14 libclang-rt-14-dev llvm-14)
  command -v gradle >/dev/null 2>&1 || packages+=(gradle)
  command -v chromium >/dev/null 2>&1 || packages+=(chromium)
  packages+=(python3)               # reads JSON in the end-to-end tests
  packages+=(zsh fish groff man-db) # completions and the manual page are tried in them
fi

missing=()
for package in "${packages[@]}"; do
  dpkg-query -W -f='${Status}' "$package" 2>/dev/null | grep -q 'ok installed' || missing+=("$package")
done
if [ ${#missing[@]} = 0 ]; then exit 0; fi

sudo=
if [ "$(id -u)" != 0 ]; then
  command -v sudo >/dev/null 2>&1 || {
    echo "missing packages; as root run: apt-get install -y ${missing[*]}" >&2
    exit 1
  }
  sudo=sudo
fi
echo "== installing by apt: ${missing[*]}"
log=$(mktemp)
{ $sudo apt-get update -qq &&
  $sudo env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "${missing[@]}"; } >"$log" 2>&1 || {
  tail -n 20 "$log" >&2
  echo "apt-get could not install what RevMon needs (see above)" >&2
  exit 1
}
rm -f "$log"
