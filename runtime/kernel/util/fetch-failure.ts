export const messageOf = (reason: unknown): string =>
  reason instanceof Error ? reason.message : String(reason);

/** Why no answer came to a `fetch`: the code of the system where there is one. */
export function causeOf(error: unknown): string {
  const { cause } = error as { readonly cause?: { readonly code?: unknown } };
  return typeof cause?.code === 'string' ? cause.code : messageOf(error);
}
