import type { FieldDefinition, JsonSchemaNode } from '../definition.js';
import type { SchemaSource } from '../load-schemas.js';
import type { CheckContext } from '../schema-set.js';

/** Whatever has fields: a type of the site, or the user extension. */
export interface FieldOwner {
  readonly source: SchemaSource;
  readonly kind: 'component' | 'page_data' | 'embedded' | 'user';
  readonly title: string;
  readonly definition: JsonSchemaNode & {
    readonly properties?: Readonly<Record<string, FieldDefinition>>;
    readonly $defs?: Readonly<Record<string, JsonSchemaNode>>;
  };
}

/** Every type with its fields, the user extension included. */
export function fieldOwners(context: CheckContext): readonly FieldOwner[] {
  const owners: FieldOwner[] = context.resources.map(({ source, definition }) => ({
    source,
    kind: definition['x-resource'],
    title: definition.title,
    definition,
  }));
  if (context.user !== undefined) {
    owners.push({
      source: context.user.source,
      kind: 'user',
      title: 'User',
      definition: context.user.definition,
    });
  }
  return owners;
}

/** The fields of an owner with their names. */
export function fieldsOf(owner: FieldOwner): readonly (readonly [string, FieldDefinition])[] {
  return Object.entries(owner.definition.properties ?? {});
}

/** Every shape of a file with its pointer: fields, `$defs` and all that they hold. */
export function allNodes(
  owner: FieldOwner,
): readonly { readonly pointer: string; readonly node: JsonSchemaNode }[] {
  const found: { pointer: string; node: JsonSchemaNode }[] = [];
  const visit = (node: JsonSchemaNode, pointer: string) => {
    found.push({ pointer, node });
    for (const [name, child] of Object.entries(node.properties ?? {}))
      visit(child, `${pointer}/properties/${name}`);
    if (node.items !== undefined) visit(node.items, `${pointer}/items`);
    if (typeof node.additionalProperties === 'object') {
      visit(node.additionalProperties, `${pointer}/additionalProperties`);
    }
    for (const keyword of ['allOf', 'anyOf', 'oneOf'] as const) {
      node[keyword]?.forEach((child, index) => visit(child, `${pointer}/${keyword}/${index}`));
    }
  };
  for (const [name, field] of fieldsOf(owner)) visit(field, `/properties/${name}`);
  for (const [name, node] of Object.entries(owner.definition.$defs ?? {})) visit(node, `/$defs/${name}`);
  return found;
}

/** The JSON types of a shape without "null"; empty when it names none. */
export function typesOf(node: JsonSchemaNode): readonly string[] {
  const types = node.type === undefined ? [] : typeof node.type === 'string' ? [node.type] : node.type;
  return types.filter((type) => type !== 'null');
}
