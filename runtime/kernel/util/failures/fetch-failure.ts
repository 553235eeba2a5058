export const messageOf = (reason: unknown): string =>
  reason instanceof Error ? reason.message : String(reason);

/** The reason why a `fetch` got no answer: the system's error code if there is one. */
export function causeOf(error: unknown): string {
  const { cause } = error as { readonly cause?: { readonly code?: unknown } };
  return typeof cause?.code === 'string' ? cause.code : messageOf(error);
}
