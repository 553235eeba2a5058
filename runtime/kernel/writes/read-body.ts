import type { RequestContext } from '../contract/context.js';
import type { JsonObject, JsonValue } from '../contract/json.js';
import type { ReadScope } from '../contract/records/operations.js';
import type { Reference, StoredRecord } from '../contract/records/record.js';
import type { FieldDescriptor } from '../contract/schema/resource.js';
import type { ViolationList } from '../contract/records/validation.js';
import type { RegisteredResource } from '../metadata/resource-registry.js';
import type { FieldAccess } from '../serializer/field-access.js';
import { readScalar } from './read-scalar.js';
import type { ReferenceRequest, ReferenceResolver } from './reference-resolver.js';
import { wrongType } from '../validation/wrong-type.js';

/** Typed values of the fields that the caller may write. */
export interface BodyValues {
  readonly values: Record<string, unknown>;
  readonly sent: ReadonlySet<string>;
}

export interface ReadBodyInput {
  readonly resource: RegisteredResource;
  readonly body: JsonObject;
  /** The stored record; null for a new one. */
  readonly before: StoredRecord | null;
  /** Its values, the base of merge patches of JSON fields. */
  readonly stored: Readonly<Record<string, unknown>> | null;
  /** Whether objects merge into stored ones (PATCH) or replace them. */
  readonly isPatch: boolean;
  /** Body members that a write rule reads itself. */
  readonly skip: ReadonlySet<string>;
  readonly violations: ViolationList;
  readonly context: RequestContext;
  readonly access: FieldAccess;
}

/**
 * Converts bodies to typed values. Unknown and read-only members are ignored. A member of the wrong JSON type
 * is a violation. An IRI that is invalid or names no record ends the request with 400 (core.md section 2.3).
 */
export async function readBodies(
  inputs: readonly ReadBodyInput[],
  references: ReferenceResolver,
  scope: ReadScope,
): Promise<readonly BodyValues[]> {
  const bodies = inputs.map((input) => {
    const fields = input.resource.fields.filter(
      (field) =>
        Object.hasOwn(input.body, field.name) && !input.skip.has(field.name) && isWritable(field, input),
    );
    const values = Object.fromEntries(fields.flatMap((field) => readOwnMember(field, input)));
    return { input, values, sent: new Set(fields.map(({ name }) => name)), fields };
  });
  await readRelations(bodies, references, scope);
  return bodies;
}

/** Returns whether this caller may set a field of this record. */
export function isWritable(
  field: FieldDescriptor,
  { context, before, access }: Pick<ReadBodyInput, 'context' | 'before' | 'access'>,
): boolean {
  return field.writable && access.canWrite(field)(context, before);
}

function readOwnMember(field: FieldDescriptor, input: ReadBodyInput): [name: string, value: unknown][] {
  if (field.kind !== 'scalar') return [];
  const raw = input.body[field.name] ?? null;
  const value = raw === null ? null : readScalar(field, raw, input);
  return value === undefined ? [] : [[field.name, value]];
}

/**
 * Resolves the references of all bodies together, so that their number does not increase the number of
 * statements.
 */
async function readRelations(
  bodies: readonly (BodyValues & {
    readonly input: ReadBodyInput;
    readonly fields: readonly FieldDescriptor[];
  })[],
  references: ReferenceResolver,
  scope: ReadScope,
): Promise<void> {
  const wanted = bodies.flatMap(({ input, fields, values }) =>
    fields.flatMap((field) => {
      const requests = requestsOf(field, input);
      return requests === undefined ? [] : [{ field, requests, values }];
    }),
  );
  const found = await references.resolve(
    wanted.flatMap(({ requests }) => requests),
    scope,
  );
  let position = 0;
  for (const { field, requests, values } of wanted) {
    const own = found.slice(position, (position += requests.length));
    if (field.kind === 'to-many') values[field.name] = withoutRepeats(own);
    else if (requests.length === 0) values[field.name] = null;
    else if (own[0] !== undefined) values[field.name] = own[0];
  }
}

/**
 * Returns the IRIs of a relation; empty for null. Undefined for other fields, and after reporting a wrong
 * type.
 */
function requestsOf(field: FieldDescriptor, input: ReadBodyInput): readonly ReferenceRequest[] | undefined {
  const { violations } = input;
  const raw: JsonValue = input.body[field.name] ?? null;
  if (field.kind === 'to-one' || field.kind === 'inverse-one')
    return raw === null ? [] : [{ target: field.target, raw, path: field.name, violations }];
  if (field.kind !== 'to-many') return undefined;
  if (!Array.isArray(raw)) {
    violations.add({ propertyPath: field.name, ...wrongType('array') });
    return undefined;
  }
  // Array.isArray loses the element type of readonly arrays.
  return (raw as readonly JsonValue[]).map((entry, index) => ({
    target: field.target,
    raw: entry,
    path: `${field.name}[${index}]`,
    violations,
  }));
}

function withoutRepeats(references: readonly (Reference | undefined)[]): Reference[] {
  const byId = new Map(references.flatMap((reference) => (reference ? [[reference.id, reference]] : [])));
  return [...byId.values()];
}
