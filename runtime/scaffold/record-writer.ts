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

/** Stores declared records, each once and behind those that it refers to. */
export interface RecordWriter {
  /** Stores records in their order. Those that are stored already are left alone. */
  storeAll(records: Iterable<DeclaredRecord>): Promise<void>;
  /** Finds out what becomes of a record; a new one may wait to be stored with others. */
  settle(record: DeclaredRecord): Promise<void>;
  /** The stored record, which is written now when it is not there yet; null for one that is left out. */
  store(record: DeclaredRecord): Promise<ScaffoldRecord | null>;
  /** @throws InternalError for a record that is left out */
  iriOf(record: DeclaredRecord): Promise<string>;
  /** Whether a record is being prepared, so that what leads back to it goes round in a circle. */
  isUnderWay(record: DeclaredRecord): boolean;
  /** Declared values as a request body carries them. */
  encode(values: object): Promise<JsonObject>;
}

export interface RecordWriterDeps {
  readonly store: ScaffoldStore;
  readonly counter: SummaryCounter;
  /** The declaration of a resource that stands in a value. @throws ScaffoldError when it cannot be stored yet */
  readonly declarationOf: (resource: ScaffoldResource) => DeclaredRecord;
}

/**
 * New records wait until there are many of them, or until one is stored that may refer to them: encoding a reference to a
 * record stores it first. So their order follows from what they name.
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
    // Only components of several types are stored type by type; other records are dated in their order.
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

/** Asks the record itself what is stored, or else looks its keys up. */
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

/** Groups records by type, in their order. */
function byType(waiting: Iterable<Waiting>): ReadonlyMap<string, readonly Waiting[]> {
  const groups = new Map<string, Waiting[]>();
  for (const entry of waiting) {
    const group = groups.get(entry[0].type);
    if (group === undefined) groups.set(entry[0].type, [entry]);
    else group.push(entry);
  }
  return groups;
}

/** Gives the IRI of a resource that stands in a value, which is stored first. */
type IriOfResource = (resource: ScaffoldResource) => Promise<string>;

/**
 * Declared members as a request body carries them. A local file stays as it is: the write stores it, so that what is kept or
 * refused leaves none.
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

/** One after the other: a value may be a resource that has to be stored first, and writes keep their declared order. */
async function encodeMembers(
  values: object,
  encode: (value: unknown) => Promise<JsonValue>,
): Promise<JsonObject> {
  const body: Record<string, JsonValue> = {};
  for (const [member, value] of Object.entries(values))
    if (value !== undefined) body[member] = await encode(value);
  return body;
}
