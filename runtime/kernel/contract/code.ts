/** Code in a printed value: a variable, or a call such as `DataTypes.STRING(80)`. */
export interface Code {
  readonly [CODE]: string;
}

export const CODE: unique symbol = Symbol('code');

/** Marks trusted text to print verbatim. Never pass text from a schema file. */
export function code(text: string): Code {
  return { [CODE]: text };
}
