import { createHash, randomBytes } from 'node:crypto';
import { cp, mkdir, readdir, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { OWN_ADMIN_MANIFEST } from '../../../extension-points/own-admin.js';
import { policyOfTag } from '../../../kernel/util/http/content-security-policy.js';
import type { AdminFiles } from '../files.js';
import { fillPage, pagePolicy, type PageSources } from '../page-text.js';

/** An exported admin, for hosting on another server. */
export interface AdminExport {
  /** A new or empty folder. */
  readonly folder: string;
  /** URL of the API, with its prefix and without a trailing slash. */
  readonly api: string;
  /** Path of the exported admin, with leading and trailing slash. */
  readonly base: string;
  readonly sources: PageSources;
}

/** Export error with a remedy: no admin is installed, or the target folder is not usable. */
export class AdminExportError extends Error {
  override readonly name = 'AdminExportError';
}

/** The only inline part of the page; the policy contains its hash. */
const IMPORT_MAP = /<script type="importmap"[^>]*>([^]*?)<\/script>/g;

/**
 * Exports the admin with the project's extensions as static files. The page refers to the extensions last.
 * @throws AdminExportError if the folder contains files
 */
export async function exportAdmin(
  { folder, api, base, sources }: AdminExport,
  files: Pick<AdminFiles, 'page' | 'own' | 'folders'>,
): Promise<void> {
  await assertEmpty(folder);
  const [page, own] = await Promise.all([files.page(), files.own()]);
  const folders = files.folders();
  if (page === undefined)
    throw new AdminExportError('The page of the admin is missing. Reinstall the admin.');
  await mkdir(folder, { recursive: true });
  await cp(folders.assets, join(folder, 'assets'), { recursive: true });
  if (own !== undefined)
    await cp(folders.own, join(folder, 'own'), {
      recursive: true,
      filter: (path) => basename(path) !== OWN_ADMIN_MANIFEST,
    });
  // A static host sends the same nonce each time. It allows styles but no scripts.
  const nonce = randomBytes(16).toString('base64');
  const values = { nonce, base, api, own };
  const [script = ''] = [...fillPage(page, values).matchAll(IMPORT_MAP)].map(
    ([, text = '']) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`,
  );
  const policy = policyOfTag(pagePolicy(sources, { script, style: `'nonce-${nonce}'` }));
  await writeFile(join(folder, 'index.html'), fillPage(page, { ...values, policy }));
}

async function assertEmpty(folder: string): Promise<void> {
  const entries = await readdir(folder).catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return [];
    throw new AdminExportError(`${folder} is not a folder. Choose a new or empty folder.`);
  });
  if (entries.length > 0)
    throw new AdminExportError(
      `${folder} is not empty, so nothing was written. Choose a new or empty folder.`,
    );
}
