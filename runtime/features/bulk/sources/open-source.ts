import { readdir, stat } from 'node:fs/promises';
import { extname, join, resolve } from 'node:path';
import type { CommandIo } from '../../../kernel/contract/features/command.js';
import type { FeatureApis } from '../../../kernel/contract/features/feature-api.js';
import { InternalError } from '../../../kernel/errors/internal-error.js';
import type { Kernel } from '../../../kernel/kernel.js';
import { BulkError } from '../model/bulk-error.js';
import {
  IMPORT_FORMATS,
  type ImportedRecord,
  type ImportFormat,
  type ImportRequest,
  type ImportSummary,
  type ImportText,
} from '../model/import-format.js';
import { findImportFiles, type ImportFile, type ImportFiles } from '../plan/import-files.js';
import { createImportSite } from './import-site.js';
import { createImportText } from './import-text.js';
import { createLineFiles, type LineFiles } from './line-files.js';
import { installationAdvice, isOptional, JSON_LINES, loadFormats } from './load-formats.js';

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

export interface OpenSourceDeps extends Pick<Kernel, 'config' | 'registry' | 'reader' | 'database'> {
  readonly apis: Pick<FeatureApis, 'getAll'>;
}

/** Opens the files of an import. Other formats are converted to JSON Lines in temporary folders. */
export async function openSource(
  file: string,
  { flags }: CommandIo,
  deps: OpenSourceDeps,
): Promise<OpenedSource> {
  const given = textOf(flags['source']);
  const formats = await loadFormats(deps.apis.getAll(IMPORT_FORMATS));
  const chosen = await chooseFormat(file, textOf(flags['format']), formats);
  if (chosen === undefined) {
    const files = await findImportFiles(file, process.cwd());
    const source = given ?? files.manifest?.source ?? undefined;
    return { ...files, source, notices: [], mapped: [], close: async () => undefined };
  }
  const converted = new Map<ImportText, LineFiles>();
  const close = async (): Promise<void> => {
    for (const lines of converted.values()) await lines.remove();
  };
  try {
    for (const shown of chosen.files) converted.set(await openText(shown), await createLineFiles(shown));
    const request = { files: [...converted.keys()], flags, site: createImportSite(deps) };
    const { source, notices, mapping = [] } = await convert(chosen.format, request, converted);
    const files: ImportFile[] = [];
    for (const lines of converted.values()) files.push(...(await lines.finish()));
    const root = [...converted.values()][0]?.folder ?? '';
    return { root, files, manifest: null, source: given ?? source, notices, mapped: mapping, close };
  } catch (error) {
    await close();
    throw error;
  }
}

interface ChosenFormat {
  readonly format: ImportFormat;
  /** Paths of the files as shown in error messages. */
  readonly files: readonly string[];
}

/** Returns the named format, or the first one that accepts the file or folder; undefined for JSON Lines. */
async function chooseFormat(
  file: string,
  named: string | undefined,
  formats: readonly ImportFormat[],
): Promise<ChosenFormat | undefined> {
  if (named === JSON_LINES) return undefined;
  const names = await readdir(resolve(process.cwd(), file)).catch((): readonly string[] => []);
  const accepts = ({ extensions }: ImportFormat, name: string): boolean =>
    extensions.includes(extname(name).toLowerCase());
  const hasLines = names.some((name) => name.endsWith('.jsonl'));
  const parts = (format: ImportFormat): readonly string[] =>
    format.acceptsFolders === true && !hasLines ? names.filter((name) => accepts(format, name)) : [];
  const isChosen = (format: ImportFormat): boolean =>
    named === undefined ? accepts(format, file) || parts(format).length > 0 : format.name === named;
  const format = formats.find(isChosen);
  if (format !== undefined) {
    const found = parts(format).toSorted();
    return { format, files: found.length > 0 ? found.map((name) => join(file, name)) : [file] };
  }
  const advice = installationAdvice();
  if (advice !== undefined && (isOptional(file) || (!hasLines && names.some(isOptional))))
    throw new BulkError(`${file} cannot be imported. ${advice}`);
  return undefined;
}

async function openText(shown: string): Promise<ImportText> {
  const path = resolve(process.cwd(), shown);
  if ((await stat(path).catch(() => undefined))?.isFile() !== true)
    throw new BulkError(`${shown} is not a file.`);
  return createImportText({ path, shown });
}

/** Writes the records of a format to the lines of their file. */
async function convert(
  format: ImportFormat,
  request: ImportRequest,
  converted: ReadonlyMap<ImportText, LineFiles>,
): Promise<ImportSummary> {
  let summary: ImportSummary = { source: format.name, notices: [] };
  const records = async function* (): AsyncGenerator<ImportedRecord, void, void> {
    summary = yield* format.read(request);
  };
  for await (const { type, record, file, line } of records()) {
    const lines = converted.get(file);
    if (lines === undefined)
      throw new InternalError(`The format ${format.name} yielded a record of an unknown file.`);
    await lines.add(type, record, line);
  }
  return summary;
}

const textOf = (value: CommandIo['flags'][string]): string | undefined =>
  typeof value === 'string' ? value : undefined;
