/**
 * Returns the document with its references replaced by their targets, except schemas, which may be recursive, unless
 * requested.
 */
export function resolveReferences<Document>(
  document: Document,
  kinds: readonly string[] = NOT_SCHEMAS,
): Document {
  const resolve = (value: unknown, trail: readonly string[]): unknown => {
    if (Array.isArray(value)) return value.map((entry) => resolve(entry, trail));
    if (typeof value !== 'object' || value === null) return value;
    const target = '$ref' in value && typeof value.$ref === 'string' ? value.$ref : undefined;
    if (target !== undefined && !trail.includes(target)) {
      const [, , kind = '', name = ''] = target.split('/');
      if (kinds.includes(kind)) return resolve(componentOf(document, kind, name), [...trail, target]);
    }
    return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, resolve(member, trail)]));
  };
  return resolve(document, []) as Document; // the same without references
}

const NOT_SCHEMAS = ['parameters', 'requestBodies', 'responses'];

function componentOf(document: unknown, kind: string, name: string): unknown {
  const { components } = document as {
    components: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  };
  const component = components[kind]?.[name];
  if (component === undefined) throw new Error(`There is no component ${kind}/${name}.`);
  return component;
}
