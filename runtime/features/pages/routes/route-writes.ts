import { randomUUID } from 'node:crypto';
import type { Reference, StoredRecord } from '../../../kernel/contract/records/record.js';
import type { WriteScope } from '../../../kernel/contract/records/writes.js';
import type { Kernel } from '../../../kernel/kernel.js';
import { findHolders } from '../../../kernel/records/find-holders.js';
import { createIncomingColumns, type IncomingColumn } from '../../../kernel/records/incoming-columns.js';
import { createIncomingRelations } from '../../../kernel/records/incoming-relations.js';
import { createLockRecords } from '../../../kernel/records/lock-records.js';
import { referenceOf } from '../../../kernel/records/references.js';
import { byColumn, createPointHolders } from '../../../kernel/records/point-holders.js';
import type { Edit } from '../../../kernel/records/written-state.js';
import { isLeft, noteLeft } from './rename-redirects.js';
import { loadRouteFacts, type RedirectChain } from './route-liveness.js';

export type RouteWriteDeps = Pick<Kernel, 'reader' | 'writer' | 'registry' | 'indexes'>;

/** Single changes that the rules of routes apply. */
export interface RouteWrites {
  /** Writes fields of a stored record. */
  change(
    record: StoredRecord,
    members: Readonly<Record<string, unknown>>,
    scope: WriteScope,
  ): Promise<StoredRecord>;
  /** Writes fields of many stored records; the statements are sent together. */
  changeAll(changes: readonly MemberChange[], scope: WriteScope): Promise<void>;
  /** Inserts redirects. They are live immediately, whatever the dates of their targets. */
  insertRedirects(redirects: readonly NewRedirect[], scope: WriteScope): Promise<void>;
  /** Returns whether any route has the path. */
  isHeld(path: string, scope: WriteScope): Promise<boolean>;
  /**
   * Frees `path` for `route` if its holder is a redirect to that route (contract decision 34). All references to the
   * redirect then point to the route. A redirect left by a rename in the same unit of work is removed, too. Returns
   * whether the path is free.
   */
  releasePath(path: string, route: Reference, scope: WriteScope): Promise<boolean>;
}

export interface MemberChange {
  readonly record: StoredRecord;
  readonly members: Readonly<Record<string, unknown>>;
}

export interface NewRedirect {
  readonly path: string;
  readonly name: string;
  readonly to: Reference;
}

export function createRouteWrites(deps: RouteWriteDeps): RouteWrites {
  const { reader, writer, registry } = deps;
  const followed = followedColumns(deps);
  const locks = createLockRecords({ registry, reader });
  const pointHolders = createPointHolders({ registry, locks, writer });
  const atPath = reader.statements('Route').where('t.route = :path');

  async function change(
    record: StoredRecord,
    members: Readonly<Record<string, unknown>>,
    scope: WriteScope,
  ): Promise<StoredRecord> {
    const edit = editOf({ record, members }, scope);
    await writer.updateAll(scope, [edit]);
    return edit.after;
  }

  /** Repoints every relation to the redirect except those of the record that it shows. */
  async function repoint(from: StoredRecord, to: Reference, scope: WriteScope): Promise<void> {
    const holders = await findHolders(scope.session, { columns: followed, targets: [from.id] });
    const others = holders.filter(({ id }) => id !== to.id);
    for (const some of byColumn(others))
      await pointHolders(scope, { holders: some, names: (id) => id === from.id, to });
  }

  return {
    change,
    changeAll: (list, scope) =>
      writer.updateAll(
        scope,
        list.map((each) => editOf(each, scope)),
      ),
    async insertRedirects(redirects, scope) {
      const records = redirects.map((redirect) => redirectRecord(redirect, scope.context.now));
      await writer.insertAll(scope, records);
      noteLeft(
        records.map(({ id }) => id),
        scope.session,
      );
    },
    async isHeld(path, { session }) {
      const [holder] = await atPath.all(session, { path });
      return holder !== undefined;
    },
    async releasePath(path, route, scope) {
      const { session } = scope;
      const [holder] = await atPath.allLocked(session, { path });
      if (holder === undefined || holder.id === route.id) return true;
      if (holder.values.redirect === null || holder.values.page !== null || holder.values.pageData !== null)
        return false;
      const target = referenceOf(holder.values.redirect);
      if (target !== null && isLeft(holder.id, session)) {
        await repoint(holder, target, scope);
        await writer.remove(scope, [holder]);
        return true;
      }
      const facts = (await loadRouteFacts({ ids: [holder.id] }, session)).get(holder.id);
      if (facts === undefined || !leadsTo(facts, route.id)) return false;
      await repoint(holder, route, scope);
      await writer.remove(scope, [holder]);
      return true;
    },
  };
}

function editOf({ record, members }: MemberChange, { context: { now } }: WriteScope): Edit {
  return { before: record, after: { ...record, values: { ...record.values, ...members, modifiedAt: now } } };
}

export function leadsTo({ hops }: RedirectChain, id: string): boolean {
  return hops.some((hop) => hop.id === id);
}

/** Returns the columns that may reference a redirect, except those that store the route of a record. */
function followedColumns({ registry, indexes }: RouteWriteDeps): readonly IncomingColumn[] {
  const shown = new Set(
    createIncomingRelations(registry)('Route')
      .filter(({ resource, field }) => field.name === 'route' && resource.kind !== 'component')
      .map(({ table, field }) => `${table}.${field.column}`),
  );
  return createIncomingColumns({ registry, indexes })('Route').filter(
    ({ table, column }) => !shown.has(`${table}.${column}`),
  );
}

function redirectRecord({ path, name, to }: NewRedirect, now: Date): StoredRecord {
  const values = {
    path,
    name,
    redirect: to,
    page: null,
    pageData: null,
    liveAt: now,
    expiresAt: null,
    createdAt: now,
    modifiedAt: now,
  };
  return { type: 'Route', id: randomUUID(), values };
}
