import type { ApiDocument } from '../../api/client.js';

interface Group extends ApiDocument {
  readonly reference?: string;
  readonly location?: string;
}

/** What people call a group: its name without the address of its owner, which front ends put behind it. */
export function slotOf({ reference = '', location = '' }: Group): string {
  const end = `_${location}`;
  return reference.endsWith(end) && reference !== end ? reference.slice(0, -end.length) : reference;
}

/** The names of those groups that other pages can have as well. */
export const slotsOf = (groups: readonly ApiDocument[]): readonly string[] =>
  groups.filter((group) => slotOf(group) !== (group as Group).reference).map(slotOf);
