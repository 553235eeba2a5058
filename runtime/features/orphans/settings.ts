import { Cron } from 'croner';
import type { ConfigProblem } from '../../kernel/contract/config-problem.js';
import type { ConfigOf } from '../../kernel/settings/config.js';
import { problemAt } from '../../kernel/settings/place.js';
import { checked, described, group, mapped, switchable, text, texts } from '../../kernel/settings/setting.js';
import { defineSettings } from '../../kernel/settings/settings.js';
import { isTimeZone } from '../../kernel/util/dates/is-time-zone.js';
import { checkRecipients, readRecipients, type WrittenRecipients } from './recipients.js';

export const ORPHANS_SETTINGS = defineSettings({
  name: 'Orphans',
  members: {
    orphaned_resources: group('Orphaned components, groups and positions.', {
      notify: group('Mail after a scan by command or schedule whose result differs from the last mail.', {
        recipients: mapped(
          checked(
            described<WrittenRecipients>({
              type: ['array', 'string', 'null'],
              items: { type: ['string', 'null'] },
              description:
                'Recipients of the mail, as address or Name <address>. An entry can contain several, separated by commas. Empty disables the mail.',
              default: [],
            }),
            checkRecipients,
          ),
          readRecipients,
        ),
        admin_page_path: text(
          'Path of the front-end page linked in the mail, relative to `user.email_links.default_origin`.',
          { default: '/_cwa/orphaned' },
        ),
        subject: text('Subject of the mail.', {
          default: 'Orphaned resources changed on {{ website_name }}',
        }),
      }),
    }),
    orphaned_files: group('Stored files without a record.', {
      excluded_paths: checked(
        texts('Path prefixes that the scan ignores.', []),
        // A pattern of slashes alone would match everything.
        (paths, key) =>
          paths
            .filter((path) => /^\/*$/.test(path))
            .flatMap((path) =>
              problemAt(key, `"${path}" excludes every file`, 'use path prefixes such as legacy/'),
            ),
      ),
    }),
    schedule: group('Scheduled jobs.', {
      scan_orphaned: mapped(
        checked(
          switchable('Scan for orphaned resources, with its mail. Does not scan files.', {
            cron: text('Cron expression with five fields.', { default: '0 3 * * *' }),
            time_zone: text('Time zone of the cron expression.', { default: 'Europe/London' }),
          }),
          checkTimes,
        ),
        ({ enabled, ...times }) => (enabled ? times : (false as const)),
      ),
    }),
  },
});

export type OrphansConfig = ConfigOf<typeof ORPHANS_SETTINGS>;

interface Times {
  readonly enabled: boolean;
  readonly cron: string;
  readonly timeZone: string;
}

/** Validates a schedule: the expression must come due, and the time zone must exist. */
function checkTimes({ enabled, cron, timeZone }: Times, key: string): readonly ConfigProblem[] {
  if (!enabled) return [];
  return [
    ...(isCron(cron.trim())
      ? []
      : problemAt(
          `${key}.cron`,
          `"${cron}" is not a valid cron expression`,
          'use five fields, for example 0 3 * * *',
        )),
    ...(isTimeZone(timeZone)
      ? []
      : problemAt(
          `${key}.time_zone`,
          `"${timeZone}" is not a valid time zone`,
          'use an IANA time zone such as Europe/London',
        )),
  ];
}

/**
 * Accepts five-field expressions that come due at some time. The scheduling library would accept more
 * formats.
 */
function isCron(source: string): boolean {
  if (!/^(?:[\d*/,\-A-Za-z]+\s+){4}[\d*/,\-A-Za-z]+$/.test(source)) return false;
  try {
    return new Cron(source, { paused: true }).nextRun() !== null;
  } catch {
    return false;
  }
}
