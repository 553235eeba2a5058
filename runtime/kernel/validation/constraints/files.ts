import type { Subject } from '../../contract/records/validation.js';
import { report, type Place, type Report, type RuleOptions } from './report.js';

/** Metadata of an uploaded file; the media type is detected from its content. */
export interface FileValue {
  readonly size: number;
  readonly mediaType: string;
  /** File name sent by the client; empty if there was none. */
  readonly name: string;
  /** Extension in lower case, without the dot. */
  readonly extension: string;
  readonly width: number | null;
  readonly height: number | null;
  /** Whether the file is declared as an image but cannot be decoded. */
  readonly isBroken: boolean;
}

/** A file under validation; null if there is none. */
export interface FileSubject extends Subject {
  readonly value: FileValue | null;
}

export interface FileOptions extends RuleOptions {
  readonly maxSize?: number | string;
  readonly mimeTypes?: string | readonly string[];
  /** Allowed extensions, or a map of extension to allowed media types. */
  readonly extensions?: string | readonly string[] | Readonly<Record<string, string | readonly string[]>>;
  readonly filenameMaxLength?: number;
  readonly maxSizeMessage?: string;
  readonly mimeTypesMessage?: string;
  readonly extensionsMessage?: string;
  readonly disallowEmptyMessage?: string;
  readonly filenameTooLongMessage?: string;
}

export interface ImageOptions extends FileOptions {
  readonly minWidth?: number;
  readonly maxWidth?: number;
  readonly minHeight?: number;
  readonly maxHeight?: number;
  readonly minWidthMessage?: string;
  readonly maxWidthMessage?: string;
  readonly minHeightMessage?: string;
  readonly maxHeightMessage?: string;
}

const TYPE_INVALID = '744f00bc-4389-4c74-92de-9a43cde55534';

/**
 * Checks size, name, extension and media type of a file, and reports the first violation (components.md
 * section 6).
 */
export function file(subject: FileSubject, options: FileOptions = {}): void {
  if (subject.value !== null) checkFile(subject, subject.value, options);
}

/** Requires an image, optionally with limits on its dimensions. */
export function image(subject: FileSubject, options: ImageOptions = {}): void {
  const { value } = subject;
  if (value === null) return;
  const mimeTypesMessage =
    options.mimeTypesMessage ?? (options.mimeTypes === undefined ? NOT_AN_IMAGE : undefined);
  const rules: FileOptions = {
    ...options,
    mimeTypes: options.mimeTypes ?? 'image/*',
    ...(mimeTypesMessage === undefined ? {} : { mimeTypesMessage }),
  };
  if (!checkFile(subject, value, rules)) return;
  if (value.isBroken) {
    const message = options.mimeTypesMessage ?? NOT_AN_IMAGE;
    report(subject, { payload: options.payload }, { message, code: TYPE_INVALID });
    return;
  }
  for (const rule of SIDE_RULES) checkSide(subject, options, rule);
}

const NOT_AN_IMAGE = 'This file is not a valid image.';

/** Returns whether all rules hold. */
function checkFile(place: Place, value: FileValue, options: FileOptions): boolean {
  const problem =
    emptyProblem(value, options) ??
    sizeProblem(value, options) ??
    nameProblem(value, options) ??
    extensionProblem(value, options) ??
    typeProblem(value, options);
  if (problem === undefined) return true;
  report(place, { payload: options.payload }, problem);
  return false;
}

function emptyProblem({ size }: FileValue, { disallowEmptyMessage }: FileOptions): Report | undefined {
  if (size > 0) return undefined;
  const message = disallowEmptyMessage ?? 'An empty file is not allowed.';
  return { message, code: '5d743385-9775-4aa5-8ff5-495fb1e60137' };
}

function sizeProblem({ size }: FileValue, { maxSize, maxSizeMessage }: FileOptions): Report | undefined {
  const limit = maxSize === undefined ? undefined : parseFileSize(maxSize);
  if (limit === undefined || size <= limit.bytes) return undefined;
  return {
    message:
      maxSizeMessage ??
      'The file is too large ({{ size }} {{ suffix }}). Allowed maximum size is {{ limit }} {{ suffix }}.',
    code: 'df8637af-d466-48c6-a59d-e7126250a654',
    parameters: printSizes(size, limit.bytes, limit.isBinary),
  };
}

function nameProblem({ name }: FileValue, options: FileOptions): Report | undefined {
  const { filenameMaxLength: limit, filenameTooLongMessage } = options;
  if (limit === undefined || [...name].length <= limit) return undefined;
  return {
    message:
      filenameTooLongMessage ??
      'The filename is too long. It should have {{ filename_max_length }} character or less.|The filename is too long. It should have {{ filename_max_length }} characters or less.',
    code: 'e5706483-91a8-49d8-9a59-5e81a3c634a8',
    parameters: { filename_max_length: String(limit) },
    count: limit,
  };
}

function extensionProblem(value: FileValue, options: FileOptions): Report | undefined {
  const { extensions, extensionsMessage } = options;
  if (extensions === undefined) return undefined;
  const allowed = isMap(extensions) ? Object.keys(extensions) : listOf(extensions);
  if (allowed.some((one) => one.toLowerCase() === value.extension)) {
    return isMap(extensions) ? typesOfExtension(value, extensions, options) : undefined;
  }
  return {
    message:
      extensionsMessage ??
      'The extension of the file is invalid ({{ extension }}). Allowed extensions are {{ extensions }}.',
    code: 'c8c7315c-6186-4719-8b71-5659e16bdcb7',
    parameters: { extension: quote(value.extension), extensions: allowed.map(quote).join(', ') },
  };
}

function typesOfExtension(
  value: FileValue,
  extensions: Readonly<Record<string, string | readonly string[]>>,
  options: FileOptions,
): Report | undefined {
  const key = Object.keys(extensions).find((one) => one.toLowerCase() === value.extension);
  return typeProblem(value, { ...options, mimeTypes: extensions[key ?? ''] ?? [] });
}

function typeProblem({ mediaType }: FileValue, options: FileOptions): Report | undefined {
  const allowed = listOf(options.mimeTypes ?? []);
  if (allowed.length === 0 || allowed.some((pattern) => fitsType(mediaType, pattern))) return undefined;
  return {
    message:
      options.mimeTypesMessage ??
      'The mime type of the file is invalid ({{ type }}). Allowed mime types are {{ types }}.',
    code: TYPE_INVALID,
    parameters: { type: quote(mediaType), types: allowed.map(quote).join(', ') },
  };
}

function fitsType(mediaType: string, pattern: string): boolean {
  const wanted = pattern.toLowerCase();
  return wanted.endsWith('/*') ? mediaType.startsWith(wanted.slice(0, -1)) : mediaType === wanted;
}

interface SideRule {
  readonly limit: 'maxWidth' | 'minWidth' | 'maxHeight' | 'minHeight';
  readonly side: 'width' | 'height';
  readonly message: string;
  readonly code: string;
}

const SIDE_RULES: readonly SideRule[] = [
  {
    limit: 'maxWidth',
    side: 'width',
    message: 'The image width is too big ({{ width }}px). Allowed maximum width is {{ max_width }}px.',
    code: '7f87163d-878f-47f5-99ba-a8eb723a1ab2',
  },
  {
    limit: 'minWidth',
    side: 'width',
    message: 'The image width is too small ({{ width }}px). Minimum width expected is {{ min_width }}px.',
    code: '9afbd561-4f90-4a27-be62-1780fc43604a',
  },
  {
    limit: 'maxHeight',
    side: 'height',
    message: 'The image height is too big ({{ height }}px). Allowed maximum height is {{ max_height }}px.',
    code: '7efae81c-4877-47ba-aa65-d01ccb0d4645',
  },
  {
    limit: 'minHeight',
    side: 'height',
    message: 'The image height is too small ({{ height }}px). Minimum height expected is {{ min_height }}px.',
    code: 'aef0cb6a-c07f-4894-bc08-1781420d7b4c',
  },
];

function checkSide(subject: FileSubject, options: ImageOptions, rule: SideRule): void {
  const limit = options[rule.limit];
  const actual = subject.value?.[rule.side] ?? null;
  if (limit === undefined || actual === null) return;
  if (rule.limit.startsWith('max') ? actual <= limit : actual >= limit) return;
  const placeholder = rule.limit.replace(/[A-Z]/, (letter) => `_${letter.toLowerCase()}`);
  report(
    subject,
    { payload: options.payload },
    {
      message: options[`${rule.limit}Message`] ?? rule.message,
      code: rule.code,
      parameters: { [rule.side]: String(actual), [placeholder]: String(limit) },
    },
  );
}

const KILO = 1000;
const KIBI = 1024;

/** Parses a file size such as `5M` (decimal) or `5Mi` (binary); undefined for any other text. */
export function parseFileSize(
  notation: number | string,
): { readonly bytes: number; readonly isBinary: boolean } | undefined {
  const match = /^(\d+)([kmg]?)(i?)$/i.exec(String(notation));
  if (match === null) return undefined;
  const [, digits = '', unit = '', binary = ''] = match;
  const isBinary = binary !== '';
  const power = ['', 'k', 'm', 'g'].indexOf(unit.toLowerCase());
  return { bytes: Number(digits) * (isBinary ? KIBI : KILO) ** power, isBinary };
}

/** Formats size and limit in the largest unit in which the limit is exact to two decimals and both differ. */
function printSizes(size: number, limit: number, isBinary: boolean): Readonly<Record<string, string>> {
  const factor = isBinary ? KIBI : KILO;
  const suffixes = isBinary ? ['bytes', 'KiB', 'MiB', 'GiB'] : ['bytes', 'kB', 'MB', 'GB'];
  let power = suffixes.length - 1;
  const printed = (bytes: number): string => String(Math.round((bytes / factor ** power) * 100) / 100);
  const isExact = (): boolean => Number.isInteger((limit * 100) / factor ** power);
  while (power > 0 && (limit < factor ** power || !isExact() || printed(size) === printed(limit))) power -= 1;
  return { size: printed(size), limit: printed(limit), suffix: suffixes[power] ?? '' };
}

const quote = (text: string): string => `"${text}"`;

function listOf(value: string | readonly string[]): readonly string[] {
  return typeof value === 'string' ? [value] : value;
}

function isMap<Entry>(
  value: string | readonly string[] | Readonly<Record<string, Entry>>,
): value is Readonly<Record<string, Entry>> {
  return typeof value === 'object' && !Array.isArray(value);
}
