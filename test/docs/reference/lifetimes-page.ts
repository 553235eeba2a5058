/** Tables of content: rows that people make and delete. */
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

/** The page around its table. */
export const KEPT_OTHERWISE = {
  introduction: `# Lifetimes

What the service stores beside content, for how long, and what removes it. Content stays until somebody deletes it, and what nothing
leads to any more is reported, and deleted by administrators ([look after a site](../how-to/operations.md)). \`npm run docs:reference\` writes this table from what the features declare.

## What goes by itself

The job \`cleaning\` runs every five minutes, in one of the processes that serve, and removes 500 of a kind at a time in short
transactions; \`cms jobs\` shows its last and next run, and how many it removed. Times that nobody served are made up for by one run.
A feature of a project declares what of its own goes as \`lifetimes\` ([hooks](hooks.md)).`,
  rest: `Nothing goes that somebody can still use. A session that can be refreshed has a token that has not run out, so it stays, also where the
clock of the process that cleans is ahead by up to \`refresh_token.ttl\`. A process that has not read a number that went finds its
place gone, and drops all that it keeps.

## What stays within bounds

| Where | What | Bound |
| --- | --- | --- |
| \`outbox_message\` | Messages and requests of jobs that wait | Deleted when they are delivered. Each channel has a limit and an age, which whoever sends keeps every half a minute: a request of a job waits for a day. Removals of files that a backup holds up wait for as long as it takes |
| \`outbox_lease\` | Deliveries under way | One for each key of a message that is being delivered; those of killed processes are taken over by others |
| \`outbox_dead_letter\` | Messages that can never be sent | The newest 1000 of each channel, of webhooks 16,000, besides the age above |
| \`scheduled_job\` | When a job ran by itself | One row for each job |
| \`webhook\` | Other systems that are told of changes | At most 100, until an administrator removes them |
| \`webhook_live_route\` | Routes that are known to be live | One row for each, while a webhook asks for \`route.live\` |
| \`orphan_report\` | Reports of scans | One row for each kind, written in place |
| \`derived_state\`, \`migration\` | Versions of derived rows, and migrations | One row for each kind, and for each migration |
| \`unique_value_lock\` | Numbers that writes wait for | At most 4098 rows |
| \`page_data_slot\`, \`reach_opening\`, \`reach_place\`, \`reach_place_set\`, \`reach_route\`, \`place_count\` | What reads look up | They follow from content and go with it; \`cms doctor\` compares them |
| \`imagine_cached_file_metadata\` | Facts of files and their variants | They go with the file; \`cms doctor --repair\` removes those of files that vanished otherwise |
| \`external_identity\` | What links accounts to providers | It goes with its account, or when its owner ends it |
| \`user\` | Tokens of links in mails, as hashes | One for each kind of mail, in the row of the user; the next one takes its place, using it empties it, and its age ends it |
| \`passkey\`, \`recovery_code\` | Second factors of accounts, of codes only hashes | Twenty passkeys and ten codes of an account; they go with it |
| Filesystems | Uploads that were replaced or deleted, and their variants | Removed when the change is committed. A process that is killed just then leaves them to the scan of files |
| Memory | Kept answers | \`http_cache.response_cache.max_bytes\` |
| Memory | History of the embedded hub | A number of updates and of bytes, the oldest go first |
| Memory | Prepared statements, texts of statements | 500 of each connection, 5000 of a process |

## What you remove yourself

| Where | What |
| --- | --- |
| \`mails\` in the data folder, or the folder of \`MAILER_DSN=file:\` | Mails in development, one file each |
| Temporary folder of the machine | \`cms-…\` folders of commands that were killed: restores, \`cms openapi\`, databases in memory. Systems empty it at their start |
| Beside a backup | \`….partial\` of a backup that was killed; the next one to that file replaces it |
| Logs | The service writes them to its standard output and keeps none |
`,
} as const;
