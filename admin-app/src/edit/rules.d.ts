/** The parts of the rules of generated clients that are used here; the file itself is bundled for browsers, without types. */
declare module '*/templates/client/rules.js' {
  import type { Schema } from '*/templates/client/schema.js';

  export interface Place {
    readonly violations: unknown;
    readonly path: string;
    readonly value: unknown;
  }
  export type Judged = Readonly<Record<string, unknown>>;

  export function inputSchema(schema: object, rules: object): Schema<Judged>;
  export function patchSchema(title: string, schema: object, rules: object): Schema<Judged>;
  export function length(place: Place, options: { readonly min?: number; readonly max?: number }): void;
  export function range(place: Place, options: { readonly min?: number; readonly max?: number }): void;
  export function choice(place: Place, options: { readonly choices: readonly unknown[] }): void;
}
