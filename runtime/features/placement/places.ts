import type { ResourceRegistry } from '../../kernel/metadata/resource-registry.js';
import type { Places } from '../publishing/feature.js';
import type { ReferenceIndex } from '../../kernel/records/reference-index.js';
import { usageSql } from './cascade/usage.js';

/** Where components are, as publishing counts it (core.md section 9). */
export function createPlaces(registry: ResourceRegistry, slots: ReferenceIndex): Places {
  const targets = [...new Set(slots.members.map(({ target }) => target))];
  return {
    count(session, id) {
      const uses = usageSql(session, { id, holders: 'records' });
      return `${uses.positions} + ${uses.slots}`;
    },
    inPageData: (type) => targets.some((target) => registry.accepts(target, type)),
  };
}
