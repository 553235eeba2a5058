import type { JsonObject } from '../kernel/contract/json.js';
import type { ResourceDescriptor } from '../kernel/contract/resource.js';
import type { ItemUpdate } from '../kernel/resource-operations.js';
import { isJsonObject } from '../kernel/util/json-object.js';

/** Whether a body has objects for JSON members, which a merge patch would merge with those that are stored. */
export function hasJsonObjects({ fields }: ResourceDescriptor, body: JsonObject): boolean {
  return fields.some((field) => {
    const isJson = field.kind === 'scalar' && field.type === 'json';
    return isJson && isJsonObject(body[field.name]);
  });
}

/**
 * A change after which JSON members are what the body says: it is put in the place of the record, whose other members it
 * repeats where they would be reset. A date of publication stays unless it is named (contract decision 37).
 */
export function wholeChange(
  { fields, publishable }: ResourceDescriptor,
  stored: JsonObject,
  body: JsonObject,
): Pick<ItemUpdate, 'kind' | 'body'> {
  const repeated = fields
    .filter(({ kind, name }) => kind === 'scalar' && name !== publishable?.field)
    .map(({ name }) => [name, stored[name] ?? null] as const);
  const whole = { ...Object.fromEntries(repeated), ...body };
  return { kind: 'replace', body: () => whole };
}
