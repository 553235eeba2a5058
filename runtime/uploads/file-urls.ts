import type { AppConfig } from '../config/app-config.js';
import type { StoredRecord } from '../contract/record.js';
import type { UploadField } from '../contract/resource.js';
import type { IriConverter } from '../metadata/iri-converter.js';
import type { RegisteredResource, ResourceRegistry } from '../metadata/resource-registry.js';
import type { FileStores } from './file-stores.js';
import { variantPath } from './image-variants.js';
import { absoluteUrl } from './public-url.js';

/** How long a signed address works: three days. */
export const TEMPORARY_SECONDS = 3 * 24 * 3600;

/** Addresses of files as clients see them, always absolute (components.md section 4.6). */
export interface FileUrls {
  resourceOf(record: StoredRecord): RegisteredResource;
  fileUrl(record: StoredRecord, field: UploadField, path: string): Promise<string>;
  variantUrl(record: StoredRecord, field: UploadField, path: string, filter: string): Promise<string>;
}

export function createFileUrls(deps: {
  readonly registry: ResourceRegistry;
  readonly iris: IriConverter;
  readonly stores: FileStores;
  readonly config: Pick<AppConfig, 'server' | 'imageCachePrefix'>;
}): FileUrls {
  const { registry, iris, stores, config } = deps;
  const { publicUrl } = config.server;
  const downloadUrl = (record: StoredRecord, { name }: UploadField): string =>
    `${publicUrl}${iris.item(registry.require(record.type), record.id)}/download/${encodeURIComponent(name)}`;

  async function adapterUrl(field: UploadField, path: string): Promise<string | undefined> {
    const storage = stores.get(field.adapter);
    if (field.urlGenerator === 'temporary') return storage.temporaryUrl(path, TEMPORARY_SECONDS);
    if (field.urlGenerator !== 'public') return undefined;
    const url = storage.publicUrl(path);
    return url === undefined ? undefined : absoluteUrl(url, publicUrl);
  }

  return {
    resourceOf: (record) => registry.require(record.type),
    fileUrl: async (record, field, path) => (await adapterUrl(field, path)) ?? downloadUrl(record, field),
    // Variants of files that are not public pass the same checks as the file (contract decision 41).
    variantUrl: async (record, field, path, filter) =>
      (await adapterUrl(field, variantPath(config.imageCachePrefix, filter, path))) ??
      `${downloadUrl(record, field)}?filter=${encodeURIComponent(filter)}`,
  };
}
