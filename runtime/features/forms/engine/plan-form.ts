import type { FormDefinition, FormFieldDefinition } from '../../../extension-points/forms/form-definition.js';
import type { ConstraintNotation } from '../../../kernel/contract/schema/constraints.js';
import type { CompiledConstraints } from '../../../kernel/validation/constraint-notation.js';
import { formName } from '../notation/form-name.js';
import { ProjectError } from '../../../project/project-error.js';
import { compoundField } from './compound-field.js';
import { type FieldType, NOT_VALID } from './field-type.js';
import { readSettings, type TypeStandards } from './node-settings.js';
import type { NodePlan } from './node.js';

export interface PlanOptions {
  /** Form types by name that fields can refer to. */
  readonly definitions: { get(name: string): FormDefinition | undefined };
  readonly fieldTypes: { get(name: string): FieldType | undefined };
  /** Compiles the constraints of a node; undefined if there is nothing to check. */
  checkOf(constraints: readonly ConstraintNotation[]): CompiledConstraints | undefined;
}

/** The position of a field in its form. */
interface Place {
  /** Field names from the form to the field; `*` stands for every entry of a collection. */
  readonly path: string;
  /** Names of the enclosing forms, outermost first. */
  readonly forms: readonly string[];
  readonly isEntry: boolean;
}

const FORM: TypeStandards = { chain: ['form'], invalidMessage: NOT_VALID, isBubbling: true };

/**
 * Plans all fields of a form.
 * @throws ProjectError for an invalid definition: an unknown field type, a form nested in itself, or two fields of one
 * name.
 */
export function planForm(definition: FormDefinition, options: PlanOptions): NodePlan {
  const place: Place = { path: '', forms: [definition.name], isEntry: false };
  const standards = { ...FORM, chain: ['form', formName(definition.name)] };
  return {
    name: definition.name,
    settings: readSettings(definition, standards),
    behaviour: compoundField(planFields(definition.fields, place, options)),
    check: options.checkOf(definition.constraints ?? []),
  };
}

function planFields(
  fields: readonly FormFieldDefinition[],
  parent: Place,
  options: PlanOptions,
): readonly NodePlan[] {
  const names = new Set<string>();
  return fields.map((field) => {
    if (names.has(field.name)) throw wrong(parent, `has two fields named "${field.name}"`);
    names.add(field.name);
    return planField(field, below(parent, field.name), options);
  });
}

function planField(field: FormFieldDefinition, place: Place, options: PlanOptions): NodePlan {
  const { type = field.fields === undefined ? 'text' : 'form' } = field;
  if (!/^[a-zA-Z0-9_][\w:-]*$/.test(field.name) || field.name === '__proto__') {
    throw wrong(place, `has a field named "${field.name}"; use letters, digits, "_", "-" and ":"`);
  }
  const known = options.fieldTypes.get(type);
  if (known !== undefined) return planKnown(field, { ...known, type }, { place, options });
  if (type === 'form') return planNested(field, FORM, { place, options });
  const definition = options.definitions.get(type);
  if (definition === undefined) {
    throw wrong(place, `gives "${place.path}" the type "${type}", which is neither a field type nor a form`);
  }
  if (place.forms.includes(definition.name)) throw wrong(place, `contains itself at "${place.path}"`);
  const standards = { ...FORM, chain: ['form', formName(definition.name)] };
  const inner = { ...place, forms: [...place.forms, definition.name] };
  return planNested(withDefinition(field, definition), standards, { place: inner, options });
}

interface Surroundings {
  readonly place: Place;
  readonly options: PlanOptions;
}

function planKnown(
  field: FormFieldDefinition,
  standards: FieldType & { readonly type: string },
  { place, options }: Surroundings,
): NodePlan {
  const settings = readSettings(field, standards, place.isEntry);
  const behaviour = standards.make({
    type: standards.type,
    field,
    settings,
    plan: (child) => planField(child, below(place, child.name), options),
    planEntry: (child) => planField(child, { ...below(place, '*'), isEntry: true }, options),
  });
  return { name: field.name, settings, behaviour, check: options.checkOf(field.constraints ?? []) };
}

function planNested(
  field: FormFieldDefinition,
  standards: TypeStandards,
  { place, options }: Surroundings,
): NodePlan {
  const { fields = [], empty_data: emptyData, inherit_data: inheritsData = false } = field;
  return {
    name: field.name,
    settings: readSettings(field, { ...standards, isBubbling: !inheritsData }, place.isEntry),
    behaviour: compoundField(planFields(fields, place, options), { emptyData, inheritsData }),
    check: options.checkOf(field.constraints ?? []),
  };
}

/** Applies the settings of a form type to a field, which can override them. Constraints of both apply. */
function withDefinition(field: FormFieldDefinition, definition: FormDefinition): FormFieldDefinition {
  return {
    ...definition,
    ...field,
    fields: definition.fields,
    constraints: [...(definition.constraints ?? []), ...(field.constraints ?? [])],
  };
}

function below({ path, forms }: Place, segment: string): Place {
  return { path: path === '' ? segment : `${path}.${segment}`, forms, isEntry: false };
}

function wrong({ forms }: Place, problem: string): ProjectError {
  return new ProjectError(`Form type "${forms.join('" > "')}" ${problem}.`);
}
