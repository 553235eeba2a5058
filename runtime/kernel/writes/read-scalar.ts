import type { JsonValue } from '../contract/json.js';
import type { ScalarField } from '../contract/schema/resource.js';
import { storableText } from '../util/text/storable-text.js';
import { readTyped, type ScalarInput } from './typed-value.js';

/** One stored member in the form in which every database answers it; undefined after adding a violation. */
export function readScalar(field: ScalarField, sent: JsonValue, input: ScalarInput): unknown {
  assertStorable(sent);
  return readTyped(field, sent, input);
}

/** The HTTP layer refuses such text before; console commands and scaffolds come here without it. */
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
