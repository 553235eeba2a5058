import { extname } from 'node:path';
import type { LoadedFlags } from '../../../kernel/contract/features/command.js';
import type { ProvidedApi } from '../../../kernel/contract/features/feature-api.js';
import { installedPackage } from '../../../kernel/util/packages/find-package.js';
import { IMPORTS_NAME, installCommand, packageEntryUrl } from '../../../kernel/util/packages/package-root.js';
import { IMPORT_FORMATS, type ImportFormat } from '../model/import-format.js';

/** Name of the format that needs no conversion. */
export const JSON_LINES = 'jsonl';
/** Extensions of files that only the optional package reads. */
const OPTIONAL_EXTENSIONS = new Set(['.csv', '.tsv', '.json', '.xml']);

/** Returns the formats of the project's features and of the optional package, if it is installed. */
export async function loadFormats(provided: readonly ImportFormat[]): Promise<readonly ImportFormat[]> {
  const root = installedPackage(IMPORTS_NAME, process.cwd());
  if (root === undefined) return provided;
  const { FORMATS } = (await import(packageEntryUrl(root))) as ImportsPackage;
  return [...provided, ...FORMATS];
}

/** Exports of the optional package. */
interface ImportsPackage {
  readonly FORMATS: readonly ImportFormat[];
}

/** Returns the advice to install the optional package; undefined if it is installed. */
export const installationAdvice = (): string | undefined =>
  installedPackage(IMPORTS_NAME, process.cwd()) === undefined
    ? `WordPress exports and lists of redirects require ${IMPORTS_NAME}. Install it with \`${installCommand(IMPORTS_NAME)}\`.`
    : undefined;

/** Returns whether only the optional package may read a file. */
export const isOptional = (file: string): boolean => OPTIONAL_EXTENSIONS.has(extname(file).toLowerCase());

/** Returns the flags of all formats, and the names of the formats as the values of `--format`. */
export async function loadFormatFlags(provided: readonly ProvidedApi[]): Promise<LoadedFlags> {
  const ofProject = provided.filter(({ api }) => api === IMPORT_FORMATS).map(({ value }) => value);
  const formats = await loadFormats(ofProject as readonly ImportFormat[]); // provided under this key
  const advice = installationAdvice();
  return {
    flags: {
      ...Object.fromEntries(formats.flatMap(({ flags = {} }) => Object.entries(flags))),
      format: {
        type: 'string',
        options: [JSON_LINES, ...formats.map(({ name }) => name)],
        summary: 'File format. Default: detected from the file extension.',
      },
    },
    ...(advice === undefined ? {} : { advice }),
  };
}
