import type { Compression } from '../contract/http/compression.js';
import type { Mount } from '../contract/http/mount.js';
import type { FileStorage, FilesystemConfig } from './file-storage.js';
import type { MailTemplates } from './mail-templates.js';
import type { Mailer } from './mailer.js';

/** The outside world of a service, as the adapters that it was started with reach it. */
export interface Ports {
  readonly mailer: Mailer;
  readonly mailTemplates: MailTemplates;
  readonly openStorage: OpenStorage;
  readonly origins: Origins;
  /** Absent where every client gets the same bytes. */
  readonly compression: Compression | undefined;
}

/** Opens one filesystem. */
export type OpenStorage = (options: FilesystemConfig) => Promise<FileStorage>;

/** Pages of other origins. */
export interface Origins {
  /** Whether pages of an origin other than the API's own may read answers. */
  isAllowed(origin: string): boolean;
  /** CORS headers of files with a public address, which are only read (contract decision 96). */
  readonly fileCors: Mount['handler'];
}
