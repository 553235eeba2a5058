import type { ConfigProblem } from '../../kernel/contract/config-problem.js';
import {
  COMMON_CONSTRAINT_OPTIONS,
  constraintOptions,
  CONSTRAINTS,
  type ConstraintDefinition,
  type ConstraintNotation,
} from '../../kernel/contract/schema/constraints.js';
import type { FormDefinition, FormType } from '../../extension-points/forms/form-definition.js';
import { checkForm } from './notation/check-form.js';
import type { FormPlace, FormSurroundings } from './notation/form-place.js';

/** Validates form types defined in code with the rules that the generator applies to schema files. */
export function checkConfigured(
  configured: readonly FormType[],
  definitionOf: (type: string) => FormDefinition | undefined,
): readonly ConfigProblem[] {
  const problems: ConfigProblem[] = [];
  const placeAt = (key: string): FormPlace => ({
    below: (...keys) => placeAt(`${key}${keys.map(access).join('')}`),
    report: (message, hint) => {
      problems.push({ key, problem: plain(message), advice: plain(hint) });
    },
  });
  const surroundings: FormSurroundings = {
    definitionOf,
    formTypes: configured.map(({ definition }) => definition.name),
    suggest: (_given, known) => `Use one of ${known.join(', ')}.`,
    checkConstraints,
  };
  configured.forEach(({ definition }, index) => {
    checkForm(definition, placeAt(`extensions.forms[${index}] (${definition.name})`), surroundings);
  });
  return problems;
}

const access = (key: string | number): string =>
  typeof key === 'number'
    ? `[${key}]`
    : /^[A-Za-z_$][\w$]*$/.test(key)
      ? `.${key}`
      : `[${JSON.stringify(key)}]`;

/** Converts a sentence to a clause, because configuration problems are printed as parts of a sentence. */
function plain(sentence: string): string {
  const text = sentence.replace(/\.$/, '');
  return /^[A-Z][a-z]*\s/.test(text) ? `${text.charAt(0).toLowerCase()}${text.slice(1)}` : text;
}

const RULES: ReadonlyMap<string, ConstraintDefinition> = new Map(Object.entries(CONSTRAINTS));

const OF_FILES: ReadonlySet<string> = new Set(['File', 'Image']);

/**
 * Validates the names of constraints and of their options. Option values are covered by the types of `defineForm` and
 * by the rules.
 */
function checkConstraints(
  constraints: readonly ConstraintNotation[],
  place: FormPlace,
  isFile: boolean,
): void {
  constraints.forEach((constraint, index) => {
    for (const [name, written] of Object.entries(constraint)) {
      const at = place.below(index, name);
      const rule = RULES.get(name);
      if (rule === undefined) {
        at.report('is not a constraint.', `Use one of ${[...RULES.keys()].join(', ')}.`);
        continue;
      }
      if (name === 'UniqueEntity')
        at.report('validates records, not submissions.', 'Reject the submission in a success handler.');
      if (OF_FILES.has(name) && !isFile)
        at.report('requires a field of the type "file".', 'Change the type, or remove the constraint.');
      const options = constraintOptions(name, written);
      const known = [...rule.options, ...COMMON_CONSTRAINT_OPTIONS];
      for (const option of Object.keys(options)) {
        if (!known.includes(option))
          at.below(option).report('is not an option of the constraint.', `Use one of ${known.join(', ')}.`);
      }
      for (const wanted of rule.required) {
        const names = typeof wanted === 'string' ? [wanted] : wanted;
        if (!names.some((option) => option in options))
          at.report('requires an option.', `Add ${names.join(' or ')}.`);
      }
    }
  });
}
