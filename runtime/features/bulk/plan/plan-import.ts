import type { RequestContext } from '../../../kernel/contract/context.js';
import type { JsonObject, JsonValue } from '../../../kernel/contract/json.js';
import type { Kernel } from '../../../kernel/kernel.js';
import { uniqueRules } from '../../../kernel/metadata/unique-rules.js';
import { byType } from '../../../kernel/records/id-lists.js';
import { BadLine, readLines } from '../format/read-lines.js';
import type { TransferredType } from '../format/transferred.js';
import type { DifferingMembers } from './compare-stored.js';
import { findByIris, findTypes } from './find-stored.js';
import type { ImportFile } from './import-files.js';
import type { Fate, ImportPlan, PlannedRecord, PlannedReference } from './planned.js';
import type { Problems } from './problems.js';
import { type ReadRecord, readRecord } from './read-record.js';
import type { ResolveFile } from './resolve-file.js';

export interface PlanDeps extends Pick<Kernel, 'registry' | 'iris' | 'reader' | 'database'> {
  readonly types: ReadonlyMap<string, TransferredType>;
  readonly source: string | undefined;
  readonly context: RequestContext;
  readonly differing: DifferingMembers;
  readonly resolveFile: ResolveFile;
  readonly problems: Problems;
  readonly onProgress: (records: number) => void;
}

const ROUTE = 'Route';
/** Number of records that are compared with the database by one statement per type. */
const TOGETHER = 500;

/**
 * Reads all files once, validates them and determines the changes without storing anything. Keeps a few hundred bytes
 * per record in memory: its position and the referenced ids.
 */
export async function planImport(files: readonly ImportFile[], deps: PlanDeps): Promise<ImportPlan> {
  const records = new Map<string, PlannedRecord>();
  const stored = new Map<string, string>();
  const counts = new Map<string, Record<Fate, number>>();
  const paths = new Set<string>();
  for await (const some of batchesOf(files, deps)) {
    for (const { type, sent } of some)
      if (type === ROUTE && typeof sent['path'] === 'string') paths.add(sent['path']);
    for (const planned of await planSome(some, { ...deps, records, stored })) {
      const known = counts.get(planned.type) ?? { created: 0, changed: 0, untouched: 0 };
      known[planned.fate] += 1;
      counts.set(planned.type, known);
    }
    deps.onProgress(records.size);
  }
  await checkReferences(records, stored, deps);
  return { records, stored, paths, counts };
}

async function* batchesOf(
  files: readonly ImportFile[],
  deps: PlanDeps,
): AsyncGenerator<readonly ReadRecord[]> {
  let batch: ReadRecord[] = [];
  const report = deps.problems.add.bind(deps.problems);
  for (const file of files) {
    try {
      for await (const line of readLines(file.path)) {
        const record = readRecord(line, file, { ...deps, report });
        if (record !== undefined) batch.push(record);
        if (batch.length < TOGETHER) continue;
        yield batch;
        batch = [];
      }
    } catch (error) {
      if (!(error instanceof BadLine)) throw error;
      report({ file: file.shown, line: error.line, message: error.message });
    }
  }
  if (batch.length > 0) yield batch;
}

interface Known {
  readonly records: Map<string, PlannedRecord>;
  readonly stored: Map<string, string>;
}

async function planSome(
  read: readonly ReadRecord[],
  deps: PlanDeps & Known,
): Promise<readonly PlannedRecord[]> {
  const some = await withIds(read, deps);
  const there = new Map<string, Awaited<ReturnType<Kernel['reader']['find']>>>();
  for (const [type, list] of byType(some)) {
    const ids = list.map(({ id }) => id);
    for (const record of await deps.reader.findMany(deps.database, type, ids)) there.set(record.id, record);
  }
  const planned: PlannedRecord[] = [];
  for (const record of some) {
    const { file, line, type, id } = record;
    const earlier = deps.records.get(id);
    if (earlier !== undefined) {
      deps.problems.add({
        file,
        line,
        message: `Duplicate key, also used in ${earlier.file}:${earlier.line}.`,
      });
      continue;
    }
    await checkFiles(record, deps);
    const { fate, members } = await fateOf(record, there.get(id), deps);
    const unique = fate === 'changed' ? uniqueIn(record, members, deps) : undefined;
    const one = { file, line, type, id, fate, references: namedBy(record), ...(unique && { unique }) };
    deps.records.set(id, one);
    planned.push(one);
  }
  return planned;
}

const NOTHING: readonly PlannedReference[] = [];

function namedBy({ references }: ReadRecord): readonly PlannedReference[] {
  const named = Object.entries(references).flatMap(([member, ids]) => ids.map((id) => ({ member, id })));
  return named.length === 0 ? NOTHING : named;
}

async function fateOf(
  record: ReadRecord,
  stored: Awaited<ReturnType<Kernel['reader']['find']>>,
  { types, differing, problems }: PlanDeps,
): Promise<{ readonly fate: Fate; readonly members: readonly string[] }> {
  const type = types.get(record.type);
  if (stored === undefined || type === undefined) return { fate: 'created', members: [] };
  const members = await differing(record, stored, type);
  const { publishable } = type.resource;
  if (publishable !== undefined && members.includes(publishable.publishedAssociation))
    problems.add({
      ...record,
      member: publishable.publishedAssociation,
      message: 'The stored record is a draft, not a published record. Delete it, then import again.',
    });
  return { fate: members.length === 0 ? 'untouched' : 'changed', members };
}

/** Returns the changed members of unique rules, except relations, whose targets may not exist yet. */
function uniqueIn(
  { type, sent }: ReadRecord,
  members: readonly string[],
  { types }: Pick<PlanDeps, 'types'>,
): JsonObject | undefined {
  const known = types.get(type);
  if (known === undefined) return undefined;
  const names = new Set(uniqueRules(known.resource).flatMap(({ fields }) => fields));
  const own = members.filter((name) => names.has(name) && known.field(name)?.kind === 'scalar');
  return own.length === 0
    ? undefined
    : Object.fromEntries(own.map((name): [string, JsonValue] => [name, sent[name] ?? null]));
}

/** Replaces IRIs of stored records by ids. */
async function withIds(
  read: readonly ReadRecord[],
  deps: PlanDeps & Pick<Known, 'stored'>,
): Promise<readonly ReadRecord[]> {
  const isIri = (text: string): boolean => text.startsWith('/');
  const iris = read.flatMap(({ references }) => Object.values(references).flat().filter(isIri));
  if (iris.length === 0) return read;
  const found = await findByIris(iris, deps);
  for (const { type, id } of found.values()) deps.stored.set(id, type);
  return read.map((record) => {
    const references = Object.entries(record.references).map(([member, ids]) => [
      member,
      ids.flatMap((id) => {
        if (!isIri(id)) return id;
        const reference = found.get(id);
        if (reference !== undefined) return reference.id;
        const message = `${id} does not exist in the database. Reference records of the import by their keys.`;
        deps.problems.add({ ...record, member, message });
        return [];
      }),
    ]);
    return { ...record, references: Object.fromEntries(references) as ReadRecord['references'] };
  });
}

async function checkFiles(record: ReadRecord, { resolveFile, problems }: PlanDeps): Promise<void> {
  for (const [member, named] of Object.entries(record.files)) {
    const found = named === null ? undefined : await resolveFile(named.file);
    if (typeof found === 'string') problems.add({ ...record, member, message: found });
  }
}

/** Reports references whose target is neither imported nor stored, or has a type that the member does not accept. */
async function checkReferences(
  records: ReadonlyMap<string, PlannedRecord>,
  stored: Map<string, string>,
  deps: PlanDeps,
): Promise<void> {
  const targetOf = ({ type }: PlannedRecord, member: string): string => {
    const field = deps.types.get(type)?.field(member);
    return field !== undefined && 'target' in field ? field.target : '';
  };
  const outside: { readonly id: string; readonly target: string }[] = [];
  for (const record of records.values())
    for (const { id, member } of record.references)
      if (!records.has(id) && !stored.has(id)) outside.push({ id, target: targetOf(record, member) });
  for (const [id, type] of await findTypes(outside, deps)) stored.set(id, type);
  for (const record of records.values())
    for (const { id, member } of record.references) {
      const type = records.get(id)?.type ?? stored.get(id);
      const target = targetOf(record, member);
      if (type !== undefined && deps.registry.accepts(target, type)) continue;
      const message =
        type === undefined
          ? `No record in the import or the database has the key ${id}.`
          : `${id} is a ${type}, but this field requires a ${target}.`;
      deps.problems.add({ file: record.file, line: record.line, member, message });
    }
}
