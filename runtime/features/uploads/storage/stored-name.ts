import { randomBytes, randomUUID } from 'node:crypto';

const MAX_STEM = 100;
/** Maximum length of an extension, so that prefix and stem fit into the column. */
const MAX_EXTENSION = 32;
const UUID = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}';

/** Returns the last segment of a client's file name, with any path separator. */
export function baseName(name: string): string {
  return name.slice(Math.max(name.lastIndexOf('/'), name.lastIndexOf('\\')) + 1);
}

/** Returns the cleaned extension after the last dot; empty if there is none. */
export function extensionOf(name: string): string {
  const dot = name.lastIndexOf('.');
  return dot === -1 ? '' : cleanExtension(name.slice(dot + 1));
}

/** Creates `<prefix><stem>-<8 hex>.<ext>` (components.md section 4.4). */
export function namedPath(prefix: string, clientName: string, extension: string): string {
  const name = baseName(clientName);
  const stem = extensionOf(name) === '' ? name : name.slice(0, name.lastIndexOf('.'));
  return `${prefix}${cleanStem(stem)}-${token()}.${extension}`;
}

/** Creates `<prefix><uuid>.<ext>` for files without a name. */
export function unnamedPath(prefix: string, extension: string): string {
  return `${prefix}${randomUUID()}.${extension}`;
}

/**
 * Replaces the extension of a stored path. A name from another source keeps its old extension before the new one,
 * because another file may differ only in that.
 */
export function withExtension(path: string, extension: string): string {
  const dot = path.lastIndexOf('.');
  const isReplaced = isServiceName(baseName(path)) && dot > path.lastIndexOf('/');
  return `${isReplaced ? path.slice(0, dot) : path}.${extension}`;
}

/** Returns a new name next to a stored file: its token is replaced, and a UUID name gets one. */
export function copiedPath(path: string): string {
  const slash = path.lastIndexOf('/') + 1;
  const folder = path.slice(0, slash);
  const name = path.slice(slash);
  const dot = name.lastIndexOf('.');
  const stem = dot === -1 ? name : name.slice(0, dot);
  const isUuid = new RegExp(`^${UUID}$`).test(stem);
  const plain = isUuid ? stem : stem.replace(/-[0-9a-f]{8}$/, '');
  return `${folder}${plain}-${token()}${dot === -1 ? '' : name.slice(dot)}`;
}

/** Returns whether a base name was created by this service. A name without an extension may end in a date. */
export function isServiceName(name: string): boolean {
  return SERVICE_NAME.test(name);
}

const SERVICE_NAME = new RegExp(`^(?:.+-[0-9a-f]{8}\\.[a-z0-9]+|${UUID}(?:\\.[a-z0-9]+)?)$`);

const token = (): string => randomBytes(4).toString('hex');

function cleanStem(stem: string): string {
  const dashed = stem.replace(/[^A-Za-z0-9]+/g, '-').toLowerCase();
  const cut = dashed
    .replace(/^-+|-+$/g, '')
    .slice(0, MAX_STEM)
    .replace(/-+$/, '');
  return cut === '' ? 'file' : cut;
}

/** Normalizes an extension to lower-case letters and digits. */
export function cleanExtension(extension: string): string {
  return extension
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '')
    .slice(0, MAX_EXTENSION);
}
