import { resolve } from 'node:path';
import type { CommandIo } from '../../../kernel/contract/features/command.js';
import { ADMIN_NAME, installCommand } from '../../../kernel/util/packages/package-root.js';
import type { AdminFiles } from '../files.js';
import type { PageSources } from '../page-text.js';
import { AdminExportError, exportAdmin } from './export-admin.js';

export interface ExportDeps {
  readonly files: AdminFiles;
  readonly sources: () => Promise<PageSources>;
  /** Configured URL of the API, prefix included. */
  readonly publicUrl: string;
}

/** The command `cms admin:export`. */
export async function runExport(
  { args, flags, print, printError }: CommandIo,
  deps: ExportDeps,
): Promise<number> {
  try {
    const folder = resolve(process.cwd(), args[0] ?? 'admin-export');
    const api = readAddress(flags['api'], deps.publicUrl);
    const base = readBase(flags['base']);
    if (!deps.files.isInstalled())
      throw new AdminExportError(
        `The admin package is not installed. Run \`${installCommand(ADMIN_NAME)}\` in the project folder.`,
      );
    await exportAdmin({ folder, api, base, sources: await sourcesAt(api, deps) }, deps.files);
    print(`Exported the admin for the API at ${api} to ${folder}.`);
    print(`Serve it at ${base}, and return ${base}index.html for every path below that is not a file.`);
    print('Add the origin of its host to cors.allow_origin of the service.');
    return 0;
  } catch (error) {
    if (!(error instanceof AdminExportError)) throw error;
    printError(error.message);
    return 1;
  }
}

/** Replaces the configured origin of the service by the origin in the exported page. */
async function sourcesAt(api: string, { sources, publicUrl }: ExportDeps): Promise<PageSources> {
  const { files, hub, frontEnd } = await sources();
  const configured = new URL(publicUrl).origin;
  const given = new URL(api).origin;
  const moved = (origin: string): string => (origin === configured ? given : origin);
  return { files: files.map(moved), hub: hub === null ? null : moved(hub), frontEnd };
}

function readAddress(flag: unknown, publicUrl: string): string {
  const text = typeof flag === 'string' ? flag : publicUrl;
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isPlain = url !== undefined && url.search + url.hash + url.username === '';
  if (!isPlain || !/^https?:$/.test(url.protocol))
    throw new AdminExportError(
      `--api ${text} is not a valid URL. Include the prefix, e.g. https://api.example.com/_api.`,
    );
  return url.href.replace(/\/+$/, '');
}

function readBase(flag: unknown): string {
  const text = typeof flag === 'string' ? flag : '/';
  if (!/^\/(?:[\w.~-]+\/)*[\w.~-]*$/.test(text))
    throw new AdminExportError(`--base ${text} is not a valid path. Start it with a slash, e.g. /admin/.`);
  return text.endsWith('/') ? text : `${text}/`;
}
