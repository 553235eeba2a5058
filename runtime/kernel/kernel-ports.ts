import type { Compression } from './contract/http/compression.js';
import type { Mount } from './contract/http/mount.js';
import type { FileStorage, FilesystemConfig } from './ports/file-storage.js';
import type { MailTemplates } from './ports/mail-templates.js';
import type { Mailer } from './ports/mailer.js';

/** Ports to external systems, implemented by the adapters that the service was started with. */
export interface Ports {
  readonly mailer: Mailer;
  readonly mailTemplates: MailTemplates;
  readonly openStorage: OpenStorage;
  readonly origins: Origins;
  /** Absent if responses are never compressed. */
  readonly compression: Compression | undefined;
}

/** Opens a filesystem. */
export type OpenStorage = (options: FilesystemConfig) => Promise<FileStorage>;

/** Cross-origin policy. */
export interface Origins {
  /** Returns whether pages of another origin may read responses. */
  isAllowed(origin: string): boolean;
  /** CORS headers of public files, which are read-only (contract decision 96). */
  readonly fileCors: Mount['handler'];
}
