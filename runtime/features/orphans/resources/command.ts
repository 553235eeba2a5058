import type { CommandIo } from '../../../kernel/contract/features/command.js';
import type { CommandWork } from '../../../kernel/feature.js';
import type { IriConverter } from '../../../kernel/metadata/iri-converter.js';
import { textTable } from '../../../kernel/util/text/text-table.js';
import type { AlertOfOrphans, AlertOutcome } from '../alert/orphan-alert.js';
import type { OrphanedResources } from './orphaned-resources.js';

const LINES: Readonly<Record<AlertOutcome, string | undefined>> = {
  sent: 'The report has changed: a notification was sent.',
  unchanged: 'The report has not changed: no notification was sent.',
  failed: 'The report has changed, but the notification could not be sent. The error has been logged.',
  off: undefined,
};

/**
 * Creates `cms scan-orphaned` (accounts.md section 12.3), which scans in this process and deletes nothing.
 */
export function createResourcesCommand(resources: OrphanedResources, alert: AlertOfOrphans): CommandWork {
  return {
    name: 'scan-orphaned',
    async run({ iris }, { flags, isVerbose, print, progress }: CommandIo<{ readonly notify: boolean }>) {
      progress('Scanning for orphaned resources ...');
      const report = await resources.scan();
      const kinds = [
        ['Component groups', report.componentGroups],
        ['Component positions', report.componentPositions],
        ['Components', report.components],
      ] as const;
      for (const [kind, listed] of kinds) {
        print(`${kind}: ${listed.length}`);
        if (isVerbose) for (const iri of listed) print(`  ${iri}`);
      }
      const line = flags.notify ? LINES[await alert(report)] : undefined;
      if (line !== undefined) print(line);
      for (const total of describeTotals(report.components, iris)) print(total);
    },
  };
}

/** Counts the components of each type, most frequent first, after an empty line. */
function describeTotals(components: readonly string[], iris: Pick<IriConverter, 'parse'>): readonly string[] {
  if (components.length === 0) return [];
  const totals = new Map<string, number>();
  for (const iri of components) {
    const type = iris.parse(iri)?.resource.name ?? '';
    totals.set(type, (totals.get(type) ?? 0) + 1);
  }
  const rows = [...totals].sort(([one, many], [other, more]) => more - many || one.localeCompare(other));
  return ['', ...textTable([['Type', 'Components'], ...rows])];
}
