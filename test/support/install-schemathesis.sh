#!/usr/bin/env bash
# Installs schemathesis, a fuzzer for OpenAPI documents from PyPI, and prints its path. Without Python or registry, prints
# only a reason to stderr.
set -euo pipefail

skip() {
  echo "install-schemathesis: its tests are skipped: $*" >&2
  exit 0
}

command -v python3 >/dev/null 2>&1 || skip 'there is no python3'
folder="$(mktemp -d "${TMPDIR:-/tmp}/cms-schemathesis.XXXXXX")"
python3 -m venv "$folder" >/dev/null 2>&1 || skip 'python3 makes no virtual environment (python3-venv is missing)'
timeout 240 "$folder/bin/pip" install --quiet --disable-pip-version-check --retries 2 'schemathesis==4.32.5' >&2 ||
  skip 'pip did not install it'
echo "$folder/bin/schemathesis"
