import type { JsonObject } from 'cms-api-components/internal/kernel/contract/json.js';
import { childNodes, type JsonSchemaNode, type ResourceDefinition } from '../schema/definition.js';
import type { SchemaFile } from '../schema/schema-set.js';
import { buildValue, shapeName } from './build-values.js';
import { byName } from '../text/canonicalize.js';
import { clientNode } from './client-node.js';
import { typeName } from '../text/naming.js';
import type { ResourceNames, ShapeModel } from './types.js';

type Definition = JsonSchemaNode & { readonly $defs?: Readonly<Record<string, JsonSchemaNode>> };

export interface Shapes {
  readonly shapes: readonly ShapeModel[];
  /** Schemas for the `$defs` of a client schema, titled with the type names. */
  readonly schemas: Readonly<Record<string, JsonObject>>;
}

/** Collects the `$defs` of a type and its parents, and every embedded type that they reference. */
export function collectShapes(
  chain: readonly Definition[],
  files: ReadonlyMap<string, SchemaFile<ResourceDefinition>>,
  names: ResourceNames,
): Shapes {
  const found = new Map<string, JsonSchemaNode>(
    chain.flatMap((definition) => Object.entries(definition.$defs ?? {})),
  );
  const pending: JsonSchemaNode[] = chain.flatMap((definition) => [
    ...Object.values(definition.properties ?? {}),
    ...Object.values(definition.$defs ?? {}),
  ]);
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    pending.push(...childNodes(node).map((child) => child.node));
    if (node.$ref === undefined) continue;
    const name = shapeName(node.$ref);
    const embedded = files.get(name)?.definition;
    if (found.has(name) || embedded === undefined) continue;
    found.set(name, { ...embedded, type: 'object' });
    for (const [inner, shape] of Object.entries(embedded.$defs ?? {})) {
      if (found.has(inner)) continue;
      found.set(inner, shape);
      pending.push(shape);
    }
    pending.push(embedded);
  }
  const sorted = [...found].sort(byName(([name]) => name));
  const shapes = sorted.map(([name, node]) => ({
    name,
    validator: `${names.validator}${typeName(name)}`,
    type: `${names.type}${typeName(name)}`,
    value: buildValue(node),
  }));
  const schemas = Object.fromEntries(
    sorted.map(([name, node]) => [name, { ...clientNode(node), title: `${names.type}${typeName(name)}` }]),
  );
  return { shapes, schemas };
}
