/** Its message is for operators: what was asked, without credentials, and what became of it. */
export class PurgeError extends Error {}

export const messageOf = (reason: unknown): string =>
  reason instanceof Error ? reason.message : String(reason);

/** Why no answer came: the code of the system where there is one. */
export function causeOf(error: unknown): string {
  const { cause } = error as { readonly cause?: { readonly code?: unknown } };
  return typeof cause?.code === 'string' ? cause.code : messageOf(error);
}
