/** What a text is that stands for no value of its type. */
export const NOT_CONVERTIBLE: unique symbol = Symbol('not convertible');

/** Between the text that clients show and the value that the submitted data holds; neither way throws. */
export interface Conversion {
  /** What the client shows for a value of the data; empty for none, and for one of another type. */
  toView(data: unknown): string;
  /** The data for a non-empty text, or NOT_CONVERTIBLE. */
  toData(text: string): unknown;
}
