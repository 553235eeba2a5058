import { stat } from 'node:fs/promises';
import { extname, resolve } from 'node:path';
import type { CommandIo } from '../../../kernel/contract/command.js';
import type { Kernel } from '../../../kernel/kernel.js';
import { BulkError } from '../bulk-error.js';
import type { TransferredType } from '../format/transferred.js';
import { findImportFiles, type ImportFiles } from '../plan/import-files.js';
import { createLineFiles } from './line-files.js';

/** What a command line names, as files of lines. */
export interface OpenedSource extends ImportFiles {
  /** The system whose keys the lines have; undefined where keys are ids. */
  readonly source: string | undefined;
  /** What the reader should know of the conversion. */
  readonly notices: readonly string[];
  /** What becomes of what, where that was not clear from the beginning. */
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
  '.xml': 'wxr',
};

/** Finds the files of an import; those of other formats are written as lines into a temporary folder first. */
export async function openSource(
  file: string,
  { flags }: CommandIo,
  deps: OpenSourceDeps,
): Promise<OpenedSource> {
  const given = textOf(flags['source']);
  const format = textOf(flags['format']) ?? BY_EXTENSION[extname(file).toLowerCase()] ?? 'jsonl';
  if (format === 'jsonl') {
    const files = await findImportFiles(file, process.cwd());
    const source = given ?? files.manifest?.source ?? undefined;
    return { ...files, source, notices: [], mapped: [], close: async () => undefined };
  }
  const path = resolve(process.cwd(), file);
  if ((await stat(path).catch(() => undefined))?.isFile() !== true)
    throw new BulkError(`${file} is no file.`);
  const lines = await createLineFiles(file);
  try {
    const { notices, mapped, source } = await convert(
      format,
      { path, shown: file },
      { ...deps, lines, flags },
    );
    const files = await lines.finish();
    return {
      root: lines.folder,
      files,
      manifest: null,
      source: given ?? source,
      notices,
      mapped,
      close: lines.remove,
    };
  } catch (error) {
    await lines.remove();
    throw error;
  }
}

async function convert(
  format: string,
  file: { readonly path: string; readonly shown: string },
  deps: OpenSourceDeps & {
    readonly lines: Awaited<ReturnType<typeof createLineFiles>>;
    readonly flags: CommandIo['flags'];
  },
): Promise<{
  readonly notices: readonly string[];
  readonly mapped: readonly string[];
  readonly source: string;
}> {
  if (format === 'redirects') {
    const { convertRedirects } = await import('./redirects.js');
    const { publicUrl } = deps.config.server;
    const skipsFaulty = deps.flags['skip-faulty'] === true;
    return {
      notices: await convertRedirects(file, { ...deps, publicUrl, skipsFaulty }),
      mapped: [],
      source: 'redirects',
    };
  }
  const { convertWordPress } = await import('./wordpress/convert.js');
  return convertWordPress(file, deps);
}

const textOf = (value: CommandIo['flags'][string]): string | undefined =>
  typeof value === 'string' ? value : undefined;
