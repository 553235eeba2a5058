import type { ResourceDescriptor } from '../../kernel/contract/resource.js';

/** Decides which types have a history. */
export type IsRecorded = (resource: ResourceDescriptor) => boolean;

/**
 * Types that hold data of persons have none: accounts, and what submissions of forms are stored as. Nor have those that say so
 * (`x-history: false`).
 */
export function createIsRecorded(submitted: ReadonlySet<string>): IsRecorded {
  return ({ name, isPersonal, extensions }) => {
    const { isRecorded = true }: { readonly isRecorded?: boolean } = extensions?.history ?? {};
    return isRecorded && isPersonal !== true && !submitted.has(name);
  };
}
