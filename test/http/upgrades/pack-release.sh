#!/usr/bin/env bash
# pack-release.sh COMMIT: makes release-before.tgz, the release that `rolling-upgrade.test.ts` starts from, of a commit. It holds
# both packages as they were compiled and published then, without what only compilers and readers need: declarations, the page
# of the API reference, the documents. Their dependencies are those of the repository; one that is not there any more becomes a
# development dependency.
set -euo pipefail
here="$(cd "$(dirname "$0")" && pwd)"
work="$(mktemp -d)"
trap 'git -C "$here" worktree remove --force "$work/source"; rm -rf "$work"' EXIT
git -C "$here" worktree add --quiet --detach "$work/source" "$1"
cd "$work/source"
npm ci --no-audit --no-fund
npm run --silent build
for name in cms-api-components cms-api-components-generator; do
  npm pack --silent --pack-destination "$work" --workspace "$name"
  mkdir -p "$work/tree/node_modules/$name"
  tar -xzf "$work/$name"-[0-9]*.tgz -C "$work/tree/node_modules/$name" --strip-components=1
done
cd "$work/tree"
find . -name '*.d.ts' -delete
rm -r node_modules/cms-api-components/dist/docs-assets node_modules/cms-api-components-generator/dist/docs
find . -name '*.md' -size +8k -delete
# The same commit makes the same bytes.
tar --sort=name --mtime=@0 --owner=0 --group=0 --numeric-owner -cf - node_modules | gzip -9n >"$here/release-before.tgz"
