/** Makes the plain value of a token that travels in a mailed link. */
export interface TokenGenerator {
  create(): string;
}
