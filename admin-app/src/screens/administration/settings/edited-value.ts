import { isInvalidJson, parseJson, printJson } from '../../../form/json-text.js';

export const KINDS = ['text', 'list', 'object'] as const;

/** Value of a site setting as edited in its form. */
export interface EditedValue {
  readonly kind: (typeof KINDS)[number];
  /** Text or JSON. */
  readonly text: string;
}

export function editedValueOf(value: unknown): EditedValue {
  if (value === null || value === undefined) return { kind: 'text', text: '' };
  if (typeof value === 'string') return { kind: 'text', text: value };
  return { kind: Array.isArray(value) ? 'list' : 'object', text: printJson(value) };
}

/** Returns the value, or undefined if the text is not JSON of that type. */
export function valueOf({ kind, text }: EditedValue): unknown {
  if (kind === 'text') return text;
  const value = parseJson(text, () => '');
  if (isInvalidJson(value) || typeof value !== 'object' || value === null) return undefined;
  return Array.isArray(value) === (kind === 'list') ? value : undefined;
}

/** Returns whether the value is valid. */
export const isValidValue = (edited: EditedValue): boolean => valueOf(edited) !== undefined;
