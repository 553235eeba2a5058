import type { PendingWrite, WriteRule } from '../../kernel/contract/records/writes.js';
import { wrongType } from '../../kernel/validation/wrong-type.js';

/** Returns the entries of a field that takes a list of strings. Adds a violation for each entry of another type. */
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

/** Accepts `uiClassNames` as a string or a list of strings (contract decision 19). */
export const classNameRule: WriteRule = {
  appliesTo: ({ field }) => field(CLASS_NAMES) !== undefined,
  many: 'each',
  prepare(write) {
    const names = write.values[CLASS_NAMES];
    if (write.sent.has(CLASS_NAMES) && Array.isArray(names)) textEntries(write, CLASS_NAMES, names);
  },
};
