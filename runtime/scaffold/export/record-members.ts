import type { Reference, StoredRecord } from '../../kernel/contract/records/record.js';
import type { FieldDescriptor, ScalarField, UploadField } from '../../kernel/contract/schema/resource.js';
import type { RegisteredResource } from '../../kernel/metadata/resource-registry.js';
import { isReference } from '../../kernel/records/references.js';
import { contextWithoutRequest } from '../../kernel/util/http/context-without-request.js';
import { createViolationList } from '../../kernel/validation/violation-list.js';
import { checkStorage } from '../../kernel/writes/storage-check.js';
import { runChecks } from '../../kernel/writes/validate-write.js';
import { code, type Code } from '../../kernel/contract/code.js';
import { printString } from '../../kernel/util/text/source-literal.js';
import { SCAFFOLD_ACTOR } from '../scaffold-actor.js';
import { isOwnRelation, PLACE_MEMBERS } from './content-batch.js';
import type { ExportScope } from './export-scope.js';
import { isWritable, type Member } from './source-writer.js';

/** Fields that a scaffold sets on a record: with its declaration, and `late` ones after routes and pages exist. */
export interface RecordMembers {
  readonly members: readonly Member[];
  readonly late: readonly Member[];
  /** Fields that could not be written. */
  readonly lost: ReadonlySet<string>;
}

export interface MemberRequest {
  readonly record: StoredRecord;
  /** Default values of the record: its published version for a draft, else the defaults of the type. */
  readonly baseline?: StoredRecord | undefined;
  readonly routes: ReadonlyMap<string, StoredRecord>;
}

/**
 * Returns the fields of a record that differ from its defaults. Identifiers, creation and modification dates, stored
 * paths and derived values are left out (accounts.md section 12.7).
 */
export async function describeMembers(
  request: MemberRequest,
  resource: RegisteredResource,
  scope: ExportScope,
): Promise<RecordMembers> {
  const members: Member[] = [];
  const late: Member[] = [];
  const lost = new Set<string>();
  for (const field of resource.fields) {
    if (isLeftOut(field, resource)) continue;
    const described = await describeField(field, request, { ...scope, resource, lost });
    if (described === undefined) continue;
    (described.isLate ? late : members).push([field.name, described.value]);
  }
  return { members, late, lost };
}

function isLeftOut(field: FieldDescriptor, resource: RegisteredResource): boolean {
  const { timestamped, publishable, kind } = resource;
  if (field.name === timestamped?.createdAtField || field.name === timestamped?.modifiedAtField) return true;
  if (field.name === publishable?.publishedAssociation) return true;
  if (kind === 'page_data' && PLACE_MEMBERS.has(field.name)) return true;
  return field.kind !== 'scalar' && field.kind !== 'upload' && !isOwnRelation(field, resource);
}

interface Described {
  readonly value: unknown;
  readonly isLate: boolean;
}

interface FieldScope extends ExportScope {
  readonly resource: RegisteredResource;
  readonly lost: Set<string>;
}

const inPlace = (value: unknown): Described => ({ value, isLate: false });

async function describeField(
  field: FieldDescriptor,
  request: MemberRequest,
  scope: FieldScope,
): Promise<Described | undefined> {
  const value = request.record.values[field.name];
  if (isSame(value, defaultOf(field, request, scope.resource))) return undefined;
  if (!field.writable) return lost(`it cannot be set`, { field, request }, scope);
  if (field.kind === 'upload') return describeUpload(field, request, scope);
  if (field.kind === 'scalar') {
    if (!isWritable(value)) return lost('its value cannot be written as source', { field, request }, scope);
    return inPlace(value);
  }
  if (Array.isArray(value)) return describeList(value.filter(isReference), { field, request }, scope);
  return isReference(value) ? describeReference(value, { field, request }, scope) : inPlace(null);
}

/** Returns the default of a field. */
function defaultOf(
  field: FieldDescriptor,
  { baseline }: MemberRequest,
  { publishable }: RegisteredResource,
): unknown {
  // A draft starts as a copy of its published record, without the date.
  if (baseline !== undefined && field.name !== publishable?.field) return baseline.values[field.name];
  if (field.kind === 'to-many') return [];
  return (field as Partial<ScalarField>).default ?? null; // only scalars have one
}

interface FieldRequest {
  readonly field: FieldDescriptor;
  readonly request: MemberRequest;
}

function lost(reason: string, { field, request }: FieldRequest, scope: FieldScope): undefined {
  scope.lost.add(field.name);
  scope.gap(`${labelOf(request.record, scope)}: ${field.name}, because ${reason}`);
  return undefined;
}

async function describeUpload(
  field: UploadField,
  request: MemberRequest,
  scope: FieldScope,
): Promise<Described | undefined> {
  const { record, baseline } = request;
  const stored = record.values[field.name];
  if (typeof stored !== 'string' || stored === '') return inPlace(null);
  const before = baseline?.values[field.name];
  // A draft has a copy of the file, which a load creates again.
  const published = typeof before === 'string' ? await scope.assets.save(field, before) : undefined;
  const asset = await scope.assets.save(field, stored, published);
  if (asset === undefined) return lost('its stored file cannot be read', { field, request }, scope);
  return asset.hash === published?.hash ? undefined : inPlace(code(`localFile(${printString(asset.path)})`));
}

function describeReference(
  reference: Reference,
  requested: FieldRequest,
  scope: FieldScope,
): Described | undefined {
  const named = nameReference(reference, requested, scope);
  if (named === undefined) {
    const target = scope.registry.get(reference.type);
    const iri = target === undefined ? reference.type : scope.iris.of(reference);
    return lost(`it refers to ${iri}, which is outside the site`, requested, scope);
  }
  return { value: named.code, isLate: named.isLate };
}

function describeList(
  references: readonly Reference[],
  requested: FieldRequest,
  scope: FieldScope,
): Described | undefined {
  const named = references.map((reference) => nameReference(reference, requested, scope));
  const known = named.filter((one) => one !== undefined);
  if (known.length < named.length) lost('some of it is outside the site', requested, scope);
  return { value: known.map((one) => one.code), isLate: known.some(({ isLate }) => isLate) };
}

/** Returns the expression for another record; undefined if the scaffold does not create it. */
function nameReference(
  reference: Reference,
  { request, field }: FieldRequest,
  { registry, index, variables, components, unfinished, lateComponents, resource }: FieldScope,
): { readonly code: Code; readonly isLate: boolean } | undefined {
  const { type, id } = reference;
  if (type === 'Route') {
    const name = index.deadRoutes.has(id) ? undefined : request.routes.get(id)?.values['name'];
    return typeof name === 'string'
      ? { code: code(`await site.getRoute(${printString(name)})`), isLate: true }
      : undefined;
  }
  if (type === 'Page') {
    const page = index.all.get(id)?.reference;
    return page == null
      ? undefined
      : { code: code(`await site.getPage(${printString(page)})`), isLate: true };
  }
  const kind = registry.get(type)?.kind;
  if (kind === 'page_data' && index.all.has(id))
    return { code: code(variables.get(id) ?? 'null'), isLate: true };
  const variable = components.get(id);
  if (variable === undefined) return undefined;
  if (unfinished.has(id)) return { code: code(variable), isLate: true };
  // Page data is stored before the routes exist. It waits for components that need one, unless the field is required.
  const mayWait = resource.kind === 'page_data' && (field.kind !== 'to-one' || field.nullable);
  return { code: code(variable), isLate: mayWait && lateComponents.has(id) };
}

/** Returns whether the current rules refuse a record, and lists a refused one. */
export function isRefused(record: StoredRecord, lost: ReadonlySet<string>, scope: ExportScope): boolean {
  const reason = refusalOf(record, lost, scope);
  if (reason === undefined) return false;
  if (!scope.refused.has(record.id))
    scope.gap(`${labelOf(record, scope)}: the present rules refuse it (${reason})`);
  scope.refused.add(record.id);
  return true;
}

/**
 * Returns why a load would refuse a record without the fields in `lost`, or undefined. Stored records may be invalid,
 * because rules change and referenced records may have been deleted.
 */
function refusalOf(
  { type, values: stored }: StoredRecord,
  lost: ReadonlySet<string>,
  { registry, clock, log }: Pick<ExportScope, 'registry' | 'clock' | 'log'>,
): string | undefined {
  const resource = registry.require(type);
  const values = { ...stored, ...Object.fromEntries([...lost].map((name) => [name, null])) };
  const violations = createViolationList();
  const context = contextWithoutRequest(SCAFFOLD_ACTOR, { clock, log });
  runChecks({ values, groups: groupsOf(resource, values), violations }, resource, { context });
  checkStorage(resource, values, violations);
  const [first] = violations.items;
  if (first === undefined) return undefined;
  return first.propertyPath === '' ? first.message : `${first.propertyPath}: ${first.message}`;
}

/** Returns the validation groups of a write of the record. */
function groupsOf(
  { validationGroups, publishable }: RegisteredResource,
  values: Readonly<Record<string, unknown>>,
): ReadonlySet<string> {
  const isDated = publishable !== undefined && values[publishable.field] != null;
  return new Set(['Default', ...validationGroups.create, ...(isDated ? publishable.validationGroups : [])]);
}

/** Returns the name of a record in the list of gaps. */
export function labelOf({ type, id }: Pick<StoredRecord, 'type' | 'id'>, { iris }: ExportScope): string {
  return `${type} ${iris.of({ type, id, key: id })}`;
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one ?? null) === JSON.stringify(other ?? null);
}
