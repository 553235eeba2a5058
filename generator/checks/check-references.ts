import type { CheckContext } from '../schema/schema-set.js';
import { didYouMean } from 'cms-api-components/internal/kernel/util/text/suggest.js';
import { allNodes, fieldOwners } from './owners.js';

/** Checks that each `$ref` references a shape of the same file or an embedded type. */
export function checkReferences(context: CheckContext): void {
  const embedded = context.resources
    .map(({ definition }) => definition)
    .filter((definition) => definition['x-resource'] === 'embedded')
    .map((definition) => `${definition.title}.json`);
  for (const owner of fieldOwners(context)) {
    const local = Object.keys(owner.definition.$defs ?? {}).map((name) => `#/$defs/${name}`);
    const known = [...local, ...embedded];
    for (const { place, node } of allNodes(owner)) {
      const reference = node.$ref?.replace(/^\.\//, '');
      if (reference === undefined || known.includes(reference)) continue;
      place
        .below('$ref')
        .report(
          `The reference ${JSON.stringify(node.$ref)} can't be resolved.`,
          didYouMean(
            reference,
            known,
            'Declare the shape under "$defs", or as an embedded type in a separate file',
          ),
        );
    }
  }
}
