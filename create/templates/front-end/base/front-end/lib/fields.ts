import type { FormChoice, FormNode, FormVars } from '../../generated/types/index.js';

const INPUTS = ['email', 'password', 'search', 'tel', 'url', 'date', 'time', 'week', 'file'] as const;

type InputType = (typeof INPUTS)[number] | 'datetime-local' | 'text';

/** What a field is drawn as; `input` is followed by the type of the input. */
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

/** Its prefixes go from the general to the special, so a project can add kinds of its own. */
export function kindOf({ vars, children }: FormNode): FieldKind {
  const prefixes = new Set(vars.block_prefixes);
  if (prefixes.has('submit')) return 'submit';
  if (prefixes.has('button')) return 'nothing';
  if (prefixes.has('hidden')) return 'hidden';
  if (children.length > 0) return 'group';
  // A list without entries, or choices without one.
  if (prefixes.has('collection') || vars.expanded) return 'nothing';
  for (const kind of ['radio', 'checkbox', 'textarea'] as const) if (prefixes.has(kind)) return kind;
  if (prefixes.has('choice')) return 'select';
  if (prefixes.has('datetime')) return 'input datetime-local';
  return `input ${INPUTS.find((type) => prefixes.has(type)) ?? 'text'}`;
}

/** The type of the input that a field is drawn as; undefined where it is drawn as something else. */
export const inputTypeOf = (kind: FieldKind): InputType | undefined =>
  // A kind that begins so is `input` and one of the types.
  kind.startsWith('input ') ? (kind.slice('input '.length) as InputType) : undefined;

/** The value of a field as text. */
export const textOf = ({ value }: FormVars): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : '';

/** The choices of a select, those in groups too, each with whether it is chosen. */
export function choicesOf(vars: FormVars): readonly (FormChoice & { readonly isChosen: boolean })[] {
  const chosen = new Set(Array.isArray(vars.value) ? vars.value.map(String) : [textOf(vars)]);
  return (vars.choices ?? [])
    .flatMap((choice) => ('choices' in choice ? choice.choices : [choice]))
    .map((choice) => ({ ...choice, isChosen: chosen.has(choice.value) }));
}
