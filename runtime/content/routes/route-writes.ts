import { randomUUID } from 'node:crypto';
import type { WriteScope } from '../../contract/operations.js';
import type { Reference, StoredRecord } from '../../contract/record.js';
import type { RecordReader } from '../../records/record-reader.js';
import type { RecordWriter } from '../../records/record-writer.js';
import type { IncomingRelation } from '../../records/incoming-relations.js';
import { createIncomingRelations } from '../../records/incoming-relations.js';
import { changedFields } from '../../records/record-diff.js';
import { createWriteReference, touchRecords } from '../../records/write-reference.js';
import type { ResourceRegistry } from '../../metadata/resource-registry.js';
import type { RedirectChain } from './route-facts.js';
import { loadRouteFacts } from './route-facts.js';

export interface RouteWriteDeps {
  readonly reader: RecordReader;
  readonly writer: RecordWriter;
  readonly registry: ResourceRegistry;
}

/** Single changes that the rules of routes are made of; each records what it does. */
export interface RouteWrites {
  /** Writes some members of a stored record. */
  change(
    record: StoredRecord,
    members: Readonly<Record<string, unknown>>,
    scope: WriteScope,
  ): Promise<StoredRecord>;
  /** Writes some members of many stored records; the statements are sent together. */
  changeAll(changes: readonly MemberChange[], scope: WriteScope): Promise<void>;
  /** Routes that lead from paths to other routes; live at once, whatever their targets are. */
  insertRedirects(redirects: readonly NewRedirect[], scope: WriteScope): Promise<void>;
  /**
   * Frees `path` for `route` when what holds it is a redirect that leads to that very route (contract decision 34);
   * everything that pointed at the redirect points at the route from now on. Answers whether the path is free.
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

export function createRouteWrites({ reader, writer, registry }: RouteWriteDeps): RouteWrites {
  const incoming = createIncomingRelations(registry);
  const writeReference = createWriteReference(registry);

  async function change(
    record: StoredRecord,
    members: Readonly<Record<string, unknown>>,
    { session, context, changes }: WriteScope,
  ): Promise<StoredRecord> {
    const after = { ...record, values: { ...record.values, ...members, modifiedAt: context.now } };
    const fields = await writer.update(session, record, after, context.now);
    if (fields.length > 0) changes.record({ kind: 'updated', before: record, after, fields });
    return after;
  }

  /** Every relation to the redirect but those of the page or record that it shows; some statements for each type. */
  async function repoint(from: StoredRecord, to: Reference, scope: WriteScope): Promise<void> {
    for (const relation of incoming('Route')) {
      const { resource, field } = relation;
      if (field.name === 'route' && resource.kind !== 'component') continue;
      const where = `${reader.select(resource.name).expression(field.name)} = :id`;
      const found = await reader.findWhere(scope.session, resource.name, where, { id: from.id });
      const holders = found.filter(({ id }) => id !== to.id);
      if (holders.length > 0) await repointHolders(holders, relation, to, scope);
    }
  }

  async function repointHolders(
    holders: readonly StoredRecord[],
    { resource, field, table }: IncomingRelation,
    to: Reference,
    { session, context: { now }, changes }: WriteScope,
  ): Promise<void> {
    const ids = holders.map(({ id }) => id);
    const type = table === resource.baseTable ? null : resource.name;
    await writeReference(session, { column: { table, column: field.column, type }, ids, to: to.id }, now);
    if (resource.field('modifiedAt') !== undefined) await touchRecords(session, resource.table, ids, now);
    for (const before of holders) {
      const after = { ...before, values: { ...before.values, [field.name]: to, modifiedAt: now } };
      const fields = changedFields(resource, before.values, after.values);
      changes.record({ kind: 'updated', before, after, fields });
    }
  }

  return {
    change,
    async changeAll(list, { session, context: { now }, changes }) {
      const edits = list.map(({ record, members }) => ({
        before: record,
        after: { ...record, values: { ...record.values, ...members, modifiedAt: now } },
      }));
      const fields = await writer.updateAll(session, edits, now);
      edits.forEach(({ before, after }, index) => {
        changes.record({ kind: 'updated', before, after, fields: fields[index] ?? [] });
      });
    },
    async insertRedirects(redirects, { session, context: { now }, changes }) {
      const records = redirects.map((redirect) => redirectRecord(redirect, now));
      await writer.insertAll(session, records, now);
      for (const after of records) changes.record({ kind: 'created', after });
    },
    async releasePath(path, route, scope) {
      const { session, changes } = scope;
      const [holder] = await reader.findWhere(session, 'Route', 't.route = :path', { path }, 'lock');
      if (holder === undefined || holder.id === route.id) return true;
      if (holder.values.redirect === null || holder.values.page !== null || holder.values.pageData !== null)
        return false;
      const facts = (await loadRouteFacts({ ids: [holder.id] }, session)).get(holder.id);
      if (facts === undefined || !leadsTo(facts, route.id)) return false;
      await repoint(holder, route, scope);
      await writer.remove(session, holder);
      changes.record({ kind: 'deleted', before: holder });
      return true;
    },
  };
}

export function leadsTo({ hops }: RedirectChain, id: string): boolean {
  return hops.some((hop) => hop.id === id);
}

function redirectRecord({ path, name, to }: NewRedirect, now: Date): StoredRecord {
  const values = {
    path,
    name,
    redirect: to,
    page: null,
    pageData: null,
    liveAt: now,
    createdAt: now,
    modifiedAt: now,
  };
  return { type: 'Route', id: randomUUID(), values };
}
