/** Generates tokens for mailed links. */
export interface TokenGenerator {
  create(): string;
}
