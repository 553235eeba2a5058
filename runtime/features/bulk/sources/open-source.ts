import { readdir, stat } from 'node:fs/promises';
import { extname, join, resolve } from 'node:path';
import type { CommandIo } from '../../../kernel/contract/features/command.js';
import type { Kernel } from '../../../kernel/kernel.js';
import { BulkError } from '../bulk-error.js';
import type { TransferredType } from '../format/transferred.js';
import { findImportFiles, type ImportFile, type ImportFiles } from '../plan/import-files.js';
import { createLineFiles, type LineFiles } from './line-files.js';

/** The import named on the command line, converted to JSON Lines. */
export interface OpenedSource extends ImportFiles {
  /** System that the keys come from; undefined if they are ids. */
  readonly source: string | undefined;
  /** Notices about the conversion. */
  readonly notices: readonly string[];
  /** Description of the mapping, if it was chosen automatically. */
  readonly mapped: readonly string[];
  close(): Promise<void>;
}

export interface OpenSourceDeps extends Kernel {
  readonly types: ReadonlyMap<string, TransferredType>;
}

type Format = 'jsonl' | 'redirects' | 'wxr';

const BY_EXTENSION: Readonly<Record<string, Format>> = {
  '.csv': 'redirects',
  '.tsv': 'redirects',
  '.json': 'redirects',
  '.xml': 'wxr',
};

/** Opens the files of an import. Other formats are converted to JSON Lines in temporary folders. */
export async function openSource(
  file: string,
  { flags }: CommandIo,
  deps: OpenSourceDeps,
): Promise<OpenedSource> {
  const given = textOf(flags['source']);
  const exported = await filesOfWordPress(file);
  const known = exported.length > 0 ? 'wxr' : BY_EXTENSION[extname(file).toLowerCase()];
  const format = textOf(flags['format']) ?? known ?? 'jsonl';
  if (format === 'jsonl') {
    const files = await findImportFiles(file, process.cwd());
    const source = given ?? files.manifest?.source ?? undefined;
    return { ...files, source, notices: [], mapped: [], close: async () => undefined };
  }
  const paths = exported.length > 0 && format === 'wxr' ? exported : [file];
  const sources: ConvertedFile[] = [];
  const close = async (): Promise<void> => {
    for (const { lines } of sources) await lines.remove();
  };
  try {
    for (const shown of paths) sources.push(await openFile(shown));
    const { notices, mapped, source } = await convert(format, sources, { ...deps, flags });
    const files: ImportFile[] = [];
    for (const { lines } of sources) files.push(...(await lines.finish()));
    const root = sources[0]?.lines.folder ?? '';
    return { root, files, manifest: null, source: given ?? source, notices, mapped, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Returns the files of a WordPress export in several parts: the XML files of a folder without JSON Lines. */
async function filesOfWordPress(folder: string): Promise<readonly string[]> {
  const names = await readdir(resolve(process.cwd(), folder)).catch((): string[] => []);
  if (names.some((name) => name.endsWith('.jsonl'))) return [];
  return names
    .filter((name) => extname(name).toLowerCase() === '.xml')
    .sort()
    .map((name) => join(folder, name));
}

interface ConvertedFile {
  readonly path: string;
  readonly shown: string;
  readonly lines: LineFiles;
}

async function openFile(shown: string): Promise<ConvertedFile> {
  const path = resolve(process.cwd(), shown);
  if ((await stat(path).catch(() => undefined))?.isFile() !== true)
    throw new BulkError(`${shown} is not a file.`);
  return { path, shown, lines: await createLineFiles(shown) };
}

async function convert(
  format: string,
  sources: readonly ConvertedFile[],
  deps: OpenSourceDeps & { readonly flags: CommandIo['flags'] },
): Promise<Pick<OpenedSource, 'notices' | 'mapped'> & { readonly source: string }> {
  const [file] = sources;
  if (format === 'redirects' && file !== undefined) {
    const { convertRedirects } = await import('./redirects.js');
    const { publicUrl } = deps.config.server;
    const skipsFaulty = deps.flags['skip-faulty'] === true;
    return {
      notices: await convertRedirects(file, { ...deps, lines: file.lines, publicUrl, skipsFaulty }),
      mapped: [],
      source: 'redirects',
    };
  }
  const { convertWordPress } = await import('./wordpress/convert.js');
  return convertWordPress(sources, deps);
}

const textOf = (value: CommandIo['flags'][string]): string | undefined =>
  typeof value === 'string' ? value : undefined;
