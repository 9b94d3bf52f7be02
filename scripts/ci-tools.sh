#!/usr/bin/env bash
# Installs what the tests need beyond npm, where it is missing: Chromium (for the report page) and Python 3 (for agents in it).
set -euo pipefail
missing=()
command -v chromium >/dev/null || missing+=(chromium)
command -v python3 >/dev/null || missing+=(python3)
if [ ${#missing[@]} -gt 0 ]; then
  apt-get update -q
  DEBIAN_FRONTEND=noninteractive apt-get install -y -q --no-install-recommends "${missing[@]}"
fi
