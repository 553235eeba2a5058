import { batchesOf, type Operation, type Result } from '../../../../templates/client/batches.js';
import { client, type ApiDocument } from '../../api/client.js';

const batches = batchesOf(client);

/**
 * Runs operations in one transaction.
 * @returns the response bodies in the order of the operations
 */
export async function runAll(operations: readonly Operation[]): Promise<readonly ApiDocument[]> {
  const results = await batches.run(operations);
  return results.map(({ body }: Result) => body as unknown as ApiDocument);
}
