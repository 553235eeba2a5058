import { batchesOf, type Operation, type Result } from '../../../../templates/client/batches.js';
import { client, type ApiDocument } from '../../api/client.js';

const batches = batchesOf(client);

/** Carries operations out together, all of them or none. @returns what each answered, in their order */
export async function runAll(operations: readonly Operation[]): Promise<readonly ApiDocument[]> {
  const results = await batches.run(operations);
  return results.map(({ body }: Result) => body as unknown as ApiDocument);
}
