# Tests that `.ci/run` leaves to `.ci/nightly`, by project: each takes minutes, and tries what changes seldom, or in one long walk what
# other tests try step by step.
# shellcheck shell=bash disable=SC2034

# These start several processes again and again. `.ci/run` has them on PostgreSQL, with which such processes are run.
of_processes='test/http/processes/** test/http/upgrades/**'

night_http="$(printf 'test/http/%s ' 'backup/**' 'scaffold-export/**' derived/doctor-command.test.ts http-cache/purges.test.ts \
  core/changed-types.test.ts core/renamed-types.test.ts hub/hostile-subscribers.test.ts webhooks/batches-and-imports.test.ts) \
  test/persistence/migration-branches.test.ts"

night_e2e="$(printf 'test/console/%s.test.ts ' backup build-script generate-beside-dev generate-fixtures generate-robustness \
  make-cms-scaffold makers merged-branches read-only-project squash) $(printf 'test/e2e/%s.test.ts ' archives docs-site feature \
  forms-guide forms-page history-page import-guide production uploaded-files) \
  test/create/deployments/image.test.ts"

night_properties='test/persistence/squashed-migrations.property.test.ts test/http/scaffold-export/**'

# On a server, properties about transactions, locks and migrations are tried at once; the embedded database has tried all of them.
night_servers="$night_properties $(printf 'test/http/%s ' 'batches/*.property.test.ts' 'cascades/*.property.test.ts' \
  'history/*.crash.test.ts' 'idempotency/*.crash.test.ts' 'publishing/*.crash.test.ts' 'values/*.property.test.ts' \
  'visibility/*.property.test.ts' 'webhooks/*.crash.test.ts')"
