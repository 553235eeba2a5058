export const messageOf = (reason: unknown): string =>
  reason instanceof Error ? reason.message : String(reason);

/** Returns the reason why a `fetch` failed: the system's error code if there is one. */
export function causeOf(error: unknown): string {
  const { cause } = error as { readonly cause?: { readonly code?: unknown } };
  return typeof cause?.code === 'string' ? cause.code : messageOf(error);
}
