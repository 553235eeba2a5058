# Tests that `.ci/run` leaves to `.ci/nightly`, by project: each takes minutes, and tries what changes seldom, or in one long walk what
# other tests try step by step.
# shellcheck shell=bash disable=SC2034

# @param $1 the folder that all are in  @param $2... patterns below it
within() { printf "$1/%s " "${@:2}"; }

# These start several processes again and again. `.ci/run` has most of them on PostgreSQL, with which such processes are run.
of_processes='test/http/processes/** test/http/upgrades/**'

night_http="$(within test/http 'backup/**' 'bulk/**' 'scaffold-export/**' accounts/names.test.ts core/changed-types.test.ts \
  core/renamed-types.test.ts derived/doctor-command.test.ts forms/throttle.test.ts http-cache/purges.test.ts \
  hub/hostile-subscribers.test.ts orphans/orphaned-files.test.ts webhooks/batches-and-imports.test.ts webhooks/live-routes.test.ts) \
  test/persistence/migration-branches.test.ts"

night_e2e="$(within test/console backup.test.ts build-script.test.ts generate-beside-dev.test.ts generate-fixtures.test.ts \
  generate-robustness.test.ts make-cms-scaffold.test.ts makers.test.ts merged-branches.test.ts read-only-project.test.ts squash.test.ts) \
  $(within test/create deployments/image.test.ts) \
  $(within test/e2e archives.test.ts docs-site.test.ts feature.test.ts forms-guide.test.ts forms-page.test.ts history-page.test.ts \
  import-guide.test.ts production.test.ts uploaded-files.test.ts)"

# Of the processes that are killed, that which publishes is enough at once.
night_properties="$(within test/http 'scaffold-export/**' 'bulk/*.crash.test.ts' bulk/round-trip.property.test.ts \
  'derived/*.crash.test.ts' 'history/*.crash.test.ts' 'idempotency/*.crash.test.ts' 'uploads/*.crash.test.ts' 'webhooks/*.crash.test.ts') \
  test/persistence/squashed-migrations.property.test.ts test/removal/*.test.ts test/unit/generator/output/incremental.property.test.ts"

# On a server, properties about transactions, locks and migrations are tried at once; the embedded database has tried all of them.
night_servers="$night_properties $(within test/http 'batches/*.property.test.ts' 'cascades/*.property.test.ts' \
  'publishing/*.crash.test.ts' 'values/*.property.test.ts' 'visibility/*.property.test.ts') \
  $(within test/http processes/hung-worker.test.ts processes/rounds.test.ts 'upgrades/**') \
  $(within test/persistence adopted-databases.test.ts migration-branches.test.ts)"
