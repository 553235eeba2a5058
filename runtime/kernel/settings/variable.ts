import type { ConfigProblem } from '../contract/config-problem.js';
import { missing, type Place, problemAt } from './place.js';
import type { Variable, VariableSetting } from './setting.js';

interface VariableOptions<Value, Absent> extends Omit<Variable, 'name'> {
  /** Previous name, read if this one is not set. */
  readonly earlierName?: string;
  /** Advice shown if it is missing and not generated. */
  readonly needed?: string;
  readonly check?: (text: string, name: string) => readonly ConfigProblem[];
  readonly parse?: (text: string, place: Place) => Value;
  /** Returns the value if the variable is unset or invalid. */
  readonly absent?: (place: Place) => Absent;
}

/**
 * Creates a setting that only the environment has. Its value is null if unset, unless there is a fallback.
 */
export function variable<Value = string, Absent = null>(
  name: string,
  options: VariableOptions<Value, Absent>,
): VariableSetting<NoInfer<Value | Absent>> {
  const { description, example, isSecret, earlierName, needed, check, parse, absent } = options;
  return {
    variable: { name, description, example, ...(isSecret === undefined ? {} : { isSecret }) },
    read(place) {
      const text = place.variable(name) ?? (earlierName === undefined ? null : place.variable(earlierName));
      const problems =
        text !== null
          ? (check?.(text, name) ?? [])
          : needed !== undefined && !place.conveniences
            ? [missing(name, needed)]
            : [];
      problems.forEach((problem) => place.refuse(problem));
      if (text === null || problems.length > 0) return absent === undefined ? null : absent(place);
      return parse === undefined ? text : parse(text, place);
    },
  };
}

/** Creates a variable with a fixed set of values, case-insensitive. */
export function choiceVariable<Choice extends string>(
  name: string,
  choices: readonly Choice[],
  { usual, ...rest }: Omit<Variable, 'name'> & { readonly usual: Choice },
): VariableSetting<NoInfer<Choice>> {
  const find = (text: string): Choice | undefined => choices.find((one) => one === text.toLowerCase());
  return variable(name, {
    ...rest,
    check: (text) =>
      find(text) === undefined
        ? problemAt(name, `cannot be "${text.toLowerCase()}"`, `use one of ${choices.join(', ')}`)
        : [],
    parse: (text) => find(text) ?? usual,
    absent: () => usual,
  });
}
