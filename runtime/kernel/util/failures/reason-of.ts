/**
 * Returns the message of an error. If connections to several addresses fail, the aggregate error itself has
 * none.
 */
export function reasonOf(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return reasonOf(error.errors[0]);
  return error instanceof Error ? error.message : String(error);
}
