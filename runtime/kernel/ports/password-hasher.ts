export interface PasswordHasher {
  hash(plainPassword: string): Promise<string>;
  /** Takes as long for an absent hash as for a wrong password, so that a caller can't tell which it was. */
  verify(hash: string | null, plainPassword: string): Promise<boolean>;
  /** The hash, which the password verifies, was made with weaker parameters than those in use, or of another spelling. */
  isOutdated(hash: string, plainPassword: string): Promise<boolean>;
}
