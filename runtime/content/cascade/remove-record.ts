import type { TransactionSession } from '../../contract/database.js';
import { referenceOf, referencesOf } from '../../records/references.js';
import type { WriteScope } from '../../contract/operations.js';
import type { Reference, StoredRecord } from '../../contract/record.js';
import { isPublishable, publishedOf } from '../../behaviours/index.js';
import { unprocessable } from '../../errors/catalog.js';
import type { RegisteredResource, ResourceRegistry } from '../../metadata/resource-registry.js';
import { createIncomingLinks } from '../../records/incoming-links.js';
import type { IncomingRelation } from '../../records/incoming-relations.js';
import { createIncomingRelations } from '../../records/incoming-relations.js';
import type { RecordReader } from '../../records/record-reader.js';
import type { RecordWriter } from '../../records/record-writer.js';
import type { RepointRelations } from '../../records/repoint-relations.js';
import { createHandOver } from './hand-over.js';
import { createCountUsage } from './usage.js';

interface CascadeDeps {
  readonly registry: ResourceRegistry;
  readonly reader: RecordReader;
  readonly writer: RecordWriter;
  readonly repoint: RepointRelations;
}

export interface Cascade {
  /**
   * Removes a record that a caller asked to delete and everything core.md section 14 says goes with it, in the running
   * transaction, recording every row. Rows vanish as it goes, so "used nowhere else" is a plain count and circles end by
   * themselves. The draft of a removed published row takes its places over.
   * @throws AppError 422 when something that may not be left behind still needs the record.
   */
  remove(record: StoredRecord, scope: WriteScope): Promise<void>;
}

export function createCascade(deps: CascadeDeps): Cascade {
  const incoming = createIncomingRelations(deps.registry);
  const links = createIncomingLinks(deps.registry);
  const countUsage = createCountUsage(deps.registry);
  const handOver = createHandOver(deps);

  async function remove(record: StoredRecord, scope: WriteScope): Promise<void> {
    const counterpart = await findCounterpart(record, scope);
    if (counterpart?.role === 'draft') {
      const keepsGroups = { ...record, values: { ...record.values, componentGroups: [] } };
      await handOver(record, counterpart.record, scope);
      return removeRow(keepsGroups, scope);
    }
    await removeRow(record, scope);
    // What callers with draft permission see under the published IRI has changed.
    if (counterpart !== undefined) recordUndrafted(counterpart.record, scope);
  }

  /** Removes a record because another one went: a published row takes its draft along, unless that has a place itself. */
  async function removeDependent(record: StoredRecord, scope: WriteScope): Promise<void> {
    const counterpart = await findCounterpart(record, scope);
    if (
      counterpart?.role === 'draft' &&
      (await countUsage(counterpart.record.id, scope.session)).total === 0
    ) {
      await removeRow(counterpart.record, scope);
    }
    await removeRow(record, scope);
  }

  async function findCounterpart(
    record: StoredRecord,
    { session }: WriteScope,
  ): Promise<{ readonly role: 'draft' | 'published'; readonly record: StoredRecord } | undefined> {
    const resource = deps.registry.require(record.type);
    if (!isPublishable(resource)) return undefined;
    const published = publishedOf(resource, record);
    if (published !== null) {
      const found = await deps.reader.find(session, published.type, published.id);
      return found && { role: 'published', record: found };
    }
    const where = 'b.published_resource_id = :id';
    const [draft] = await deps.reader.findWhere(session, record.type, where, { id: record.id }, 'lock');
    return draft && { role: 'draft', record: draft };
  }

  function recordUndrafted(published: StoredRecord, { changes }: WriteScope): void {
    const resource = deps.registry.require(published.type);
    if (!isPublishable(resource)) return;
    const { draftAssociation } = resource.publishable;
    const after = { ...published, values: { ...published.values, [draftAssociation]: null } };
    changes.record({ kind: 'updated', before: published, after, fields: [draftAssociation] });
  }

  async function removeRow(record: StoredRecord, scope: WriteScope): Promise<void> {
    const resource = deps.registry.require(record.type);
    await assertNoTemplate(record, scope.session);
    const held = heldComponents(record, resource, deps.registry);
    const groups = referencesOf(record.values.componentGroups);
    const route = record.type === 'Route' ? null : referenceOf(record.values.route);
    if (resource.kind === 'component') await removeStaticPositions(record, scope);
    for (const relation of incoming(record.type)) await releaseRelation(relation, record, scope);
    await unlinkFromOthers(record, scope);
    await deps.writer.remove(scope.session, record);
    scope.changes.record({ kind: 'deleted', before: record });
    for (const component of held) await removeUnused(component, scope);
    if (record.type !== 'ComponentGroup') for (const group of groups) await removeOwnerless(group, scope);
    if (route !== null) await removeRouteWithoutUse(route, scope);
  }

  /** Components that the removed record held and that nothing holds any more go too. */
  async function removeUnused(component: Reference, scope: WriteScope): Promise<void> {
    const record = await deps.reader.find(scope.session, component.type, component.id, 'lock');
    if (record === undefined || (await isUsed(record, scope))) return;
    await removeDependent(record, scope);
  }

  /** A draft is counted as its published version too: discarding it is no consequence of moving a position. */
  async function isUsed(record: StoredRecord, { session }: WriteScope): Promise<boolean> {
    const resource = deps.registry.require(record.type);
    const published = isPublishable(resource) ? publishedOf(resource, record) : null;
    const ids = published === null ? [record.id] : [record.id, published.id];
    for (const id of ids) if ((await countUsage(id, session)).total > 0) return true;
    return false;
  }

  async function removeOwnerless(group: Reference, scope: WriteScope): Promise<void> {
    const record = await deps.reader.find(scope.session, 'ComponentGroup', group.id, 'lock');
    if (record === undefined) return;
    const owners = ['layouts', 'pages', 'components'].flatMap((side) => referencesOf(record.values[side]));
    if (owners.length === 0) await removeRow(record, scope);
  }

  /** The route of a removed page goes when nothing else uses it, and its redirects with it (core.md section 6.5). */
  async function removeRouteWithoutUse(route: Reference, scope: WriteScope): Promise<void> {
    const record = await deps.reader.find(scope.session, 'Route', route.id, 'lock');
    if (record === undefined) return;
    const { page, pageData, redirect } = record.values;
    if (page === null && pageData === null && redirect === null) await removeRow(record, scope);
  }

  /** Positions of a removed component go, but for dynamic ones, which lose their fallback only. */
  async function removeStaticPositions(component: StoredRecord, scope: WriteScope): Promise<void> {
    const where = 't.component_id = :id and t.page_data_property is null';
    const positions = await deps.reader.findWhere(scope.session, 'ComponentPosition', where, {
      id: component.id,
    });
    for (const position of positions) {
      await deps.writer.remove(scope.session, position);
      scope.changes.record({ kind: 'deleted', before: position });
    }
  }

  /** Empties or removes the records whose member points at a record about to go. */
  async function releaseRelation(
    relation: IncomingRelation,
    record: StoredRecord,
    scope: WriteScope,
  ): Promise<void> {
    const { resource, field } = relation;
    const expression = deps.reader.select(resource.name).expression(field.name);
    const holders = await deps.reader.findWhere(scope.session, resource.name, `${expression} = :id`, {
      id: record.id,
    });
    for (const holder of holders) {
      if (field.onDelete === 'cascade') await removeDependent(holder, scope);
      else if (field.onDelete === 'restrict' || !field.nullable) throw stillNeeded(resource, holders.length);
      else await clearMember(holder, field.name, scope);
    }
  }

  async function clearMember(holder: StoredRecord, member: string, scope: WriteScope): Promise<void> {
    const after = { ...holder, values: { ...holder.values, [member]: null } };
    await deps.writer.update(scope.session, holder, after, scope.context.now);
    scope.changes.record({ kind: 'updated', before: holder, after, fields: [member] });
  }

  /** Link rows that other records own must not outlive the record. */
  async function unlinkFromOthers(record: StoredRecord, { session }: WriteScope): Promise<void> {
    for (const { field } of links(record.type)) {
      const { table, targetColumn } = field.through;
      const where = { [targetColumn]: record.id };
      await session.model(table).destroy({ where, transaction: session.transaction });
    }
  }

  return { remove };
}

/** A template that records still use is not deleted under them (contract decision 35). */
async function assertNoTemplate(record: StoredRecord, session: TransactionSession): Promise<void> {
  if (record.type !== 'Page') return;
  const sql = `select count(*) as total from ${session.table('abstract_page_data')} where page_id = :id`;
  const total = Number((await session.first<{ total: number }>(sql, { id: record.id }))?.total ?? 0);
  if (total > 0)
    throw unprocessable(`This page is the template of ${total} records.`, 'PAGE.TEMPLATE_IN_USE');
}

function stillNeeded(resource: RegisteredResource, count: number): Error {
  return unprocessable(`${count} ${resource.name} records still need this record.`, 'RESOURCE.IN_USE');
}

/** Components in the positions of a group, in a position, or in the properties of a page data record. */
function heldComponents(
  record: StoredRecord,
  resource: RegisteredResource,
  registry: ResourceRegistry,
): readonly Reference[] {
  if (resource.kind === 'component') return [];
  return resource.fields
    .filter(({ kind }) => kind === 'to-one')
    .map(({ name }) => referenceOf(record.values[name]))
    .filter((value): value is Reference => value !== null && registry.get(value.type)?.kind === 'component');
}
