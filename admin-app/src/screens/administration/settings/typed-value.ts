import { isInvalidJson, parseJson, printJson } from '../../../form/json-text.js';

export const KINDS = ['text', 'list', 'object'] as const;

/** A value of a site parameter as somebody types it. */
export interface Typed {
  readonly kind: (typeof KINDS)[number];
  /** The text itself, or JSON. */
  readonly text: string;
}

export function typedOf(value: unknown): Typed {
  if (value === null || value === undefined) return { kind: 'text', text: '' };
  if (typeof value === 'string') return { kind: 'text', text: value };
  return { kind: Array.isArray(value) ? 'list' : 'object', text: printJson(value) };
}

/** Undefined where it is no JSON of the kind. */
export function valueOf({ kind, text }: Typed): unknown {
  if (kind === 'text') return text;
  const value = parseJson(text, () => '');
  if (isInvalidJson(value) || typeof value !== 'object' || value === null) return undefined;
  return Array.isArray(value) === (kind === 'list') ? value : undefined;
}

/** Whether it can be sent. */
export const isWritten = (typed: Typed): boolean => valueOf(typed) !== undefined;
