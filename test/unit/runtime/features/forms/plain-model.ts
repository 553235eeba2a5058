import type { FormFieldDefinition } from '../../../../../runtime/extension-points/forms/form-definition.js';
import type { JsonValue } from '../../../../../runtime/kernel/contract/json.js';

/** Marks a value that a field does not accept. */
export const REFUSED: unique symbol = Symbol('refused');

type Field = Omit<FormFieldDefinition, 'name'>;

const CHOICES = { A: 'a', Five: 5, No: false, Proto: 'constructor' };

/** Fields that the model reads, one for each way of reading. */
export const MODELLED: readonly Field[] = [
  { type: 'text' },
  { type: 'textarea', trim: false },
  { type: 'password' },
  { type: 'hidden' },
  { type: 'integer' },
  { type: 'number' },
  { type: 'checkbox' },
  { type: 'choice', choices: CHOICES },
  { type: 'choice', choices: CHOICES, expanded: true },
  { type: 'choice', choices: CHOICES, multiple: true },
  { type: 'choice', choices: CHOICES, multiple: true, expanded: true },
  { type: 'date', widget: 'single_text' },
  { type: 'time', widget: 'single_text' },
  { type: 'uuid' },
  { type: 'collection', entry_type: 'text', allow_add: true },
];

/** Returns the value after a full submission (components.md section 5.5), in the simplest possible implementation. */
export function expectedOf(field: Field, sent: JsonValue | undefined): unknown {
  if (field.type === 'checkbox') return checkbox(sent);
  if (field.type === 'collection') return collection(sent);
  if (field.multiple === true) return manyChoices(sent);
  if (typeof sent === 'object' && sent !== null) return REFUSED;
  const text = textOf(sent);
  // Only texts are trimmed (components.md section 5.5). Choices are matched exactly.
  const isTrimmed = field.trim !== false && field.type !== 'password' && field.type !== 'choice';
  return oneText(field, isTrimmed ? text.replaceAll(OUTER, '') : text);
}

/** Invisible characters at both ends of a text: spaces, control and format characters. */
const OUTER = /^[\p{Z}\p{Cc}\p{Cf}]+|[\p{Z}\p{Cc}\p{Cf}]+$/gu;

/** Texts are stored in one Unicode normalization form (contract decision 87). */
function textOf(sent: JsonValue | undefined): string {
  if (sent === undefined || sent === null || sent === false) return '';
  return sent === true ? '1' : String(sent as string | number).normalize('NFC');
}

function oneText(field: Field, text: string): unknown {
  if (text === '') return null;
  const { type = 'text' } = field;
  switch (type) {
    case 'integer':
      return /^[+-]?\d+(e\+?\d+)?$/i.test(text) && Number.isSafeInteger(Number(text))
        ? Number(text) + 0
        : REFUSED;
    case 'number':
      return /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(text) && Number.isFinite(Number(text))
        ? Number(text) + 0
        : REFUSED;
    case 'choice':
      return oneChoice(text);
    case 'date':
      return isDay(text) ? text : REFUSED;
    case 'time':
      return /^([01]\d|2[0-3]):[0-5]\d$/.test(text) ? `${text}:00` : REFUSED;
    case 'uuid':
      return /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(text) ? text.toLowerCase() : REFUSED;
    default:
      return text;
  }
}

function checkbox(sent: JsonValue | undefined): unknown {
  if (typeof sent === 'object' && sent !== null) return REFUSED;
  return sent !== undefined && sent !== null && sent !== false;
}

function oneChoice(text: string): unknown {
  const found = Object.values(CHOICES).find((data) => (data === false ? '0' : String(data)) === text);
  return found === undefined ? REFUSED : found;
}

/** Selected values in the order of submission, without duplicates. Empty values select nothing. */
function manyChoices(sent: JsonValue | undefined): unknown {
  if (sent === undefined || sent === null || sent === false) return [];
  if (typeof sent !== 'object') return REFUSED;
  const members: readonly JsonValue[] = Object.values(sent).map((member) => member ?? null);
  if (members.some((member) => typeof member === 'object' && member !== null)) return REFUSED;
  const chosen = members.map(textOf).filter(Boolean).map(oneChoice);
  return chosen.includes(REFUSED) ? REFUSED : [...new Set(chosen)];
}

/** Entries with integer keys, in their order. Any other key is an extra field. */
function collection(sent: JsonValue | undefined): unknown {
  if (sent === undefined || sent === null || sent === false) return [];
  if (typeof sent !== 'object' || !Object.keys(sent).every((key) => /^(0|[1-9]\d*)$/.test(key)))
    return REFUSED;
  const entries = Object.values(sent).map((entry) => expectedOf({ type: 'text' }, entry as JsonValue));
  return entries.includes(REFUSED) ? REFUSED : entries;
}

function isDay(text: string): boolean {
  const [year, month, day] = (/^(\d{4})-(\d\d)-(\d\d)$/.exec(text) ?? []).slice(1).map(Number);
  if (year === undefined || month === undefined || day === undefined || year === 0) return false;
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
}
