import fc from 'fast-check';
import { describe, test } from 'vitest';
import '../../support/property-seed.js';
import { propertyRuns } from '../../support/property-runs.js';
import { tryDrawnSite } from './drawn-site.js';
import { type DrawnSite, type DrawnType, type Kind, RELATIONS, type Written } from './drawn-types.js';

const TITLES = ['Alpha', 'Bravo', 'Charlie', 'Delta'];
const KINDS = ['component', 'page_data', 'record'] as const;
const WRITTEN = ['absent', 'plain', 'renamed'] as const;
const written = fc.constantFrom(...WRITTEN);

const drawnType = (title: string): fc.Arbitrary<DrawnType> =>
  fc
    .record({
      title: fc.constant(title),
      kind: fc.constantFrom<Kind>(...KINDS),
      stamps: written,
      publishable: written,
      hasUpload: fc.boolean(),
      hasUnique: fc.boolean(),
      hasHistory: fc.boolean(),
    })
    .map((type) => (type.kind === 'record' ? { ...type, publishable: 'absent' as const } : type));

const drawnSite: fc.Arbitrary<DrawnSite> = fc.record({
  types: fc.tuple(...TITLES.map(drawnType)),
  relations: fc.array(
    fc.record({
      owner: fc.constantFrom(...TITLES),
      target: fc.constantFrom(...TITLES),
      relation: fc.constantFrom(...RELATIONS),
      isEmbedded: fc.boolean(),
      onDelete: fc.constantFrom('SET NULL', 'CASCADE', 'RESTRICT'),
    }),
    { minLength: 5, maxLength: 9 },
  ),
});

const aType = (title: string, kind: Kind, stamps: Written): DrawnType => ({
  title,
  kind,
  stamps,
  publishable: 'absent',
  hasUpload: false,
  hasUnique: false,
  hasHistory: true,
});

describe('types with relations', () => {
  test('of every kind read targets of every kind, with and without timestamps, by every kind of relation', async () => {
    const targets = KINDS.flatMap((kind) =>
      WRITTEN.map((stamps, index) => aType(`${TITLES[index] ?? ''}${kind.replace('_', '')}`, kind, stamps)),
    );
    const owners = [
      aType('Widget', 'component', 'plain'),
      aType('Article', 'page_data', 'plain'),
      aType('Booking', 'record', 'absent'),
    ];
    const relations = targets.flatMap((target, row) =>
      RELATIONS.filter((_, column) => (row + column) % 2 === 0).map((relation, column) => ({
        // Every fourth relation leads from a type to itself.
        owner: [...owners, target][(row + column) % 4]?.title ?? target.title,
        target: target.title,
        relation,
        isEmbedded: false,
        onDelete: 'SET NULL' as const,
      })),
    );
    await tryDrawnSite({ types: [...targets, ...owners], relations });
  });

  test('are generated, migrated, filled, read and deleted, whatever their options', () =>
    fc.assert(fc.asyncProperty(drawnSite, tryDrawnSite), { numRuns: propertyRuns(4), endOnFailure: true }));
});
