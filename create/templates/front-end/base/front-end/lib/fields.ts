import type { FormChoice, FormNode, FormVars } from '../../generated/types/index.js';

const INPUTS = ['email', 'password', 'search', 'tel', 'url', 'date', 'time', 'week', 'file'] as const;

type InputType = (typeof INPUTS)[number] | 'datetime-local' | 'text';

/** Control of a field. `input` is followed by the input type. */
export type FieldKind =
  | 'submit'
  | 'hidden'
  | 'group'
  | 'radio'
  | 'checkbox'
  | 'textarea'
  | 'select'
  | 'nothing'
  | `input ${InputType}`;

/** Returns the control of a field. Block prefixes go from general to specific, so projects can add their own kinds. */
export function kindOf({ vars, children }: FormNode): FieldKind {
  const prefixes = new Set(vars.block_prefixes);
  if (prefixes.has('submit')) return 'submit';
  if (prefixes.has('button')) return 'nothing';
  if (prefixes.has('hidden')) return 'hidden';
  if (children.length > 0) return 'group';
  // A list without entries, or an expanded choice without options.
  if (prefixes.has('collection') || vars.expanded) return 'nothing';
  for (const kind of ['radio', 'checkbox', 'textarea'] as const) if (prefixes.has(kind)) return kind;
  if (prefixes.has('choice')) return 'select';
  if (prefixes.has('datetime')) return 'input datetime-local';
  return `input ${INPUTS.find((type) => prefixes.has(type)) ?? 'text'}`;
}

/** Returns the input type of a control, or undefined for other controls. */
export const inputTypeOf = (kind: FieldKind): InputType | undefined =>
  // A kind with this prefix ends in an input type.
  kind.startsWith('input ') ? (kind.slice('input '.length) as InputType) : undefined;

/** Returns the value of a field as text. */
export const textOf = ({ value }: FormVars): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : '';

/** Returns the options of a select, including those in groups, with their selection state. */
export function choicesOf(vars: FormVars): readonly (FormChoice & { readonly isChosen: boolean })[] {
  const chosen = new Set(Array.isArray(vars.value) ? vars.value.map(String) : [textOf(vars)]);
  return (vars.choices ?? [])
    .flatMap((choice) => ('choices' in choice ? choice.choices : [choice]))
    .map((choice) => ({ ...choice, isChosen: chosen.has(choice.value) }));
}
