import type { Subject } from '../../contract/validation.js';
import { VIOLATION_CODES } from '../../contract/violation-codes.js';

/** Options every constraint takes. */
export interface RuleOptions {
  readonly message?: string;
  readonly payload?: unknown;
}

/** A rule over one value, as it nests in `all` and `collection`. */
export type Check = (subject: Subject) => void;

/** The list that receives a violation. */
export type Place = Omit<Subject, 'value'>;

export interface Report {
  readonly message: string;
  readonly code: string;
  readonly payload?: unknown;
  /** Values of the `{{ name }}` placeholders. */
  readonly parameters?: Readonly<Record<string, string>>;
  /** Chooses between the two halves of a `one|many` message. */
  readonly count?: number;
}

/** Adds a violation with its message filled in (components.md section 6). */
export function report({ violations, path }: Place, entry: Report): void {
  const { message, code, payload, parameters = {}, count } = entry;
  const chosen = count === undefined ? message : choosePlural(message, count);
  violations.add({
    propertyPath: path,
    message: chosen.replace(/\{\{\s*(\w+)\s*\}\}/g, (whole, name: string) =>
      Object.hasOwn(parameters, name) ? (parameters[name] ?? whole) : whole,
    ),
    code,
    ...(payload === undefined ? {} : { payload }),
  });
}

/** Reports a value of a type that a rule can not judge. Types were checked before, so only loosely typed values come here. */
export function reportType(place: Place, type: string): void {
  report(place, {
    message: 'This value should be of type {{ type }}.',
    code: VIOLATION_CODES.type,
    parameters: { type },
  });
}

function choosePlural(message: string, count: number): string {
  const [one = '', many] = message.split('|');
  return many === undefined || Math.abs(count) === 1 ? one : many;
}
