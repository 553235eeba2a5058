import type { UploadsConfig } from '../settings.js';
import { InternalError } from '../../../kernel/errors/internal-error.js';
import type { FileStorage } from '../../../kernel/ports/file-storage.js';
import type { OpenStorage } from '../../../kernel/kernel-ports.js';

/** The configured filesystems by alias. */
export interface FileStores {
  readonly aliases: readonly string[];
  /** @throws InternalError for an unknown alias: those of upload fields were checked at startup */
  get(alias: string): FileStorage;
  close(): Promise<void>;
}

/** Opens every configured filesystem. */
export async function openFileStores(
  filesystems: UploadsConfig['filesystems'],
  open: OpenStorage,
): Promise<FileStores> {
  const stores = new Map<string, FileStorage>();
  for (const [alias, options] of Object.entries(filesystems)) stores.set(alias, await open(options));
  return {
    aliases: [...stores.keys()],
    get(alias) {
      const store = stores.get(alias);
      if (store === undefined) throw new InternalError(`No filesystem is named ${alias}`);
      return store;
    },
    async close() {
      for (const store of stores.values()) await store.close();
    },
  };
}
