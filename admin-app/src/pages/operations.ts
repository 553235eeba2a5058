import { batchesOf, type Operation, type Result } from '../../../templates/client/batches.js';
import { ApiError, ValidationError } from '../../../templates/client/errors.js';
import { client, type ApiDocument } from '../api/client.js';

const batches = batchesOf(client);

/** Carries operations out together, all of them or none. @returns what each answered, in their order */
export async function runAll(operations: readonly Operation[]): Promise<readonly ApiDocument[]> {
  const results = await batches.run(operations);
  return results.map(({ body }: Result) => body as unknown as ApiDocument);
}

/** What stands against a request, in the words of the service. */
export function reasonOf(error: unknown): string {
  if (error instanceof ValidationError && error.violations.length > 0)
    return [...new Set(error.violations.map(({ message }) => message))].join(' ');
  if (error instanceof ApiError) return error.message;
  const { message, body } = error as { message?: string; body?: { errors?: Record<string, string> } };
  const ofMembers = Object.values(body?.errors ?? {});
  return ofMembers.length === 0 ? (message ?? String(error)) : ofMembers.join(' ');
}

/** The member that a refusal names, without its place in a batch. */
export function refusedMember(error: unknown): string | undefined {
  if (!(error instanceof ValidationError)) return undefined;
  return error.violations[0]?.propertyPath.replace(/^operations\[\d+\]\.body\.?/, '');
}
