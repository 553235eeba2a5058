/** The result for a text that is no value of the type. */
export const NOT_CONVERTIBLE: unique symbol = Symbol('not convertible');

/** Converts between the text that clients show and the value that the submitted data holds; neither way throws. */
export interface Conversion {
  /** The text that a client shows for a value; empty for no value, and for a value of another type. */
  toView(data: unknown): string;
  /** The data for a non-empty text, or NOT_CONVERTIBLE. */
  toData(text: string): unknown;
}
