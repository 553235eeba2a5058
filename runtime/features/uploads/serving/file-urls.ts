import type { UrlGenerator } from '../../../kernel/contract/features/extensions.js';
import type { StoredRecord } from '../../../kernel/contract/records/record.js';
import type { UploadField } from '../../../kernel/contract/schema/resource.js';
import type { Kernel } from '../../../kernel/kernel.js';
import type { RegisteredResource } from '../../../kernel/metadata/resource-registry.js';
import type { Logger } from '../../../kernel/ports/logger.js';
import { absoluteUrl } from '../../../kernel/util/http/public-url.js';
import type { FileInfo } from '../storage/file-info.js';
import type { FileStores } from '../storage/file-stores.js';
import type { UploadsConfig } from '../settings.js';
import { variantPath } from '../variants/variant-path.js';

/** Lifetime of signed URLs in seconds: three days. */
export const TEMPORARY_SECONDS = 3 * 24 * 3600;

/** Absolute URLs of files for clients (components.md section 4.6). */
export interface FileUrls {
  resourceOf(record: StoredRecord): RegisteredResource;
  /** Returns the URL of a file, or of its variant if `filter` is given. */
  urlOf(record: StoredRecord, field: UploadField, file: FileInfo): Promise<string>;
}

export interface FileUrlsDeps extends Pick<Kernel, 'registry' | 'iris' | 'log'> {
  readonly stores: FileStores;
  readonly config: Pick<UploadsConfig, 'server' | 'imageCachePrefix' | 'extensions'>;
}

export function createFileUrls({ registry, iris, stores, config, log }: FileUrlsDeps): FileUrls {
  const { publicUrl } = config.server;
  const registered = createRegisteredUrl(config, log);

  /** Returns undefined if the generator has no URL for the file; then the API serves it. */
  async function generatedUrl(
    { record, field }: { readonly record: StoredRecord; readonly field: UploadField },
    path: string,
    filter: string | null,
  ): Promise<string | undefined> {
    if (field.urlGenerator === 'api') return undefined;
    const storage = stores.get(field.adapter);
    if (field.urlGenerator === 'temporary') return storage.temporaryUrl(path, TEMPORARY_SECONDS);
    if (field.urlGenerator !== undefined && field.urlGenerator !== 'public')
      return registered({ record, field, path, filter }, field.urlGenerator);
    const url = storage.publicUrl(path);
    return url === undefined ? undefined : absoluteUrl(url, publicUrl);
  }

  /**
   * Returns the download URL of the API, where the checks of the record apply to private files and their variants
   * (contract decision 41).
   */
  function downloadUrl(record: StoredRecord, { name }: UploadField, filter: string | null): string {
    const item = iris.item(registry.require(record.type), record.id);
    const query = filter === null ? '' : `?filter=${encodeURIComponent(filter)}`;
    return `${publicUrl}${item}/download/${encodeURIComponent(name)}${query}`;
  }

  return {
    resourceOf: (record) => registry.require(record.type),
    async urlOf(record, field, file) {
      const { path, filter } = file;
      const stored = filter === null ? path : variantPath(config.imageCachePrefix, { ...file, filter });
      return (await generatedUrl({ record, field }, stored, filter)) ?? downloadUrl(record, field, filter);
    },
  };
}

/** Calls the project's generator. Its failure must not fail the whole document. */
function createRegisteredUrl(
  config: Pick<UploadsConfig, 'server' | 'extensions'>,
  log: Logger,
): (file: Parameters<UrlGenerator>[0], name: string) => Promise<string | undefined> {
  const generators = new Map(Object.entries(config.extensions.urlGenerators ?? {}));
  return async (file, urlGenerator) => {
    try {
      const url = await generators.get(urlGenerator)?.(file);
      return url ? absoluteUrl(url, config.server.publicUrl) : undefined;
    } catch (err) {
      log.error({
        msg: 'URL generator failed',
        urlGenerator,
        type: file.record.type,
        field: file.field.name,
        err,
      });
      return undefined;
    }
  };
}
