/** Tables of content, whose rows people create and delete. */
export const NAMED_BY_CONTENT: ReadonlySet<string> = new Set([
  ...[
    'abstract_component',
    'abstract_page_data',
    'collection',
    'component_group',
    'component_position',
    'form',
  ],
  ...['layout', 'page', 'route', 'site_config_parameter', 'user'],
  ...['component_component_group', 'layout_component_group', 'page_component_group'],
]);

/** The text around the generated table. */
export const KEPT_OTHERWISE = {
  introduction: `# Retention

This page lists the data that the service stores in addition to content, how long it is kept, and what deletes it. Content is kept until someone
deletes it. Orphaned content is reported, and administrators delete it ([Operations](../how-to/operations.md)).
\`npm run docs:reference\` generates the first table from the declarations of the features.

## Automatic deletion

The job \`cleaning\` runs every five minutes in one of the serving processes. It deletes 500 rows of a kind at a time, in short
transactions. \`cms jobs\` shows its last and next run and the number of deleted rows. After a downtime, one run replaces all missed
runs. Features of a project declare retention with \`lifetimes\` ([Hooks](hooks.md)).`,
  rest: `## Guarantees

The job deletes nothing that is still in use. A session that can be refreshed has a token that has not expired, so it is kept. That
holds even if the clock of the cleaning process is ahead by up to \`refresh_token.ttl\`. A process that has not read a deleted invalidation
detects the gap and clears its whole cache.

## Bounded data

| Location | Data | Bound |
| --- | --- | --- |
| \`outbox_message\` | Waiting messages and requests for jobs | Deleted after delivery. Each channel has a limit and a maximum age, checked every 30 seconds. A request for a job waits for one day. Removals of files that a backup delays wait until it has finished |
| \`outbox_lease\` | Deliveries in progress | One row for each partition key in delivery. Other processes take over those of killed processes |
| \`outbox_dead_letter\` | Rejected messages | The newest 1000 of each channel (16,000 for webhooks), in addition to the maximum age above |
| \`scheduled_job\` | Last scheduled run of each job | One row for each job |
| \`webhook\` | Webhooks | At most 100, until an administrator deletes them |
| \`webhook_live_route\` | Known live routes | One row for each route, if a webhook subscribes to \`route.live\` |
| \`orphan_report\` | Reports of orphan scans | One row for each kind, overwritten by the next scan |
| \`derived_state\`, \`migration\` | Versions of derived rows, and migrations | One row for each kind, and for each migration |
| \`unique_value_lock\` | Locks for unique values | At most 4098 rows |
| \`page_data_slot\`, \`reach_opening\`, \`reach_place\`, \`reach_place_set\`, \`reach_route\`, \`place_count\` | Indexes for reads | Derived from content and deleted with it; \`cms doctor\` verifies them |
| \`imagine_cached_file_metadata\` | Metadata of files and their variants | Deleted with the file. \`cms doctor --repair\` deletes rows of missing files |
| \`external_identity\` | Links between users and providers | Deleted with the user, or when the user unlinks the provider |
| \`user\` | Hashes of tokens in mailed links | One for each kind of mail, in the row of the user. A new token replaces it; use and expiry remove it |
| \`passkey\`, \`recovery_code\` | Second factors; only hashes of codes | Twenty passkeys and ten codes for each user, deleted with the user |
| Filesystems | Replaced and deleted uploads, and their variants | Deleted after the commit. If the process is killed at that moment, the scan for orphaned files finds them |
| Memory | Cached responses | \`http_cache.response_cache.max_bytes\` |
| Memory | History of the built-in hub | A number of updates and bytes; the oldest are removed first |
| Memory | Prepared statements and their texts | 500 for each connection, 5000 for each process |

## Manual deletion

| Location | Data |
| --- | --- |
| \`mails\` in the data folder, or the folder of \`MAILER_DSN=file:\` | Mails in development, one file each |
| Temporary folder of the system | \`cms-…\` folders of killed commands: restores, \`cms openapi\`, in-memory databases. Most systems empty it at startup |
| Folder of a backup | \`….partial\` of a killed backup; the next backup to the same file replaces it |
| Logs | The service writes them to standard output and stores nothing |
`,
} as const;
