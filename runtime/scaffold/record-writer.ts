import type { JsonObject, JsonValue } from '../kernel/contract/json.js';
import { InternalError } from '../kernel/errors/internal-error.js';
import {
  isPending,
  keptOutcome,
  recordOf,
  type DeclaredRecord,
  type LookUp,
  type Outcome,
} from './declared-record.js';
import type { SummaryCounter } from './load-summary.js';
import { createRecordLookup } from './record-lookup.js';
import { asDeclared, ScaffoldError } from './scaffold-error.js';
import {
  type ScaffoldResource,
  IRI_OF,
  isScaffoldReference,
  isScaffoldResource,
} from './scaffold-resource.js';
import type { ScaffoldRecord, ScaffoldStore } from './scaffold-store.js';
import { storeTogether, TOGETHER } from './store-together.js';
import { isLocalFile } from './local-file.js';

/** Stores each declared record once, after the records that it references. */
export interface RecordWriter {
  /** Stores records in order and skips those that are already stored. */
  storeAll(records: Iterable<DeclaredRecord>): Promise<void>;
  /** Determines the outcome of a record. A new one may wait to be stored with others. */
  settle(record: DeclaredRecord): Promise<void>;
  /** Returns the stored record, writing it first if necessary. Null for a skipped one. */
  store(record: DeclaredRecord): Promise<ScaffoldRecord | null>;
  /** @throws InternalError for a skipped record */
  iriOf(record: DeclaredRecord): Promise<string>;
  /** Returns whether a record is being prepared, so that a reference to it forms a cycle. */
  isUnderWay(record: DeclaredRecord): boolean;
  /** Converts declared values to a request body. */
  encode(values: object): Promise<JsonObject>;
}

export interface RecordWriterDeps {
  readonly store: ScaffoldStore;
  readonly counter: SummaryCounter;
  /** Returns the declaration of a resource in a value. @throws ScaffoldError if it cannot be stored yet */
  readonly declarationOf: (resource: ScaffoldResource) => DeclaredRecord;
}

/**
 * Creates the writer. New records wait for a batch, or until a record that may reference them is stored: encoding a
 * reference stores its record first. Their order therefore follows from the references.
 */
export function createRecordWriter({ store, counter, declarationOf }: RecordWriterDeps): RecordWriter {
  const waiting = new Map<DeclaredRecord, JsonObject>();
  const underWay = new Set<DeclaredRecord>();
  const { lookUp, ...lookup } = createRecordLookup(store, storeWaiting);
  const encode = (values: object): Promise<JsonObject> =>
    encodeValues(values, (resource) => iriOf(declarationOf(resource)));

  function finish(record: DeclaredRecord, outcome: Outcome): void {
    record.outcome = outcome;
    if (outcome.kind !== 'created' && outcome.kind !== 'kept') return;
    counter.count(outcome.kind, record.kind);
    record.onStored?.(outcome);
  }

  async function prepare(record: DeclaredRecord): Promise<void> {
    let encoding: Promise<JsonObject> | undefined;
    const encoded = (): Promise<JsonObject> =>
      (encoding ??= Promise.resolve(record.members(lookUp)).then(encode));
    const outcome = await findOutcome(record, { lookUp, encoded });
    if (outcome !== undefined) return finish(record, outcome);
    const body = await encoded();
    const write = record.writeAlone?.(body);
    if (write === undefined) return wait(record, body);
    await storeWaiting();
    finish(record, { kind: 'created', record: await write() });
    lookup.forget();
  }

  async function wait(record: DeclaredRecord, body: JsonObject): Promise<void> {
    const [first] = waiting.keys();
    // Only components of several types are stored type by type; other records are dated in order.
    if (first !== undefined && first.type !== record.type && record.kind !== 'component')
      await storeWaiting();
    waiting.set(record, body);
    lookup.addWaiting(record, body);
  }

  async function storeWaiting(): Promise<void> {
    const taken = byType(waiting);
    waiting.clear();
    lookup.clearWaiting();
    for (const [type, entries] of taken)
      await storeTogether(entries, {
        declaredOf: ([{ declared }]) => declared,
        async store(some) {
          const bodies = some.map(([, body]) => body);
          const records = await store.createAll(type, bodies);
          for (const [index, record] of records.entries()) {
            const declared = some[index]?.[0];
            if (declared !== undefined) finish(declared, { kind: 'created', record });
          }
        },
      });
  }

  async function settle(record: DeclaredRecord): Promise<void> {
    if (recordOf(record) !== null || waiting.has(record)) return;
    if (underWay.has(record))
      throw new ScaffoldError(`A ${record.type} component refers to itself; break the circle.`);
    underWay.add(record);
    try {
      await asDeclared(record.declared, () => prepare(record));
    } finally {
      underWay.delete(record);
    }
  }

  async function storeNow(record: DeclaredRecord): Promise<ScaffoldRecord | null> {
    if (recordOf(record) === null) {
      if (!waiting.has(record)) await storeWaiting();
      await settle(record);
      await storeWaiting();
    }
    return recordOf(record);
  }

  async function iriOf(record: DeclaredRecord): Promise<string> {
    const stored = await storeNow(record);
    if (stored === null) throw new InternalError(`A ${record.type} ${record.kind} was not stored`);
    return stored.iri;
  }

  return {
    async storeAll(records) {
      const all = [...records];
      await lookup.prefetch(all.filter(isPending));
      for (const record of all) {
        await settle(record);
        if (waiting.size >= TOGETHER) await storeWaiting();
      }
      await storeWaiting();
      lookup.forget();
    },
    settle,
    store: storeNow,
    iriOf,
    isUnderWay: (record) => underWay.has(record),
    encode,
  };
}

/** Finds the stored record by the declaration's own method, or else by its keys. */
async function findOutcome(
  record: DeclaredRecord,
  { lookUp, encoded }: { readonly lookUp: LookUp; readonly encoded: () => Promise<JsonObject> },
): Promise<Outcome | undefined> {
  if (record.find !== undefined) return record.find(lookUp, encoded);
  for (const [member, value] of Object.entries(record.keys?.() ?? {})) {
    const stored = await lookUp(record.type, member, value);
    if (stored !== null) return keptOutcome(stored);
  }
  return undefined;
}

type Waiting = readonly [record: DeclaredRecord, body: JsonObject];

/** Groups records by type, in order. */
function byType(waiting: Iterable<Waiting>): ReadonlyMap<string, readonly Waiting[]> {
  const groups = new Map<string, Waiting[]>();
  for (const entry of waiting) {
    const group = groups.get(entry[0].type);
    if (group === undefined) groups.set(entry[0].type, [entry]);
    else group.push(entry);
  }
  return groups;
}

/** Returns the IRI of a resource in a value, which is stored first. */
type IriOfResource = (resource: ScaffoldResource) => Promise<string>;

/**
 * Converts declared fields to a request body. Local files stay: the write stores them, so that kept or refused
 * records leave no files.
 * @throws ScaffoldError for a value that cannot be stored
 */
const encodeValues = (values: object, iriOf: IriOfResource): Promise<JsonObject> =>
  encodeMembers(values, async (value) => (isLocalFile(value) ? { ...value } : encodeValue(value, iriOf)));

async function encodeValue(value: unknown, iriOf: IriOfResource): Promise<JsonValue> {
  if (isScaffoldReference(value)) return value[IRI_OF]();
  if (isScaffoldResource(value)) return iriOf(value);
  if (isLocalFile(value))
    throw new ScaffoldError('localFile() belongs into an upload field, not inside other values.');
  if (value instanceof Date) return value.toISOString();
  if (Array.isArray(value)) {
    const entries: JsonValue[] = [];
    for (const entry of value) entries.push(await encodeValue(entry, iriOf));
    return entries;
  }
  if (typeof value === 'object' && value !== null)
    return encodeMembers(value, (member) => encodeValue(member, iriOf));
  if (typeof value === 'string' || typeof value === 'boolean' || value === null) return value;
  if (typeof value === 'number' && Number.isFinite(value)) return value;
  throw new ScaffoldError(`A scaffold value cannot be stored: ${String(value)}`);
}

/**
 * Encodes sequentially: a value may be a resource that must be stored first, and writes keep their declared order.
 */
async function encodeMembers(
  values: object,
  encode: (value: unknown) => Promise<JsonValue>,
): Promise<JsonObject> {
  const body: Record<string, JsonValue> = {};
  for (const [member, value] of Object.entries(values))
    if (value !== undefined) body[member] = await encode(value);
  return body;
}
