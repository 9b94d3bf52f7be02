#!/usr/bin/env bash
# Installs what the tests need beyond the project's own npm packages, where it is missing: Chromium (for the report page), Python 3
# (for agents and worlds in it) with the packages that they need, and those of the framework examples.
set -euo pipefail
cd "$(dirname "$0")/.."
missing=()
command -v chromium >/dev/null || missing+=(chromium)
python3 -c 'import ensurepip' 2>/dev/null || missing+=(python3 python3-venv)
if [ ${#missing[@]} -gt 0 ]; then
  apt-get update -q
  DEBIAN_FRONTEND=noninteractive apt-get install -y -q --no-install-recommends "${missing[@]}"
fi
npm ci --prefix examples/frameworks --no-audit --no-fund --loglevel=error
scripts/python-tools.sh
