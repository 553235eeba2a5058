import { createReadStream } from 'node:fs';
import { extname } from 'node:path';
import type { RequestContext } from '../../../kernel/contract/context.js';
import type { JsonObject } from '../../../kernel/contract/json.js';
import type { StoredRecord } from '../../../kernel/contract/records/record.js';
import type { WriteScope } from '../../../kernel/contract/records/writes.js';
import type { Kernel } from '../../../kernel/kernel.js';
import type { ResourceOperations } from '../../../kernel/resource-operations.js';
import { isJsonObject } from '../../../kernel/util/json-object.js';
import type { UploadBatch, Uploads } from '../../uploads/public-api.js';
import { encodeValue } from '../format/line.js';
import type { TransferredType } from '../format/transferred.js';
import type { DifferingMembers } from '../plan/compare-stored.js';
import type { ReadRecord } from '../plan/read-record.js';
import type { ResolveFile } from '../plan/resolve-file.js';
import type { ExchangeValues } from './exchange-values.js';
import { type Batch, type BodiesDeps, createBodies, type Files } from './bodies.js';

export interface StoreDeps extends Pick<Kernel, 'reader'>, BodiesDeps {
  readonly operations: Pick<ResourceOperations, 'enter' | 'run'>;
  readonly uploads: Pick<Uploads, 'openBatch'>;
  readonly differing: DifferingMembers;
  readonly resolveFile: ResolveFile;
  readonly newContext: () => RequestContext;
  readonly exchangeValues: ExchangeValues;
}

/**
 * Stores records of one type in one unit of work: all or none.
 * @throws AppError of the first refused record
 */
export interface StoreBatch {
  (batch: Batch): Promise<void>;
  /** Tries to store a batch, rolls back, and returns the error. */
  refusalOf(batch: Batch): Promise<unknown>;
}

export interface StoreRecords {
  readonly records: StoreBatch;
  /** Sets the deferred members. */
  readonly late: StoreBatch;
}

class Undone extends Error {}

export function createStoreRecords(deps: StoreDeps): StoreRecords {
  const { operations, reader } = deps;
  const bodies = createBodies(deps);

  async function change(
    record: ReadRecord,
    stored: StoredRecord,
    { batch, files, scope }: { readonly batch: Batch; readonly files: Files; readonly scope: WriteScope },
  ): Promise<void> {
    const left = batch.late.get(record.id);
    const differing = await deps.differing(record, stored, batch.type);
    const names = differing.filter((name) => left?.has(name) !== true);
    if (names.length === 0) return;
    const body = bodies.bodyOf(record, names, { batch, files });
    const hasObjects = names.some(
      (name) => isJsonObject(body[name]) && batch.type.field(name)?.kind === 'scalar',
    );
    // A merge patch would merge objects in JSON members with the stored ones.
    if (hasObjects)
      await scope.commands.replace(stored, { ...scalarsOf(stored, batch.type), ...body }, scope);
    else await scope.commands.update(stored, body, scope);
  }

  async function write(
    batch: Batch,
    work: (files: Files, context: RequestContext) => Promise<void>,
  ): Promise<void> {
    const { resource } = batch.type;
    const uploaded = deps.uploads.openBatch();
    try {
      const files = await receiveFiles(batch, uploaded, deps.resolveFile);
      await operations.enter({ name: 'import', resource, context: deps.newContext() }, ({ context }) =>
        work(files, { ...context, requested: { ...context.requested, version: 'published' } }),
      );
    } finally {
      await uploaded.close();
    }
  }

  async function storeAll(batch: Batch, files: Files, scope: WriteScope): Promise<void> {
    const { name } = batch.type.resource;
    const ids = batch.records.map(({ id }) => id);
    const there = new Set((await reader.findMany(scope.session, name, ids)).map(({ id }) => id));
    const created = batch.records.filter(({ id }) => !there.has(id));
    if (created.length > 0)
      await scope.commands.createAll(
        name,
        created.map((record) => bodies.newRecord(record, { batch, files })),
        scope,
      );
    for (const record of batch.records.filter(({ id }) => there.has(id))) {
      const stored = await reader.findLocked(scope.session, record);
      if (stored !== undefined) await change(record, stored, { batch, files, scope });
    }
  }

  async function setLate(batch: Batch, files: Files, scope: WriteScope): Promise<void> {
    for (const record of batch.records) {
      const stored = await reader.findLocked(scope.session, record);
      const names = [...(batch.late.get(record.id) ?? [])];
      if (stored !== undefined)
        await scope.commands.update(stored, bodies.bodyOf(record, names, { batch, files }), scope);
    }
  }

  function storeBatch(work: typeof storeAll): StoreBatch {
    const run = (batch: Batch, last: () => void): Promise<void> =>
      write(batch, (files, context) =>
        operations.run(context, async (scope) => {
          await deps.exchangeValues((inner) => work(batch, files, inner), scope);
          last();
        }),
      );
    return Object.assign((batch: Batch) => run(batch, () => undefined), {
      async refusalOf(batch: Batch) {
        try {
          await run(batch, () => {
            throw new Undone();
          });
        } catch (error) {
          return error instanceof Undone ? undefined : error;
        }
        return undefined;
      },
    });
  }

  return { records: storeBatch(storeAll), late: storeBatch(setLate) };
}

/** Returns the scalar members that a PUT would reset. The publication date is excluded because a PUT keeps it. */
function scalarsOf({ values }: StoredRecord, { resource, fields }: TransferredType): JsonObject {
  const repeated = fields.filter(
    ({ kind, name }) => kind === 'scalar' && name !== resource.publishable?.field,
  );
  return Object.fromEntries(repeated.map((field) => [field.name, encodeValue(field, values[field.name])]));
}

async function receiveFiles(
  { type, records }: Batch,
  batch: UploadBatch,
  resolveFile: ResolveFile,
): Promise<Files> {
  const files = new Map<ReadRecord, Readonly<Record<string, string | null>>>();
  for (const record of records) {
    const received: Record<string, string | null> = {};
    for (const [member, named] of Object.entries(record.files)) {
      const field = type.field(member);
      const found = named === null ? undefined : await resolveFile(named.file);
      if (field?.kind !== 'upload' || named === null || typeof found !== 'object') continue;
      const content = createReadStream(found.path);
      const source = { name: named.name ?? undefined, extension: extname(named.file).slice(1), content };
      received[member] = (await batch.receive(field, source)) ?? null;
    }
    files.set(record, received);
  }
  return files;
}
