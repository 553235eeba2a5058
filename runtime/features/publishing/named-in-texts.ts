import type { Representation } from '../../kernel/contract/operations.js';
import type { Reference } from '../../kernel/contract/record.js';
import type { ResourceRegistry } from '../../kernel/metadata/resource-registry.js';
import { isPublishable } from '../../kernel/metadata/publication-state.js';

/** Texts that name their owner's IRI by convention (core.md section 7). */
const TEXTS: Readonly<Record<string, readonly string[]>> = { ComponentGroup: ['location', 'reference'] };

/** Publishable records whose IRIs stand in the texts of a record, by member. */
export type NamedInTexts = (representation: Representation) => ReadonlyMap<string, readonly Reference[]>;

export function createNamedInTexts(registry: ResourceRegistry): NamedInTexts {
  const types = new Map(registry.all.filter(isPublishable).map(({ path, name }) => [path, name]));
  const paths = [...types.keys()].join('|'); // of letters, digits and underscores
  const pattern = new RegExp(`(${paths})/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})`, 'gi');
  return ({ record }) => {
    const members = types.size === 0 ? [] : (TEXTS[record.type] ?? []);
    return new Map(
      members.map((member) => {
        const matches = String(record.values[member] ?? '').matchAll(pattern);
        return [member, [...matches].flatMap(([, path = '', id = '']) => named(types.get(path), id))];
      }),
    );
  };
}

function named(type: string | undefined, id: string): readonly Reference[] {
  const key = id.toLowerCase();
  return type === undefined ? [] : [{ type, id: key, key }];
}
