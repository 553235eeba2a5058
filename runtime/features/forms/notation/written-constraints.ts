import { constraintOptions, type ConstraintNotation } from '../../../kernel/contract/schema/constraints.js';
import type { FormDefinition, FormFieldDefinition } from '../../../extension-points/forms/form-definition.js';
import type { JsonObject, JsonValue } from '../../../kernel/contract/json.js';
import { readGroups } from '../../../kernel/validation/constraint-notation.js';
import { objectOf } from '../../../kernel/util/json-object.js';

type Keys = readonly (string | number)[];

/** A constraint anywhere in a form definition. */
export interface WrittenConstraint {
  readonly name: string;
  readonly options: JsonObject;
  /** Keys that lead to it in the definition. */
  readonly keys: Keys;
}

/** Location of a list of constraints. */
interface ListPlace {
  readonly keys: Keys;
  /** Groups of the enclosing constraint. */
  readonly groups: readonly string[];
}

/** Returns all constraints of a form, its fields and their parts, including nested constraints. */
export function writtenConstraints(definition: FormDefinition): readonly WrittenConstraint[] {
  return nodesOf(definition, []).flatMap(({ constraints = [], keys }) =>
    constraints.flatMap((constraint, index) => withInner(constraint, [...keys, 'constraints', index])),
  );
}

/**
 * Returns constraints that never apply: forms are validated in the group `Default` only (components.md section 5.9).
 * Of nested constraints only the outer one is returned.
 */
export function idleConstraints(definition: FormDefinition): readonly WrittenConstraint[] {
  return nodesOf(definition, []).flatMap(({ constraints = [], keys }) =>
    constraints.flatMap((constraint, index) =>
      idleIn(constraint, { keys: [...keys, 'constraints', index], groups: [ALWAYS] }),
    ),
  );
}

const ALWAYS = 'Default';

interface WrittenNode {
  readonly constraints?: readonly ConstraintNotation[] | undefined;
  readonly keys: Keys;
}

const OPTIONS = ['options', 'entry_options', 'first_options', 'second_options'] as const;

function nodesOf(node: Partial<FormFieldDefinition> | FormDefinition, keys: Keys): readonly WrittenNode[] {
  // A form has no options of entries and halves, but all other inspected keys.
  const field: Partial<FormFieldDefinition> = node;
  const { constraints, fields = [] } = field;
  return [
    { constraints, keys },
    ...OPTIONS.flatMap((name) => (field[name] === undefined ? [] : nodesOf(field[name], [...keys, name]))),
    ...fields.flatMap((child, index) => nodesOf(child, [...keys, 'fields', index])),
  ];
}

function withInner(constraint: ConstraintNotation, keys: Keys): readonly WrittenConstraint[] {
  return readEntry(constraint, keys).flatMap((own) => [
    own,
    ...innerOf(own).flatMap((inner) => withInner(inner.constraint, inner.keys)),
  ]);
}

function idleIn(
  constraint: ConstraintNotation,
  { keys, groups: outer }: ListPlace,
): readonly WrittenConstraint[] {
  return readEntry(constraint, keys).flatMap((own) => {
    const groups = readGroups(own.options) ?? outer;
    if (!groups.includes(ALWAYS)) return [own];
    return innerOf(own).flatMap((inner) => idleIn(inner.constraint, { keys: inner.keys, groups }));
  });
}

interface ReadEntry extends WrittenConstraint {
  /** True for a list instead of options. */
  readonly isShort: boolean;
}

function readEntry(constraint: ConstraintNotation, keys: Keys): readonly ReadEntry[] {
  return Object.entries(constraint).map(([name, written]) => ({
    name,
    options: constraintOptions(name, written),
    keys: [...keys, name],
    isShort: Array.isArray(written),
  }));
}

interface InnerConstraint {
  readonly constraint: ConstraintNotation;
  readonly keys: Keys;
}

function innerOf({ name, options, keys, isShort }: ReadEntry): readonly InnerConstraint[] {
  if (name === 'All') return listed(options.constraints, isShort ? keys : [...keys, 'constraints']);
  if (name !== 'Collection') return [];
  return Object.entries(objectOf(options.fields)).flatMap(([member, notation]) => {
    const at = [...keys, 'fields', member];
    if (Array.isArray(notation)) return listed(notation, at);
    return listed(objectOf(notation).constraints, [...at, 'constraints']);
  });
}

function listed(list: JsonValue | undefined, keys: Keys): readonly InnerConstraint[] {
  const entries: readonly JsonValue[] = Array.isArray(list) ? (list as readonly JsonValue[]) : [];
  return entries.map((entry, index) => ({
    constraint: objectOf(entry) as ConstraintNotation,
    keys: [...keys, index],
  }));
}
