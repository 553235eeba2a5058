import type { PendingWrite, WriteRule } from '../../kernel/contract/records/writes.js';
import { wrongType } from '../../kernel/validation/wrong-type.js';

/** Entries of a member that takes a list of texts; adds a violation for each that is something else. */
export function textEntries(
  { violations }: PendingWrite,
  member: string,
  list: readonly unknown[],
): string[] {
  return list.flatMap((entry, index) => {
    if (typeof entry === 'string') return [entry];
    violations.add({ propertyPath: `${member}[${index}]`, ...wrongType('string') });
    return [];
  });
}

const CLASS_NAMES = 'uiClassNames';

/** `uiClassNames` is a text or a list of texts (contract decision 19). */
export const classNameRule: WriteRule = {
  appliesTo: ({ field }) => field(CLASS_NAMES) !== undefined,
  many: 'each',
  prepare(write) {
    const names = write.values[CLASS_NAMES];
    if (write.sent.has(CLASS_NAMES) && Array.isArray(names)) textEntries(write, CLASS_NAMES, names);
  },
};
