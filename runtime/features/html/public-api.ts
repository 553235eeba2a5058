import { defineFeatureApi } from '../../kernel/contract/features/feature-api.js';

/** Cleans the values of a record that is stored without the write rules. */
export type CleanValues = (
  type: string,
  values: Readonly<Record<string, unknown>>,
) => Readonly<Record<string, unknown>>;

/** Provided if HTML cleaning is enabled. */
export const CLEAN_VALUES = defineFeatureApi<CleanValues>('clean values');
