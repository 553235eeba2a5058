import type { SqlSession } from '../contract/database/database.js';
import type { ConsistencyCheck, DerivedData } from '../contract/records/derived.js';
import type { CollectedDerived } from './collect-derived.js';
import { readDerivedStates } from './derived-states.js';
import { makeDerived, type MakeDerivedDeps } from './make-derived.js';

/** The result for one kind of derived data, or of one check. */
export interface Diagnosis {
  readonly name: string;
  /** `repaired`: it differed and is well now. `pending`: the next start of the service makes it. */
  readonly status: 'ok' | 'repaired' | 'pending' | 'differs';
  /** A line each; where all of them were mended, what they were. */
  readonly differences: readonly string[];
  /** There are further ones. */
  readonly hasMore: boolean;
  /** The remedy; null when none is needed. */
  readonly advice: string | null;
}

export interface ExamineOptions {
  /** Most differences that are told of each. */
  readonly limit: number;
  readonly repair: boolean;
  /** Hears what is looked at next. */
  onExamine?(name: string): void;
}

/** Looks after what is stored besides what people wrote. */
export interface Doctor {
  /** One diagnosis after the other, in the order in which they build on each other. The service may run meanwhile. */
  examine(options: ExamineOptions): AsyncIterable<Diagnosis>;
}

/** Derived data and checks alike. */
interface Examinable extends ConsistencyCheck {
  /** The reason why it does not exist yet, when the next start of the service makes it. */
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

/** Keeps differences that two looks find. A write between the statements of one look shows in that look only. */
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

/** Makes at the start the data that was never made, or that an older release made. */
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
