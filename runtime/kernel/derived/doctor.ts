import type { SqlSession } from '../contract/database/database.js';
import type { ConsistencyCheck, DerivedData } from '../contract/records/derived.js';
import type { CollectedDerived } from './collect-derived.js';
import { readDerivedStates } from './derived-states.js';
import { makeDerived, type MakeDerivedDeps } from './make-derived.js';

/** Result for one kind of derived data or one check. */
export interface Diagnosis {
  readonly name: string;
  /** `repaired`: differences were found and fixed. `pending`: the next start of the service builds it. */
  readonly status: 'ok' | 'repaired' | 'pending' | 'differs';
  /** One line per difference; if all were repaired, the differences before the repair. */
  readonly differences: readonly string[];
  /** Whether there are more. */
  readonly hasMore: boolean;
  /** The remedy; null if none is needed. */
  readonly advice: string | null;
}

export interface ExamineOptions {
  /** Maximum number of differences reported for each. */
  readonly limit: number;
  readonly repair: boolean;
  /** Called with the name of each check before it runs. */
  onExamine?(name: string): void;
}

/** Checks and repairs derived data, and runs consistency checks. */
export interface Doctor {
  /** Yields one diagnosis after another, in dependency order. The service may be running. */
  examine(options: ExamineOptions): AsyncIterable<Diagnosis>;
}

/** Derived data or a check. */
interface Examinable extends ConsistencyCheck {
  /** Returns the reason why the rows do not exist yet, if the next start of the service builds them. */
  pending?(): Promise<string | undefined>;
}

export function createDoctor({ derived, checks }: CollectedDerived, deps: MakeDerivedDeps): Doctor {
  const all: readonly Examinable[] = [...derived.map((data) => examinable(data, deps)), ...checks];
  return {
    async *examine(options) {
      for (const each of all) {
        options.onExamine?.(each.name);
        yield await diagnose(each, options);
      }
    },
  };
}

async function diagnose(each: Examinable, { limit, repair }: ExamineOptions): Promise<Diagnosis> {
  const { name } = each;
  const pending = repair ? undefined : await each.pending?.();
  if (pending !== undefined)
    return { name, status: 'pending', differences: [pending], hasMore: false, advice: AWAIT };
  const found = await findStanding(each, limit);
  if (found.length === 0) return { name, status: 'ok', differences: [], hasMore: false, advice: null };
  if (!repair || each.repair === undefined)
    return { name, status: 'differs', ...shown(found, limit), advice: each.advice };
  await each.repair();
  const left = await findStanding(each, limit);
  if (left.length === 0) return { name, status: 'repaired', ...shown(found, limit), advice: null };
  return { name, status: 'differs', ...shown(left, limit), advice: STILL_THERE };
}

const MEND = 'Run `cms doctor --repair` to rebuild these rows.';
const AWAIT = 'The next start of the service builds these rows. Run `cms doctor --repair` to build them now.';
const STILL_THERE =
  'The repair did not fix these differences. Stop the service and run it again. If they remain, report them.';

/** Returns the differences that two checks find. A concurrent write shows up in one of them only. */
async function findStanding({ find }: Examinable, limit: number): Promise<readonly string[]> {
  const first = await find(limit + 1);
  if (first.length === 0) return first;
  const second = await find(limit + 1);
  const isCut = first.length > limit || second.length > limit;
  return isCut ? second : second.filter((line) => first.includes(line));
}

const shown = (found: readonly string[], limit: number): Pick<Diagnosis, 'differences' | 'hasMore'> => ({
  differences: found.slice(0, limit),
  hasMore: found.length > limit,
});

function examinable(data: DerivedData, deps: MakeDerivedDeps): Examinable {
  const { database } = deps;
  return {
    name: data.name,
    advice: MEND,
    pending: () => pendingState(data, database),
    async find(limit) {
      const state = await stateDifference(data, database);
      const rows = limit > state.length ? await data.compare(database, limit - state.length) : [];
      return [...state, ...rows].slice(0, limit);
    },
    repair: async () => void (await makeDerived(deps, data)),
  };
}

/** Describes data that the next start builds: it was never built, or by an older release. */
async function pendingState(data: DerivedData, session: SqlSession): Promise<string | undefined> {
  const stored = (await readDerivedStates(session)).get(data.name);
  return stored === undefined || stored < data.version ? describeState(data, stored) : undefined;
}

async function stateDifference(data: DerivedData, session: SqlSession): Promise<readonly string[]> {
  const stored = (await readDerivedStates(session)).get(data.name);
  return stored === data.version ? [] : [describeState(data, stored)];
}

function describeState({ version }: DerivedData, stored: number | undefined): string {
  return stored === undefined
    ? 'the rows have not been built since the last migration'
    : `the rows were built by version ${stored} of the rules, but this release has version ${version}`;
}
