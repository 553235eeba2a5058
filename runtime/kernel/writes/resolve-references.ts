import type { JsonValue } from '../contract/json.js';
import type { ReadScope } from '../contract/records/operations.js';
import type { Reference } from '../contract/records/record.js';
import type { PendingWrite } from '../contract/records/writes.js';
import type { FieldDescriptor } from '../contract/schema/resource.js';
import { wrongType } from '../validation/wrong-type.js';
import type { ReferenceRequest, ReferenceResolver } from './reference-resolver.js';

/** A relation that a body sets. */
interface SentRelation {
  readonly field: FieldDescriptor;
  readonly values: PendingWrite['values'];
  readonly requests: readonly ReferenceRequest[];
}

/**
 * Sets the relations of writes to the records that their bodies name. All bodies are resolved together, so that their
 * number does not increase the number of statements.
 * @throws AppError 400 for an IRI that is invalid or names no record (core.md section 2.3)
 */
export async function resolveReferences(
  writes: readonly PendingWrite[],
  scope: ReadScope,
  { references }: { readonly references: ReferenceResolver },
): Promise<void> {
  const relations = writes.flatMap(relationsOf);
  if (relations.length === 0) return;
  const all = relations.flatMap(({ requests }) => requests);
  const found = await references.resolve(all, scope);
  let position = 0;
  for (const { field, values, requests } of relations) {
    const own = found.slice(position, (position += requests.length));
    if (field.kind === 'to-many') values[field.name] = withoutRepeats(own);
    else if (requests.length === 0) values[field.name] = null;
    else if (own[0] !== undefined) values[field.name] = own[0];
  }
}

function relationsOf(write: PendingWrite): readonly SentRelation[] {
  return write.resource.fields.flatMap((field) => {
    if (field.kind === 'scalar' || !write.sent.has(field.name)) return [];
    const requests = requestsOf(field, write);
    return requests === undefined ? [] : [{ field, values: write.values, requests }];
  });
}

/**
 * Returns the IRIs of a relation; empty for null. Undefined for other fields, and after reporting a wrong
 * type.
 */
function requestsOf(
  field: FieldDescriptor,
  { body, violations }: PendingWrite,
): readonly ReferenceRequest[] | undefined {
  const raw: JsonValue = body[field.name] ?? null;
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
