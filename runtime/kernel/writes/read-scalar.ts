import type { JsonValue } from '../contract/json.js';
import type { ScalarField } from '../contract/schema/resource.js';
import { storableText } from '../util/text/storable-text.js';
import { readTyped, type ScalarInput } from './typed-value.js';

/** Converts one field value to the form in which databases return it; undefined after adding a violation. */
export function readScalar(field: ScalarField, sent: JsonValue, input: ScalarInput): unknown {
  assertStorable(sent);
  return readTyped(field, sent, input);
}

/**
 * Checks that texts can be stored. The HTTP layer does so too, but console commands and scaffolds bypass it.
 */
function assertStorable(value: JsonValue | undefined): void {
  if (typeof value === 'string') storableText(value);
  else if (Array.isArray(value)) value.forEach(assertStorable);
  else if (typeof value === 'object' && value !== null) {
    for (const [name, member] of Object.entries(value)) {
      storableText(name);
      assertStorable(member);
    }
  }
}
