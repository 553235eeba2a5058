import { defineDoor } from '../../kernel/contract/features/door.js';

/** Cleans the values of a record that are stored without passing the rules of writes. */
export type CleanValues = (
  type: string,
  values: Readonly<Record<string, unknown>>,
) => Readonly<Record<string, unknown>>;

/** Offered where HTML is cleaned. */
export const CLEAN_VALUES = defineDoor<CleanValues>('clean values');
