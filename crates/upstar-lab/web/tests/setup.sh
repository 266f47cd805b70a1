#!/usr/bin/env bash
# Installs what the browser tests need and is missing: a chromium, and the packages of the lock file.
set -euo pipefail
cd "$(dirname "$0")"

has_chromium() { command -v chromium >/dev/null || command -v chromium-browser >/dev/null || [ -n "${CHROMIUM:-}" ]; }

if ! has_chromium; then
  command -v apt-get >/dev/null || { echo "no chromium here: install one, or set CHROMIUM to its path" >&2; exit 1; }
  as_root=$([ "$(id -u)" = 0 ] || echo sudo)
  # Some slim images delete the archives between two calls of dpkg; a folder of our own is left alone.
  debs=$(mktemp -d)
  mkdir -p "$debs/partial"
  $as_root apt-get -q update
  DEBIAN_FRONTEND=noninteractive $as_root apt-get -q -o "Dir::Cache::archives=$debs/" -y --no-install-recommends install chromium
  rm -rf "$debs"
fi

command -v node >/dev/null || { echo "the browser tests need node 20 or later" >&2; exit 1; }
[ node_modules/.package-lock.json -nt package-lock.json ] || npm ci --silent --no-audit --no-fund
