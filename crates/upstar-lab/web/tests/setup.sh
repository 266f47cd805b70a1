#!/usr/bin/env bash
# Installs what the browser tests need and is missing: a chromium, node, and the packages of the lock file.
set -euo pipefail
cd "$(dirname "$0")"

has() { command -v "$1" >/dev/null; }
missing=()
has chromium || has chromium-browser || [ -n "${CHROMIUM:-}" ] || missing+=(chromium)
has node || missing+=(nodejs)
has npm || missing+=(npm)

if [ ${#missing[@]} -gt 0 ]; then
  has apt-get || { echo "the browser tests need ${missing[*]}: install them (CHROMIUM may be the path of another browser of its kind)" >&2; exit 1; }
  as_root=$([ "$(id -u)" = 0 ] || echo sudo)
  # Some slim images delete the archives between two calls of dpkg; a folder of our own is left alone.
  debs=$(mktemp -d)
  trap 'rm -rf "$debs"' EXIT
  mkdir -p "$debs/partial"
  $as_root apt-get -q update
  $as_root env DEBIAN_FRONTEND=noninteractive apt-get -q -o "Dir::Cache::archives=$debs/" -y --no-install-recommends install "${missing[@]}"
fi

[ node_modules/.package-lock.json -nt package-lock.json ] || npm ci --silent --no-audit --no-fund
