import type { RequestContext } from '../contract/context.js';
import type { SqlSession } from '../contract/database.js';
import type { JsonObject, JsonValue } from '../contract/json.js';
import type { Reference } from '../contract/record.js';
import type { FieldDescriptor, JsonTypeName, ScalarField } from '../contract/resource.js';
import type { ViolationList } from '../contract/validation.js';
import type { RegisteredResource } from '../metadata/resource-registry.js';
import type { FieldAccess } from '../serializer/field-access.js';
import { parseDateTime } from '../serializer/date-time.js';
import { mergePatch } from '../validation/merge-patch.js';
import type { ReferenceResolver } from './reference-resolver.js';

/** What a body asks for: typed values of the members that the caller may write. */
export interface BodyValues {
  readonly values: Record<string, unknown>;
  readonly sent: ReadonlySet<string>;
}

export interface ReadBodyInput {
  readonly resource: RegisteredResource;
  readonly body: JsonObject;
  /** Stored values, for merge patches of JSON members and `object` in expressions. */
  readonly stored: Readonly<Record<string, unknown>> | null;
  /** Members that a write rule reads by itself. */
  readonly skip: ReadonlySet<string>;
  readonly violations: ViolationList;
  readonly context: RequestContext;
  readonly session: SqlSession;
}

const TYPE_CODE = 'ba785a8c-82cb-4283-967c-3cf342181b40';
const DATE_TIME_CODE = '1a9da513-2640-4f84-9b6a-4d99dcddc628';

/**
 * Turns a body into typed values. Unknown and read-only members are ignored; a member of the wrong JSON type is a
 * violation; an IRI that is none, or that names nothing, ends the request with 400 (core.md section 2.3).
 */
export async function readBody(
  input: ReadBodyInput,
  deps: { readonly access: FieldAccess; readonly references: ReferenceResolver },
): Promise<BodyValues> {
  const { resource, body, skip, context, stored } = input;
  const values: Record<string, unknown> = {};
  const fields = resource.fields.filter(
    (field) =>
      field.writable &&
      Object.hasOwn(body, field.name) &&
      !skip.has(field.name) &&
      deps.access.canWrite(field)(context, stored),
  );
  for (const field of fields) {
    const raw = body[field.name] ?? null;
    const value = await readMember(field, raw, input, deps.references);
    if (value !== undefined) values[field.name] = value;
  }
  return { values, sent: new Set(fields.map(({ name }) => name)) };
}

async function readMember(
  field: FieldDescriptor,
  raw: JsonValue,
  input: ReadBodyInput,
  references: ReferenceResolver,
): Promise<unknown> {
  switch (field.kind) {
    case 'scalar':
      return raw === null ? null : readScalar(field, raw, input);
    case 'to-one':
    case 'inverse-one':
      return raw === null ? null : references.resolve(field.target, raw, field.name, input);
    case 'to-many':
      return readList(field.name, field.target, raw, input, references);
    case 'upload':
    case 'computed':
      return undefined;
  }
}

async function readList(
  name: string,
  target: string,
  raw: JsonValue,
  input: ReadBodyInput,
  references: ReferenceResolver,
): Promise<Reference[] | undefined> {
  if (!Array.isArray(raw)) {
    addTypeViolation(input.violations, name, 'array');
    return undefined;
  }
  // The narrowing of readonly arrays by Array.isArray loses the element type.
  const entries = raw as readonly JsonValue[];
  const resolved: Reference[] = [];
  for (const [index, entry] of entries.entries()) {
    const reference = await references.resolve(target, entry, `${name}[${index}]`, input);
    if (reference !== undefined) resolved.push(reference);
  }
  return resolved;
}

function readScalar(field: ScalarField, raw: JsonValue, input: ReadBodyInput): unknown {
  if (!field.accepts.some((type) => isOfType(raw, type))) {
    addTypeViolation(input.violations, field.name, field.accepts.join('|'));
    return undefined;
  }
  switch (field.type) {
    case 'datetime':
      return readDateTime(field.name, raw, input);
    case 'decimal':
      return String(raw);
    case 'json':
      return mergePatch(input.stored?.[field.name] as JsonValue | undefined, raw); // json columns hold JSON values
    default:
      return raw;
  }
}

function readDateTime(
  name: string,
  raw: JsonValue,
  { violations, context }: ReadBodyInput,
): Date | undefined {
  const parsed = typeof raw === 'string' ? parseDateTime(raw, context.now) : undefined;
  if (parsed === undefined) {
    violations.add({
      propertyPath: name,
      message: 'This value is not a valid datetime.',
      code: DATE_TIME_CODE,
    });
  }
  return parsed;
}

function isOfType(value: JsonValue, type: JsonTypeName): boolean {
  switch (type) {
    case 'string':
      return typeof value === 'string';
    case 'int':
      return Number.isSafeInteger(value);
    case 'float':
      return typeof value === 'number';
    case 'bool':
      return typeof value === 'boolean';
    case 'array':
      return Array.isArray(value);
    case 'object':
      return typeof value === 'object' && value !== null && !Array.isArray(value);
  }
}

function addTypeViolation(violations: ViolationList, propertyPath: string, type: string): void {
  violations.add({ propertyPath, message: `This value should be of type ${type}.`, code: TYPE_CODE });
}
