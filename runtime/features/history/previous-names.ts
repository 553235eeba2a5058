import type { JsonObject, JsonValue } from '../../kernel/contract/json.js';
import type { FieldDescriptor } from '../../kernel/contract/schema/resource.js';
import type { RegisteredResource, ResourceRegistry } from '../../kernel/metadata/resource-registry.js';
import { isReference } from '../../kernel/records/references.js';

/** Returns the current name of a recorded type, following renames (`x-renamed-from`). */
export function presentType(registry: ResourceRegistry, name: string): string {
  if (registry.get(name) !== undefined) return name;
  return registry.all.find(({ renamedFrom }) => renamedFrom.includes(name))?.name ?? name;
}

/** Returns all names under which records of a type may have been recorded. */
export function recordedTypes(registry: ResourceRegistry, name: string): readonly string[] {
  return [name, ...(registry.get(name)?.renamedFrom ?? [])];
}

/**
 * Returns the member for a recorded name: the member of that name, otherwise a member renamed from it that was not
 * recorded itself.
 * @param recorded returns whether the state contains a value of that name
 */
export function presentMember(
  { field, fields }: Pick<RegisteredResource, 'field' | 'fields'>,
  name: string,
  recorded: (name: string) => boolean,
): FieldDescriptor | undefined {
  return field(name) ?? fields.find((one) => one.formerNames?.includes(name) === true && !recorded(one.name));
}

/** Replaces type names in the references of a recorded value by their current names. */
export function withPresentTypes(registry: ResourceRegistry, value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map((entry) => withPresentTypes(registry, entry));
  if (!isReference(value)) return value;
  return { ...(value as JsonObject), type: presentType(registry, value.type) };
}
