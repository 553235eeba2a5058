import type { FormDefinition } from './forms.js';

/** The type that the submissions of a form are stored as; undefined where they are not. */
export function storedAs({ persist }: Pick<FormDefinition, 'persist'>): string | undefined {
  return typeof persist === 'object' ? persist.type : persist;
}
