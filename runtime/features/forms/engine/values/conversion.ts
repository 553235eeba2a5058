/** Result for a text that is not a valid value of the type. */
export const NOT_CONVERTIBLE: unique symbol = Symbol('not convertible');

/** Converts between displayed text and submitted data; neither direction throws. */
export interface Conversion {
  /** Returns the displayed text of a value; empty for no value or another type. */
  toView(data: unknown): string;
  /** Returns the data for a non-empty text, or NOT_CONVERTIBLE. */
  toData(text: string): unknown;
}
