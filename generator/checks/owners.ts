import type { JsonValue } from 'cms-api-components/internal/kernel/contract/json.js';
import type { FieldDescriptor } from 'cms-api-components/internal/kernel/contract/schema/resource.js';
import { platformFields } from 'cms-api-components/internal/model/base-fields.js';
import { behavioursOf } from '../model/build-descriptor.js';
import {
  childNodes,
  type FieldDefinition,
  type JsonSchemaNode,
  type JsonTypeKeyword,
  type ResourceDefinition,
  type RoutedKind,
} from '../schema/definition.js';
import type { Place } from '../schema/place.js';
import type { CheckContext } from '../schema/schema-set.js';

/** A type with fields: a type of the project, or the user extension. */
export interface FieldOwner {
  readonly place: Place;
  readonly kind: RoutedKind | 'embedded' | 'user';
  readonly title: string;
  readonly definition: JsonSchemaNode & {
    readonly properties?: Readonly<Record<string, FieldDefinition>>;
    readonly $defs?: Readonly<Record<string, JsonSchemaNode>>;
  };
}

/** Returns every type with its fields, the user extension included. */
export function fieldOwners(context: CheckContext): readonly FieldOwner[] {
  const owners: FieldOwner[] = context.resources.map(({ place, definition }) => ({
    place,
    kind: definition['x-resource'],
    title: definition.title,
    definition,
  }));
  if (context.user !== undefined) {
    owners.push({
      place: context.user.place,
      kind: 'user',
      title: 'User',
      definition: context.user.definition,
    });
  }
  return owners;
}

/** A field with its name, owner and position. */
export interface DeclaredField {
  readonly owner: FieldOwner;
  readonly name: string;
  readonly field: FieldDefinition;
  readonly place: Place;
}

/** Returns the declared fields of a type, without inherited ones. */
export function fieldsOf(owner: FieldOwner): readonly DeclaredField[] {
  return Object.entries(owner.definition.properties ?? {}).map(([name, field]) => ({
    owner,
    name,
    field,
    place: owner.place.below('properties', name),
  }));
}

/** Returns the platform members of a type. */
export function platformMembers(definition: ResourceDefinition): readonly FieldDescriptor[] {
  const { title: name, 'x-resource': kind } = definition;
  return kind === 'embedded' ? [] : platformFields({ name, kind, ...behavioursOf(definition) });
}

/** Returns the names of fields with their own single-value column, inherited ones included. Keys consist of them. */
export function keyFields(context: CheckContext, { title }: FieldOwner): readonly string[] {
  const fields = [...context.fieldsOf(title).values()];
  return fields.filter(({ kind }) => kind === 'scalar' || kind === 'to-one').map(({ name }) => name);
}

/** A shape with its position. */
export interface PlacedNode {
  readonly node: JsonSchemaNode;
  readonly place: Place;
}

/** Returns every shape of a file: fields, `$defs` and nested shapes. */
export function allNodes(owner: FieldOwner): readonly PlacedNode[] {
  const found: PlacedNode[] = [];
  const visit = (node: JsonSchemaNode, place: Place) => {
    found.push({ node, place });
    for (const { node: child, keys } of childNodes(node)) visit(child, place.below(...keys));
  };
  for (const { field, place } of fieldsOf(owner)) visit(field, place);
  for (const [name, node] of Object.entries(owner.definition.$defs ?? {})) {
    visit(node, owner.place.below('$defs', name));
  }
  return found;
}

/** Returns the explicitly allowed values of a shape with their positions. */
export function allowedValues({ node, place }: PlacedNode): readonly (readonly [JsonValue, Place])[] {
  const { enum: values = [], const: only } = node;
  const listed = values.map((value, index) => [value, place.below('enum', index)] as const);
  return only === undefined ? listed : [...listed, [only, place.below('const')]];
}

/** Returns the JSON types of a shape without "null"; empty if it declares none. */
export function typesOf(node: JsonSchemaNode): readonly JsonTypeKeyword[] {
  const types = node.type === undefined ? [] : typeof node.type === 'string' ? [node.type] : node.type;
  return types.filter((type) => type !== 'null');
}
