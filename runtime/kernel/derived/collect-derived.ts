import { ConfigError } from '../errors/config-error.js';
import type { ConsistencyCheck, DerivedData } from '../contract/records/derived.js';
import type { Feature } from '../feature.js';
import { createDerivedReferences } from '../records/derived-references.js';
import { createDerivedSearchTexts } from '../records/derived-search-texts.js';
import type { ResourceRegistry } from '../metadata/resource-registry.js';
import type { ReferenceIndex } from '../records/reference-index.js';

/** Derived data and consistency checks of all features. */
export interface CollectedDerived {
  /**
   * Derived data in build order: reference indexes, which others are derived from, search texts, then those
   * of each feature.
   */
  readonly derived: readonly DerivedData[];
  readonly checks: readonly ConsistencyCheck[];
}

/** @throws ConfigError if two have the same name and would share one stored state. */
export function collectDerived(
  features: readonly Feature[],
  {
    indexes,
    registry,
  }: { readonly indexes: readonly ReferenceIndex[]; readonly registry: Pick<ResourceRegistry, 'all'> },
): CollectedDerived {
  const derived = [
    ...indexes.map(createDerivedReferences),
    ...createDerivedSearchTexts(registry),
    ...features.flatMap((feature) => feature.derived ?? []),
  ];
  const checks = features.flatMap((feature) => feature.consistency ?? []);
  const names = [...derived, ...checks].map(({ name }) => name);
  const twice = [...new Set(names.filter((name, index) => names.indexOf(name) !== index))];
  if (twice.length > 0) {
    throw new ConfigError(
      twice.map((name) => ({
        key: 'features',
        problem: `use the name "${name}" more than once in "derived" and "consistency"`,
        advice: 'use unique names',
      })),
    );
  }
  return { derived, checks };
}
