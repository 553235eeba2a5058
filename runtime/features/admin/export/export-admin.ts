import { createHash, randomBytes } from 'node:crypto';
import { cp, mkdir, readdir, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { OWN_ADMIN_MANIFEST } from '../../../kernel/contract/features/own-admin.js';
import { policyOfTag } from '../../../kernel/util/http/content-security-policy.js';
import type { AdminFiles } from '../files.js';
import { fillPage, pagePolicy, type PageSources } from '../page-text.js';

/** The admin for a host of its own. */
export interface AdminExport {
  /** A new or empty folder. */
  readonly folder: string;
  /** Where the API is, its prefix included, without a slash at its end. */
  readonly api: string;
  /** The path below which it will be there, between slashes. */
  readonly base: string;
  readonly sources: PageSources;
}

/** There is nothing to export, or no place for it; the message says what to do. */
export class AdminExportError extends Error {
  override readonly name = 'AdminExportError';
}

/** The one inline part of the page, which the policy names by its hash. */
const IMPORT_MAP = /<script type="importmap"[^>]*>([^]*?)<\/script>/g;

/**
 * Writes the files of the admin, with those parts that the project has of its own, for any host that serves files. The page names them
 * last.
 * @throws AdminExportError when the folder has files
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
  // Nobody can send another one with each answer; it lets styles in, and no script.
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
