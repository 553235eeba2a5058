import type { Change } from '../../../kernel/contract/change-set.js';
import type { IriConverter } from '../../../kernel/metadata/iri-converter.js';
import type { ResourceRegistry } from '../../../kernel/metadata/resource-registry.js';
import type { OrphanLists } from './scan.js';

/** The groups, positions and components among what a unit of work deleted. */
export function deletedLists(
  changes: readonly Change[],
  { registry, iris }: { readonly registry: ResourceRegistry; readonly iris: IriConverter },
): OrphanLists {
  const gone = changes.flatMap((change) => (change.kind === 'deleted' ? [change.before] : []));
  const irisOf = (isMeant: (type: string) => boolean): readonly string[] =>
    gone
      .filter(({ type }) => isMeant(type))
      .map(({ type, id }) => iris.item(registry.require(type), id))
      .sort();
  return {
    componentGroups: irisOf((type) => type === 'ComponentGroup'),
    componentPositions: irisOf((type) => type === 'ComponentPosition'),
    components: irisOf((type) => registry.require(type).kind === 'component'),
  };
}
