import type { FormDefinition } from '../../../extension-points/forms/form-definition.js';

/** Returns the type that stores a form's submissions; undefined if they are not stored. */
export function storedAs({ persist }: Pick<FormDefinition, 'persist'>): string | undefined {
  return typeof persist === 'object' ? persist.type : persist;
}
