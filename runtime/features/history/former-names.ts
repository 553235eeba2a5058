import type { JsonObject, JsonValue } from '../../kernel/contract/json.js';
import type { FieldDescriptor } from '../../kernel/contract/schema/resource.js';
import type { RegisteredResource, ResourceRegistry } from '../../kernel/metadata/resource-registry.js';
import { isReference } from '../../kernel/records/references.js';

/** The name that a type has now, which had this one when something was recorded (`x-renamed-from`). */
export function presentType(registry: ResourceRegistry, name: string): string {
  if (registry.get(name) !== undefined) return name;
  return registry.all.find(({ renamedFrom }) => renamedFrom.includes(name))?.name ?? name;
}

/** All names under which records of a type may have been recorded. */
export function recordedTypes(registry: ResourceRegistry, name: string): readonly string[] {
  return [name, ...(registry.get(name)?.renamedFrom ?? [])];
}

/**
 * The member that a recorded value is of: the one of that name, else the one which had it before and is not recorded beside it.
 * @param recorded whether the state has a value of that name
 */
export function presentMember(
  { field, fields }: Pick<RegisteredResource, 'field' | 'fields'>,
  name: string,
  recorded: (name: string) => boolean,
): FieldDescriptor | undefined {
  return field(name) ?? fields.find((one) => one.formerNames?.includes(name) === true && !recorded(one.name));
}

/** A recorded value with the names that the types of its references have now. */
export function withPresentTypes(registry: ResourceRegistry, value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map((entry) => withPresentTypes(registry, entry));
  if (!isReference(value)) return value;
  return { ...(value as JsonObject), type: presentType(registry, value.type) };
}
