import type { FormFieldDefinition } from '../../../../kernel/contract/forms.js';
import type { Conversion } from './conversion.js';
import { DATE_INTERVAL } from './date-interval.js';
import { DATE, dateTimeConversion, timeConversion, WEEK } from './date-texts.js';
import { ULID_TEXT, UUID_TEXT } from './identifiers.js';
import { integerConversion, moneyConversion, numberConversion, percentConversion } from './numbers.js';
import { urlConversion } from './url.js';

const CONVERSIONS: ReadonlyMap<string, (field: FormFieldDefinition) => Conversion | undefined> = new Map([
  ['integer', integerConversion],
  ['number', numberConversion],
  ['money', moneyConversion],
  ['percent', percentConversion],
  ['url', urlConversion],
  ['date', () => DATE],
  ['birthday', () => DATE],
  ['datetime', dateTimeConversion],
  ['time', timeConversion],
  ['week', () => WEEK],
  ['dateinterval', () => DATE_INTERVAL],
  ['uuid', () => UUID_TEXT],
  ['ulid', () => ULID_TEXT],
]);

/**
 * Makes the conversion of a field from its definition (components.md section 5.5); undefined when the text itself is the data.
 * @throws InternalError for an impossible `rounding_mode`, `scale` or `divisor`.
 */
export function conversionOf(type: string, field: FormFieldDefinition): Conversion | undefined {
  return CONVERSIONS.get(type)?.(field);
}
