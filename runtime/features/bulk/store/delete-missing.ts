import type { RequestContext } from '../../../kernel/contract/context.js';
import type { Reference } from '../../../kernel/contract/records/record.js';
import type { Kernel } from '../../../kernel/kernel.js';
import type { ResourceOperations } from '../../../kernel/resource-operations.js';
import type { PlacementServices } from '../../placement/public-api.js';
import { BulkError } from '../model/bulk-error.js';
import { idsOf } from '../export/ids-of.js';
import type { TransferredType } from '../format/transferred.js';

export type Missing = readonly Pick<Reference, 'type' | 'id'>[];

/** Returns the stored records of these types that are not imported. */
export async function findMissing(
  types: readonly TransferredType[],
  isImported: (id: string) => boolean,
  { database }: Pick<Kernel, 'database'>,
): Promise<Missing> {
  const missing: Pick<Reference, 'type' | 'id'>[] = [];
  for (const { resource } of types)
    for await (const rows of idsOf(resource, database))
      for (const { id } of rows) if (!isImported(id)) missing.push({ type: resource.name, id });
  return missing;
}

/**
 * Deletes the records in one unit of work without cascading to orphans, because the import defines which records exist.
 * @throws BulkError if a remaining record requires one of them
 */
export async function deleteMissing(
  missing: Missing,
  context: RequestContext,
  deps: {
    readonly operations: Pick<ResourceOperations, 'run'>;
    readonly cascade: Pick<PlacementServices['cascade'], 'removeOnly'>;
    readonly iris: Kernel['iris'];
  },
): Promise<void> {
  await deps.operations.run(context, async (scope) => {
    const holders = await deps.cascade.removeOnly(missing, scope);
    if (holders.length === 0) return;
    const named = holders.slice(0, 10).map(({ type, id }) => `  ${deps.iris.of({ type, id, key: id })}`);
    throw new BulkError(
      [
        'Nothing was deleted, because these records reference records to delete:',
        ...named,
        'Import or delete them too.',
      ].join('\n'),
    );
  });
}
