import type { FormDefinition, FormFieldDefinition } from '../../../extension-points/forms/form-definition.js';

type Find = (type: string) => FormDefinition | undefined;

/** Returns the names on a path from `outer` through `inner` back to `outer`, or undefined if there is none. */
export function findCycle(
  outer: FormDefinition,
  inner: FormDefinition,
  find: Find,
): readonly string[] | undefined {
  const seen = new Set<string>();
  const visit = (form: FormDefinition, way: readonly string[]): readonly string[] | undefined => {
    const path = [...way, form.name];
    if (form.name === outer.name) return path;
    if (seen.has(form.name)) return undefined;
    seen.add(form.name);
    for (const type of nestedTypes(form.fields)) {
      const next = find(type);
      const found = next === undefined ? undefined : visit(next, path);
      if (found !== undefined) return found;
    }
    return undefined;
  };
  return visit(inner, [outer.name]);
}

/** Returns every type that fields and their nested fields reference. */
function nestedTypes(fields: readonly Partial<FormFieldDefinition>[]): readonly string[] {
  return fields.flatMap((field) => [
    ...[field.type, field.entry_type].filter((type) => type !== undefined),
    ...nestedTypes(field.fields ?? []),
    ...(field.entry_options === undefined ? [] : nestedTypes([field.entry_options])),
    ...(field.options === undefined ? [] : nestedTypes([field.options])),
  ]);
}
