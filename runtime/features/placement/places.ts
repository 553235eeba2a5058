import type { Kernel } from '../../kernel/kernel.js';
import type { Places } from '../publishing/door.js';
import type { ReferenceIndex } from '../../kernel/records/reference-index.js';
import { usageSql } from './cascade/usage.js';
import { createMergePlaces } from './merge-places.js';

/** Where components are, as publishing counts it (core.md section 9). */
export function createPlaces(
  { registry, reader, writer }: Pick<Kernel, 'registry' | 'reader' | 'writer'>,
  slots: ReferenceIndex,
): Places {
  const targets = [...new Set(slots.members.map(({ target }) => target))];
  return {
    count(session, id) {
      const uses = usageSql(session, { id, holders: 'records' });
      return `${uses.positions} + ${uses.slots}`;
    },
    merge: createMergePlaces({ reader, writer }),
    inPageData: (type) => targets.some((target) => registry.accepts(target, type)),
  };
}
