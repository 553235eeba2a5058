import type { FeatureCommand } from '../../kernel/feature.js';
import type { AlertOfOrphans, AlertOutcome } from './alert/orphan-alert.js';
import type { Orphans } from './orphans.js';

const LINES: Readonly<Record<AlertOutcome, string | undefined>> = {
  sent: 'The report has changed: a notification was sent.',
  unchanged: 'The report has not changed: no notification was sent.',
  failed: 'The report has changed, but the notification could not be sent. The error has been logged.',
  off: undefined,
};

/** `cms scan-orphaned` (accounts.md section 12.3): scans in this process, and deletes nothing. */
export function createOrphanCommands(orphans: Orphans, alert: AlertOfOrphans): readonly FeatureCommand[] {
  return [
    {
      name: 'scan-orphaned',
      summary: 'Report components, groups and positions that lead nowhere.',
      async run(_service, { args, print }) {
        const report = await orphans.scan();
        const kinds = [
          ['Component groups', report.componentGroups],
          ['Component positions', report.componentPositions],
          ['Components', report.components],
        ] as const;
        for (const [kind, iris] of kinds) {
          print(`${kind}: ${iris.length}`);
          if (args.includes('--verbose')) for (const iri of iris) print(`  ${iri}`);
        }
        const line = args.includes('--no-notify') ? undefined : LINES[await alert(report)];
        if (line !== undefined) print(line);
      },
    },
  ];
}
