import type { StoredRecord } from '../../kernel/contract/records/record.js';
import type { RegisteredResource } from '../../kernel/metadata/resource-registry.js';
import { isReference, referencesOf } from '../../kernel/records/references.js';
import { code } from '../../kernel/contract/code.js';
import { printFlat } from '../../kernel/util/text/source-literal.js';
import { isOwnRelation, readAll, readContentBatch, type ContentBatch } from './content-batch.js';
import type { DraftOf, ExportScope } from './export-scope.js';
import { describeGroups } from './group-source.js';
import { camelCase, pascalCase } from './names.js';
import { describeMembers, isRefused, labelOf, type RecordMembers } from './record-members.js';
import type { Member } from './source-writer.js';

/**
 * Writes the components that an owner contains or references. Each follows those that it references itself, in
 * natural reading order.
 */
export async function writeContentOf(
  owner: StoredRecord,
  batch: ContentBatch,
  scope: ExportScope,
): Promise<void> {
  for (const id of relatedIds(owner, scope.registry.require(owner.type))) await writePlaced(id, batch, scope);
  for (const group of referencesOf(owner.values['componentGroups']))
    for (const { values } of batch.positionsOf(group.id))
      if (isReference(values['component'])) await writePlaced(values['component'].id, batch, scope);
}

/** Writes a component and its nested content, unless it was already written. */
async function writePlaced(id: string, batch: ContentBatch, scope: ExportScope): Promise<void> {
  const component = batch.components.get(id);
  if (component === undefined || scope.components.has(id)) return;
  await writeComponent(component, batch, scope);
  for (const record of scope.written.splice(0)) await writeInside(record, batch, scope);
}

async function writeInside(component: StoredRecord, batch: ContentBatch, scope: ExportScope): Promise<void> {
  const variable = scope.components.get(component.id) ?? '';
  await writeContentOf(component, batch, scope);
  const owner = { record: component, expression: `site.component(${variable})` };
  const statements = describeGroups(owner, batch, scope);
  if (statements.length > 0)
    await scope.source.define(scope.names.plain(`fill${pascalCase(variable)}`), statements, true);
}

async function writeComponent(
  component: StoredRecord,
  batch: ContentBatch,
  scope: ExportScope,
): Promise<void> {
  const { id, type } = component;
  if (scope.components.has(id) || isRefused(component, new Set(), scope)) return;
  const resource = scope.registry.require(type);
  const variable = scope.names.numbered(camelCase(type));
  scope.components.set(id, variable);
  scope.unfinished.add(id);
  const named = relatedIds(component, resource);
  for (const related of named) {
    const record = batch.components.get(related);
    if (record !== undefined) await writeComponent(record, batch, scope);
  }
  const published = await publishedRecord(component, batch, scope);
  const { members, late, lost } = await describeMembers(
    { record: component, baseline: published, routes: batch.routes },
    resource,
    scope,
  );
  scope.unfinished.delete(id);
  if ((lost.size > 0 && isRefused(component, lost, scope)) || lacksPublished(component, published, scope))
    return void scope.components.delete(id);
  await scope.source.resource(variable, type, [...associationOf(published, resource, scope), ...members]);
  await writeLate(variable, late, scope);
  if (late.length > 0 || named.some((one) => scope.lateComponents.has(one))) scope.lateComponents.add(id);
  noteDraft(component, variable, scope);
  scope.written.push(component);
}

/** Writes the fields of a record that need routes, pages and other records. */
export async function writeLate(
  variable: string,
  late: readonly Member[],
  { source }: ExportScope,
): Promise<void> {
  if (late.length > 0)
    await source.late(`site.complete(${variable}, ${printFlat(Object.fromEntries(late))});`);
}

/** Remembers the draft of a record. A draft without its own place is written at the end. */
export function noteDraft(record: StoredRecord, variable: string, { registry, drafts }: ExportScope): void {
  const { publishable } = registry.require(record.type);
  const draft = publishable && record.values[publishable.draftAssociation];
  if (isReference(draft)) drafts.push({ type: draft.type, id: draft.id, publishedId: record.id, variable });
}

const TOGETHER = 500;

/** Writes the drafts without their own place, after everything that they may reference. */
export async function writeDrafts(scope: ExportScope): Promise<void> {
  // The list grows: records referenced by a draft may have drafts, too.
  for (let from = 0; from < scope.drafts.length; from += TOGETHER) {
    const some = scope.drafts.slice(from, from + TOGETHER).filter(({ id }) => !scope.components.has(id));
    const drafts = await byId(
      some.map(({ type, id }) => ({ type, id })),
      scope,
    );
    const published = await byId(
      some.map(({ type, publishedId: id }) => ({ type, id })),
      scope,
    );
    const batch = await readContentBatch([...drafts.values()], scope);
    for (const draft of drafts.values()) await writeContentOf(draft, batch, scope);
    for (const draft of some) {
      const record = drafts.get(draft.id);
      const before = published.get(draft.publishedId);
      if (record !== undefined && before !== undefined)
        await writeDraft(draft, { record, before, batch }, scope);
    }
  }
}

async function writeDraft(
  { variable }: DraftOf,
  {
    record,
    before,
    batch,
  }: { readonly record: StoredRecord; readonly before: StoredRecord; readonly batch: ContentBatch },
  scope: ExportScope,
): Promise<void> {
  if (isRefused(record, new Set(), scope)) return;
  const described = await describeMembers(
    { record, baseline: before, routes: batch.routes },
    scope.registry.require(record.type),
    scope,
  );
  const members = membersOf(described);
  const object = members.length === 0 ? '' : `, ${printFlat(Object.fromEntries(members))}`;
  await scope.source.late(`site.draft(${variable}${object});`);
  if (!isSameGroups(record, before))
    scope.gap(
      `${labelOf(record, scope)}: the groups of this draft, which differ from those of its published version`,
    );
}

const membersOf = ({ members, late }: RecordMembers): readonly Member[] => [...members, ...late];

async function byId(
  references: readonly { readonly type: string; readonly id: string }[],
  scope: ExportScope,
): Promise<ReadonlyMap<string, StoredRecord>> {
  return new Map((await readAll(references, scope)).map((record) => [record.id, record]));
}

function isSameGroups(one: StoredRecord, other: StoredRecord): boolean {
  const ids = ({ values }: StoredRecord): string =>
    referencesOf(values['componentGroups'])
      .map(({ id }) => id)
      .sort()
      .join();
  return ids(one) === ids(other);
}

function relatedIds({ values }: StoredRecord, resource: RegisteredResource): readonly string[] {
  return resource.fields
    .filter((field) => isOwnRelation(field, resource))
    .flatMap(({ name }) => values[name])
    .filter(isReference)
    .map(({ id }) => id);
}

/** Returns the published record of a draft with its own positions. */
async function publishedRecord(
  { type, values }: StoredRecord,
  { components }: ContentBatch,
  { registry, reader, session }: ExportScope,
): Promise<StoredRecord | undefined> {
  const { publishable } = registry.require(type);
  const published = publishable && values[publishable.publishedAssociation];
  if (!isReference(published)) return undefined;
  return components.get(published.id) ?? (await reader.find(session, published));
}

/** Returns whether a draft must be left out: it is created by changing its published record, which is missing. */
function lacksPublished(
  draft: StoredRecord,
  published: StoredRecord | undefined,
  scope: ExportScope,
): boolean {
  if (published === undefined || scope.components.has(published.id)) return false;
  if (!scope.refused.has(draft.id)) scope.gap(`${labelOf(draft, scope)}: its published version is left out`);
  scope.refused.add(draft.id);
  return true;
}

function associationOf(
  published: StoredRecord | undefined,
  { publishable }: RegisteredResource,
  { components }: ExportScope,
): readonly Member[] {
  if (published === undefined || publishable === undefined) return [];
  return [[publishable.publishedAssociation, code(components.get(published.id) ?? 'null')]];
}
