import type { JsonSchemaNode } from '../schema/definition.js';
import type { CheckContext } from '../schema/schema-set.js';
import { type FieldOwner, fieldOwners, type PlacedNode } from './owners.js';

/** A shape and the file that resolves its local references. */
interface OwnedNode extends PlacedNode {
  readonly owner: FieldOwner;
}

/** Returns the shapes that a shape directly references. */
type Steps = (from: OwnedNode) => readonly OwnedNode[];

/** Reports shapes that only reference themselves, and shapes that require themselves without end. */
export function checkCycles(context: CheckContext): void {
  const owners = fieldOwners(context);
  const files = new Map(
    owners.filter(({ kind }) => kind === 'embedded').map((owner) => [`${owner.title}.json`, rootOf(owner)]),
  );
  const same: Steps = (from) => sameValue(from, files);
  const needed: Steps = (from) => neededValues(from, files);
  for (const start of owners.flatMap(namedShapes)) {
    if (leadsBack(start, same)) {
      start.place.report(
        'The shape only references itself, so it describes no value.',
        'Set a "type" for one shape of the cycle, or let it reference another shape.',
      );
    } else if (leadsBack(start, needed)) {
      start.place.report(
        'Every value of the shape requires another one inside it, so no value is finite.',
        'Remove the member from "required" (or "minItems" from the list), or allow null.',
      );
    }
  }
}

const rootOf = (owner: FieldOwner): OwnedNode => ({ owner, node: owner.definition, place: owner.place });

function namedShapes(owner: FieldOwner): readonly OwnedNode[] {
  const shapes = Object.entries(owner.definition.$defs ?? {}).map(([name, node]) => ({
    owner,
    node,
    place: owner.place.below('$defs', name),
  }));
  return owner.kind === 'embedded' ? [rootOf(owner), ...shapes] : shapes;
}

function leadsBack(start: OwnedNode, steps: Steps): boolean {
  const seen = new Set<JsonSchemaNode>();
  const pending = [...steps(start)];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    if (next.node === start.node) return true;
    if (seen.has(next.node)) continue;
    seen.add(next.node);
    pending.push(...steps(next));
  }
  return false;
}

type Files = ReadonlyMap<string, OwnedNode>;

/** Returns the shapes that apply to the same value. */
function sameValue(from: OwnedNode, files: Files): readonly OwnedNode[] {
  const { allOf = [], anyOf = [], oneOf = [] } = from.node;
  return [...referred(from, files), ...[...allOf, ...anyOf, ...oneOf].map((node) => ({ ...from, node }))];
}

/** Returns the shapes of required values. Alternatives require none. */
function neededValues(from: OwnedNode, files: Files): readonly OwnedNode[] {
  const { node } = from;
  if (Array.isArray(node.type) && node.type.includes('null')) return [];
  const members = node.required?.map((name) => ownMember(node, name)) ?? [];
  const entries = (node.minItems ?? 0) > 0 ? [node.items] : [];
  const inner = [...(node.allOf ?? []), ...members, ...entries].filter((child) => child !== undefined);
  return [...referred(from, files), ...inner.map((child) => ({ ...from, node: child }))];
}

function ownMember({ properties = {} }: JsonSchemaNode, name: string): JsonSchemaNode | undefined {
  return Object.hasOwn(properties, name) ? properties[name] : undefined;
}

function referred({ node, owner, place }: OwnedNode, files: Files): readonly OwnedNode[] {
  const reference = node.$ref?.replace(/^\.\//, '');
  if (reference === undefined) return [];
  const name = /^#\/\$defs\/(.*)$/s.exec(reference)?.[1];
  if (name === undefined) return [files.get(reference)].filter((file) => file !== undefined);
  const { $defs = {} } = owner.definition;
  const shape = Object.hasOwn($defs, name) ? $defs[name] : undefined;
  return shape === undefined ? [] : [{ owner, place, node: shape }];
}
