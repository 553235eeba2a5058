import { AppError } from '../../../kernel/errors/app-error.js';
import { takenViolation } from '../../../kernel/metadata/unique-rules.js';
import { UnmetClaims } from '../../../kernel/writes/unique-exchanges.js';
import { readLines } from '../format/read-lines.js';
import type { ImportFile } from '../plan/import-files.js';
import type { ImportPlan } from '../plan/planned.js';
import { describeProblem, type Place } from '../plan/problems.js';
import { type ReadRecord, readRecord, type ReadRecordDeps } from '../plan/read-record.js';
import type { Schedule } from '../plan/schedule.js';
import type { Batch } from './bodies.js';
import type { StoreBatch, StoreRecords } from './store-records.js';

export interface RunImportDeps extends Omit<ReadRecordDeps, 'report'> {
  readonly store: StoreRecords;
  readonly batchSize: number;
  /** Returns the line number in the user's file. */
  readonly lineOf: (place: Place) => number;
  readonly onProgress: (stored: number) => void;
}

/** Description of the error that stopped an import, as text lines. Earlier batches are stored. */
export type Stopped = readonly string[];

/** Stores the planned records step by step, one batch per unit of work. */
export async function runImport(
  files: readonly ImportFile[],
  { plan, schedule }: { readonly plan: ImportPlan; readonly schedule: Schedule },
  deps: RunImportDeps,
): Promise<Stopped | undefined> {
  let stored = 0;
  for (const { type, ids } of schedule.steps)
    for await (const batch of batchesOf(files, { plan, type, ids, late: schedule.late }, deps)) {
      const stopped = await stoppedBy(batch, deps.store.records, deps);
      if (stopped !== undefined) return stopped;
      deps.onProgress((stored += batch.records.length));
    }
  const ids = new Set(schedule.late.keys());
  const types = new Set([...ids].map((id) => plan.records.get(id)?.type ?? ''));
  for (const type of types)
    for await (const batch of batchesOf(files, { plan, type, ids, late: schedule.late }, deps)) {
      const stopped = await stoppedBy(batch, deps.store.late, deps);
      if (stopped !== undefined) return stopped;
    }
  return undefined;
}

interface Wanted {
  readonly plan: ImportPlan;
  readonly type: string;
  readonly ids: ReadonlySet<string>;
  readonly late: Schedule['late'];
}

/** Reads the records of a step again, only from files that contain some of them. */
async function* batchesOf(
  files: readonly ImportFile[],
  { plan, type: name, ids, late }: Wanted,
  deps: RunImportDeps,
): AsyncGenerator<Batch> {
  const type = deps.types.get(name);
  if (type === undefined) return;
  const lines = linesOf(plan, name, ids);
  let records: ReadRecord[] = [];
  for (const file of files) {
    const wanted = lines.get(file.shown);
    if (wanted === undefined) continue;
    for await (const line of readLines(file.path)) {
      if (!wanted.has(line.line)) continue;
      const record = readRecord(line, file, { ...deps, report: () => undefined });
      if (record !== undefined) records.push(record);
      if (records.length < deps.batchSize) continue;
      yield { type, records: records, late };
      records = [];
    }
  }
  if (records.length > 0) yield { type, records: records, late };
}

function linesOf(
  { records }: ImportPlan,
  type: string,
  ids: ReadonlySet<string>,
): ReadonlyMap<string, ReadonlySet<number>> {
  const lines = new Map<string, Set<number>>();
  for (const id of ids) {
    const record = records.get(id);
    if (record?.type !== type) continue;
    const known = lines.get(record.file);
    if (known === undefined) lines.set(record.file, new Set([record.line]));
    else known.add(record.line);
  }
  return lines;
}

/** Stores a batch. If it is refused, describes the refused records and the reasons. */
async function stoppedBy(
  batch: Batch,
  store: StoreBatch,
  { lineOf }: Pick<RunImportDeps, 'lineOf'>,
): Promise<Stopped | undefined> {
  const known = (record: ReadRecord): Place => ({ file: record.file, line: lineOf(record) });
  try {
    await store(batch);
    return undefined;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const taken = error instanceof UnmetClaims ? describeTaken(batch, error, known) : [];
    if (taken.length > 0) return taken;
    const lines: string[] = [];
    for (const record of batch.records) {
      const refusal = await store.refusalOf({ ...batch, records: [record] });
      if (refusal instanceof AppError) lines.push(...describeRefusal(known(record), refusal));
      else if (refusal !== undefined) throw refusal;
    }
    return lines.length > 0 ? lines : describeTogether(batch.records.map(known), error);
  }
}

/** Describes the records whose unique values belong to other records. */
const describeTaken = (
  { records }: Batch,
  { claims }: UnmetClaims,
  known: (record: ReadRecord) => Place,
): readonly string[] =>
  records.flatMap((record) =>
    claims
      .filter(({ id }) => id === record.id)
      .map(({ rule }) => {
        const { propertyPath, message } = takenViolation(rule);
        return describeProblem({ ...known(record), member: propertyPath, message });
      }),
  );

function describeRefusal(place: Place, error: AppError): readonly string[] {
  const { violations = [] } = error;
  if (violations.length === 0) return [describeProblem({ ...place, message: error.message })];
  return violations.map(({ propertyPath, message }) =>
    describeProblem({ ...place, member: propertyPath, message }),
  );
}

/**
 * Describes a refusal of records that are valid individually. Two of them conflict, or a deferred member is invalid.
 */
function describeTogether(records: readonly Place[], error: AppError): readonly string[] {
  const [first, last] = [records[0], records.at(-1)];
  if (first === undefined || last === undefined) return [error.message];
  const some =
    first.file === last.file
      ? `lines ${first.line} to ${last.line}`
      : `lines up to ${last.file}:${last.line}`;
  return describeRefusal(first, error).map(
    (line) => `${line} (one of the ${some}, with another one of them)`,
  );
}
