#!/usr/bin/env bash
# Makes the two virtual environments of the tests, where they are missing or out of date: the engine's own, and one with other
# people's clients for our servers. They lie where test/python.ts looks for them.
set -euo pipefail
cd "$(dirname "$0")/.."
home="${PRACTICUM_TEST_PYTHON_HOME:-.cache/practicum-test}"
mkdir -p "$home"

# make FOLDER REQUIREMENTS SEAL [PIP OPTIONS]: the seal is written last, so that an unfinished one is made again.
make() {
  local folder="$home/$1" requirements="$2" seal="$home/$1/$3"
  shift 3
  if cmp -s "$requirements" "$seal"; then return; fi
  rm -rf "$folder"
  python3 -m venv "$folder"
  "$folder/bin/python" -m pip install --disable-pip-version-check -q "$@" -r "$requirements"
  cp "$requirements" "$seal"
}

make python src/engines/python/requirements.txt practicum-requirements.txt --no-deps --only-binary :all:
make clients test/requirements.txt requirements.txt
