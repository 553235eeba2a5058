/** Types of the functions that the admin uses from the generated client. The file is bundled for browsers without types. */
declare module '*/templates/client/rules.js' {
  import type { Schema } from '*/templates/client/schema.js';

  export interface Place {
    readonly violations: unknown;
    readonly path: string;
    readonly value: unknown;
  }
  export type Validated = Readonly<Record<string, unknown>>;
  /** Constraint function. It adds its violations to the given place. */
  export type Rule = (place: Place, options?: object) => void;

  export function inputSchema(schema: object, rules: object): Schema<Validated>;
  export function patchSchema(title: string, schema: object, rules: object): Schema<Validated>;
  export function parsePattern(pattern: string): object | null;
  export const blank: Rule, choice: Rule, count: Rule, country: Rule, cssColor: Rule, currency: Rule;
  export const date: Rule, dateTime: Rule, divisibleBy: Rule, email: Rule, equalTo: Rule, file: Rule;
  export const greaterThan: Rule, greaterThanOrEqual: Rule, hostname: Rule, identicalTo: Rule, image: Rule;
  export const ip: Rule, isFalse: Rule, isNull: Rule, isTrue: Rule, json: Rule, language: Rule, length: Rule;
  export const lessThan: Rule, lessThanOrEqual: Rule, locale: Rule, negative: Rule, negativeOrZero: Rule;
  export const notBlank: Rule, notEqualTo: Rule, notIdenticalTo: Rule, notNull: Rule;
  export const passwordStrength: Rule, positive: Rule, positiveOrZero: Rule, range: Rule, regex: Rule;
  export const time: Rule, timezone: Rule, type: Rule, unique: Rule, url: Rule, uuid: Rule;
  export function all(place: Place, options: { each(entry: Place): void }): void;
  export function collection(place: Place, options: object): void;
}
