export interface PasswordHasher {
  hash(plainPassword: string): Promise<string>;
  /**
   * Verifies a password. Takes the same time without a hash, so that callers cannot detect missing accounts.
   */
  verify(hash: string | null, plainPassword: string): Promise<boolean>;
  /**
   * Returns whether a verified hash was created with weaker parameters than the current ones, or from a
   * different Unicode form.
   */
  isOutdated(hash: string, plainPassword: string): Promise<boolean>;
}
