#!/usr/bin/env bash
# steady.sh COMMAND...: runs tests with a command that passes its last arguments to Vitest, and lists failed tests at the
# end, after the long output. If only a few files failed, they run once more, because a shared machine
# may be too slow at times. Tests that pass then are reported as unsteady. FAILED_TESTS is a file to which
# the names of failed tests are appended, for a caller that repeats them after more output.
set -uo pipefail

readonly MANY=4
report="$(mktemp)"
trap 'rm -f "$report"' EXIT
if "$@" --reporter=default --reporter=json --outputFile.json="$report"; then exit 0; fi

mapfile -t failed < <(node -e '
  const { testResults } = JSON.parse(require("node:fs").readFileSync(process.argv[1], "utf8"));
  for (const { name, status } of testResults) if (status !== "passed") console.log(name);
' "$report")
if [ "${#failed[@]}" -eq 0 ] || [ "${#failed[@]}" -gt "$MANY" ]; then
  printf 'failed: %s\n' "${failed[@]}" | tee -a "${FAILED_TESTS:-/dev/null}"
  exit 1
fi
if npx vitest run "${failed[@]}"; then
  printf 'unsteady, passed when it was tried alone: %s\n' "${failed[@]}"
  exit 0
fi
printf 'failed twice: %s\n' "${failed[@]}" | tee -a "${FAILED_TESTS:-/dev/null}"
exit 1
