# Tests that only `.ci/nightly` runs, by project. Each takes minutes, and covers code that changes rarely or that
# other tests cover in smaller steps.
# shellcheck shell=bash disable=SC2034

# @param $1 base folder  @param $2... patterns relative to it
within() { printf "$1/%s " "${@:2}"; }

# Tests that repeatedly start several processes. `.ci/run` runs most of them on PostgreSQL, the usual database for several processes.
of_processes='test/http/processes/** test/http/upgrades/** test/http/derived/doctor-command.test.ts'

night_http="$(within test/http 'backup/**' 'bulk/**' 'scaffold-export/**' accounts/names.test.ts core/changed-types.test.ts \
  core/renamed-types.test.ts forms/throttle.test.ts http-cache/purges.test.ts \
  hub/hostile-subscribers.test.ts orphans/orphaned-files.test.ts webhooks/batches-and-imports.test.ts webhooks/live-routes.test.ts) \
  test/persistence/migration-branches.test.ts"

night_e2e="$(within test/console backup.test.ts build-script.test.ts generate-beside-dev.test.ts generate-fixtures.test.ts \
  generate-robustness.test.ts make-cms-scaffold.test.ts makers.test.ts merged-branches.test.ts read-only-project.test.ts squash.test.ts) \
  $(within test/create deployments/image.test.ts) \
  $(within test/e2e archives.test.ts docs-site.test.ts feature.test.ts forms-guide.test.ts forms-page.test.ts history-page.test.ts \
  import-guide.test.ts production.test.ts uploaded-files.test.ts)"

# Of the crash tests, `.ci/run` runs only the one for publishing.
night_properties="$(within test/http 'scaffold-export/**' 'bulk/*.crash.test.ts' bulk/round-trip.property.test.ts \
  'derived/*.crash.test.ts' 'history/*.crash.test.ts' 'idempotency/*.crash.test.ts' 'uploads/*.crash.test.ts' 'webhooks/*.crash.test.ts') \
  test/persistence/squashed-migrations.property.test.ts test/removal/*.test.ts test/unit/generator/output/incremental.property.test.ts"

# On database servers, `.ci/run` runs only the properties of transactions, locks and migrations. All run on the embedded database.
night_servers="$night_properties $(within test/http 'batches/*.property.test.ts' 'cascades/*.property.test.ts' \
  'publishing/*.crash.test.ts' 'values/*.property.test.ts' 'visibility/*.property.test.ts') \
  $(within test/http processes/hung-worker.test.ts processes/rounds.test.ts 'upgrades/**') \
  $(within test/persistence adopted-databases.test.ts migration-branches.test.ts)"
