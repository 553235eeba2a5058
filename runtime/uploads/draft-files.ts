import type { AppConfig } from '../config/app-config.js';
import type { DraftCopy, WriteScope } from '../contract/operations.js';
import type { ResourceDescriptor } from '../contract/resource.js';
import type { FileChanges } from './file-changes.js';
import { readFileInfo, writeFileInfo } from './file-info.js';
import type { FileStores } from './file-stores.js';
import { variantPath } from './image-variants.js';
import { copiedPath } from './stored-name.js';
import { isUploadable, uploadFieldsOf } from './upload-fields.js';

interface DraftFilesDeps {
  readonly stores: FileStores;
  readonly changes: FileChanges;
  readonly config: Pick<AppConfig, 'imageCachePrefix'>;
}

/**
 * Gives a draft files of its own, so that two rows never share an object; a file that is missing keeps its path
 * (components.md section 4.9). `values` are the draft's, still unstored.
 */
export async function copyStoredFiles(
  values: Record<string, unknown>,
  resource: Pick<ResourceDescriptor, 'fields'>,
  scope: WriteScope,
  deps: DraftFilesDeps,
): Promise<void> {
  const stored = uploadFieldsOf(resource).filter(({ name }) => typeof values[name] === 'string');
  if (stored.length === 0) return;
  const infos = await readFileInfo(
    scope.session,
    stored.map(({ name }) => String(values[name])),
  );
  for (const { name, adapter } of stored) {
    const from = String(values[name]);
    const to = copiedPath(from);
    const storage = deps.stores.get(adapter);
    if (!(await storage.copy(from, to))) continue;
    deps.changes.made(scope.session, { adapter, path: to });
    const copied = [];
    for (const info of infos.filter(({ path }) => path === from)) {
      const { filter, mediaType } = info;
      const isCopied =
        filter === null ||
        mediaType === '' ||
        (await storage.copy(
          variantPath(deps.config.imageCachePrefix, filter, from),
          variantPath(deps.config.imageCachePrefix, filter, to),
        ));
      if (isCopied) copied.push({ ...info, path: to });
    }
    await writeFileInfo(scope.session, copied);
    values[name] = to;
  }
}

/** The same as a part of making drafts. */
export function createDraftFiles(
  deps: DraftFilesDeps & { readonly resources: readonly ResourceDescriptor[] },
): DraftCopy {
  const byName = new Map(deps.resources.map((resource) => [resource.name, resource]));
  return {
    name: 'uploads',
    appliesTo: isUploadable,
    async copy(values, published, scope) {
      const resource = byName.get(published.type);
      if (resource !== undefined) await copyStoredFiles(values, resource, scope, deps);
    },
  };
}
