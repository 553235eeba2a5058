import type { ResourceRegistry } from '../../kernel/metadata/resource-registry.js';
import type { Places } from '../publishing/feature.js';
import { usageSql, type SlotColumn } from './cascade/usage.js';

/** Where components are, as publishing counts it (core.md section 9). */
export function createPlaces(registry: ResourceRegistry, slots: readonly SlotColumn[]): Places {
  const targets = [...new Set(slots.map(({ target }) => target))];
  return {
    count(session, id) {
      const uses = usageSql(slots, session, { id, holders: 'records' });
      return `${uses.positions} + ${uses.slots}`;
    },
    inPageData: (type) => targets.some((target) => registry.accepts(target, type)),
  };
}
