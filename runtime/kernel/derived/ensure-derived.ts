import type { DerivedData } from '../contract/records/derived.js';
import type { Logger } from '../ports/logger.js';
import { readDerivedStates } from './derived-states.js';
import { makeDerived, type MakeDerivedDeps } from './make-derived.js';

export interface EnsureDerivedDeps extends MakeDerivedDeps {
  /** Derived data in build order. */
  readonly derived: readonly DerivedData[];
  readonly log: Logger;
}

/**
 * Builds data that is missing or was built by older rules, and keeps data of newer rules. Two releases
 * running side by side therefore do not rebuild it in turns (ADR 42).
 */
export async function ensureDerived(deps: EnsureDerivedDeps): Promise<void> {
  const { derived, database, log } = deps;
  if (derived.length === 0) return;
  const states = await readDerivedStates(database);
  for (const { name, version } of derived.filter((data) => isNewer(states.get(data.name), data))) {
    const msg = 'derived rows are from a newer release; after a downgrade, run `cms doctor --repair`';
    log.warn({ msg, derived: name, stored: states.get(name), version });
  }
  const lacking = derived.filter((data) => isLacking(states.get(data.name), data));
  if (lacking.length > 0) await makeAll(lacking, deps);
}

async function makeAll(
  lacking: readonly DerivedData[],
  { database, writeOutOfBand, log }: EnsureDerivedDeps,
): Promise<void> {
  await database.patiently(async (patient) => {
    for (const data of lacking) {
      const start = performance.now();
      const isMade = await makeDerived({ database: patient, writeOutOfBand }, data, (stored) =>
        isLacking(stored, data),
      );
      if (!isMade) continue; // Another process built it while this one waited.
      const { name, version } = data;
      log.info({
        msg: 'rebuilt derived rows',
        derived: name,
        version,
        milliseconds: Math.round(performance.now() - start),
      });
    }
  });
}

const isLacking = (stored: number | undefined, { version }: DerivedData): boolean =>
  stored === undefined || stored < version;

const isNewer = (stored: number | undefined, { version }: DerivedData): boolean =>
  stored !== undefined && stored > version;
