import type { ApiDocument } from '../../api/client.js';

interface Group extends ApiDocument {
  readonly reference?: string;
  readonly location?: string;
}

/** Returns the name of a group without the IRI of its owner, which its reference ends with. */
export function slotOf({ reference = '', location = '' }: Group): string {
  const end = `_${location}`;
  return reference.endsWith(end) && reference !== end ? reference.slice(0, -end.length) : reference;
}

/** Returns the names of the groups that follow this convention, so that other pages can have them too. */
export const slotsOf = (groups: readonly ApiDocument[]): readonly string[] =>
  groups.filter((group) => slotOf(group) !== (group as Group).reference).map(slotOf);
