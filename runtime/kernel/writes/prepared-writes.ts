import type { RequestContext } from '../contract/context.js';
import { sessionFor } from '../observation/origin.js';
import type { Database } from '../contract/database/database.js';
import type { JsonObject } from '../contract/json.js';
import type { ReadScope } from '../contract/records/operations.js';
import type { IncomingBody, StoredWrite, WriteScope } from '../contract/records/writes.js';
import type { StoredRecord } from '../contract/records/record.js';
import { kernelErrors } from '../errors/catalog.js';
import type { RegisteredResource } from '../metadata/resource-registry.js';
import { asSent, createRecord, type WriteDeps } from './create-item.js';
import type { Precondition } from './precondition.js';
import { updateRecord } from './update-item.js';

/**
 * Returns the parsed body or throws its parse error. The body is read before the transaction begins, but a
 * missing item or denied access is reported first (core.md section 16).
 */
export type BodySource = () => JsonObject;

/** The record that a write addresses. */
export interface WrittenItem {
  readonly resource: RegisteredResource;
  readonly key: string;
  /** Preconditions of the caller, if any. */
  readonly precondition?: Precondition;
}

/** A body for an existing record, to merge into it or to replace it. */
export interface ItemUpdate extends WrittenItem {
  readonly kind: 'update' | 'replace';
  readonly body: BodySource;
}

/** A body for a new record. */
export interface ItemCreate {
  readonly resource: RegisteredResource;
  readonly body: BodySource;
}

/** An update of a record that the caller finds, locks and authorizes itself. */
export interface PreparedUpdate extends Omit<ItemUpdate, 'precondition'> {
  /**
   * Finds and authorizes the record: once outside a transaction, before slow work, and once inside the
   * writing one.
   */
  load(key: string, scope: ReadScope): Promise<StoredRecord>;
}

/**
 * Stores a write within a unit of work, which may be repeated. @throws AppError 400 or 422, with nothing
 * written.
 */
export type StorePrepared = (scope: WriteScope) => Promise<StoredWrite>;

/** Runs one unit of work with the given context and calls `store` in it. */
export type PreparedWork<Result> = (store: StorePrepared, context: RequestContext) => Promise<Result>;

/** A write whose slow work is done before the transaction begins. */
interface Ahead {
  readonly resource: RegisteredResource;
  readonly key?: string | undefined;
  readonly context: RequestContext;
  /** Rejects callers without write permission. Returns the stored record, or null for a new one. */
  evaluate(): Promise<StoredRecord | null>;
}

interface AheadOfOne extends Ahead {
  readonly body: BodySource;
}

/**
 * Writes that have passed the guards. Each does its slow work first, calls `work`, which runs the rest in a
 * transaction, and then removes unused results of the slow work.
 */
export interface PreparedWrites {
  create<Result>(write: AheadOfOne, work: (store: StorePrepared) => Promise<Result>): Promise<Result>;
  /** Creates several records; `work` receives the bodies to store, in order. */
  createAll<Result>(
    write: Ahead & { readonly bodies: readonly JsonObject[] },
    work: (incoming: readonly IncomingBody[]) => Promise<Result>,
  ): Promise<Result>;
  update<Result>(
    write: PreparedUpdate & { readonly context: RequestContext },
    work: (store: StorePrepared) => Promise<Result>,
  ): Promise<Result>;
}

export function createPreparedWrites(deps: WriteDeps & { readonly database: Database }): PreparedWrites {
  async function lockFirst(
    { resource, key, body }: Pick<ItemUpdate, 'resource' | 'key' | 'body'>,
    scope: WriteScope,
  ): Promise<void> {
    for (const rule of deps.prepared(resource).rules)
      await rule.lockFirst?.(key, readable(body) ?? {}, scope);
  }

  /** Runs the `ahead` work of the type's rules before the transaction begins. */
  async function workAhead({ resource, body, context, evaluate }: AheadOfOne): Promise<() => IncomingBody> {
    const rules = deps.prepared(resource).rules.filter(({ ahead }) => ahead !== undefined);
    if (rules.length === 0) return () => asSent(body());
    // Slow work must not hold locks of a larger unit.
    if (context.partOf !== undefined) throw kernelErrors.writtenAlone(resource.name);
    const before = await evaluate();
    let incoming = asSent(body());
    for (const rule of rules) incoming = (await rule.ahead?.({ before, incoming, context })) ?? incoming;
    return () => incoming;
  }

  /**
   * Opens the stage of a write. The stage calls `judge` first, so that only permitted callers cause slow
   * work.
   */
  async function opened({
    body,
    ...ahead
  }: AheadOfOne): Promise<{ readonly body: BodySource; close?(): Promise<void> }> {
    const { stage } = deps.prepared(ahead.resource);
    const sent = stage && readable(body);
    if (stage === undefined || sent === undefined) return { body };
    const staged = await stage.open({ ...ahead, bodies: [sent] });
    return { body: () => staged.bodies[0] ?? sent, close: () => staged.close() };
  }

  return {
    async create(write, work) {
      const { resource, evaluate } = write;
      const { body, close } = await opened(write);
      try {
        const incoming = await workAhead({ ...write, body });
        return await work(async (scope) => {
          await evaluate();
          return createRecord({ resource, incoming: incoming() }, scope, deps);
        });
      } finally {
        await ended(close, write.context);
      }
    },
    async createAll({ bodies, ...write }, work) {
      async function store(staged: readonly JsonObject[]): ReturnType<typeof work> {
        const incoming: IncomingBody[] = [];
        for (const body of staged) incoming.push((await workAhead({ ...write, body: () => body }))());
        return work(incoming);
      }
      const { stage } = deps.prepared(write.resource);
      if (stage === undefined) return store(bodies);
      const staged = await stage.open({ ...write, bodies });
      try {
        return await store(staged.bodies);
      } finally {
        await ended(() => staged.close(), write.context);
      }
    },
    async update({ kind, resource, key, body: sent, load, context }, work) {
      const evaluate = (): Promise<StoredRecord> =>
        load(key, { session: sessionFor(deps.database, context), context });
      const { body, close } = await opened({ resource, key, body: sent, context, evaluate });
      try {
        const incoming = await workAhead({ resource, body, context, evaluate });
        return await work(async (scope) => {
          await lockFirst({ resource, key, body: () => incoming().body }, scope);
          const loaded = await load(key, scope);
          return updateRecord({ kind, loaded, incoming: incoming() }, scope, deps);
        });
      } finally {
        await ended(close, context);
      }
    },
  };
}

/** Closes a stage. In a larger unit it closes when that ends, because nothing is stored before. */
async function ended(close: (() => Promise<void>) | undefined, { partOf }: RequestContext): Promise<void> {
  if (close === undefined) return;
  if (partOf === undefined) await close();
  else partOf.atEnd(close);
}

/** Returns the body; undefined if it cannot be parsed, which is reported later. */
function readable(body: BodySource): JsonObject | undefined {
  try {
    return body();
  } catch {
    return undefined;
  }
}
