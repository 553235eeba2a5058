import { cutText } from '../../../kernel/util/text/cut-text.js';
import type { FileInfo } from '../storage/file-info.js';
import { baseName, extensionOf } from '../storage/stored-name.js';

/** Column length. */
const MAX_LENGTH = 255;
/** Maximum length of an extension that is not shortened. */
const MAX_EXTENSION = 32;

/**
 * Cleans the name that the client sent: one path segment, without invalid or invisible characters. Null if nothing
 * remains.
 */
export function originalNameOf(sent: string | undefined): string | null {
  const name = baseName(sent ?? '')
    .replace(UNSEEN, '')
    .normalize('NFC')
    .trim();
  return /^\.*$/.test(name) ? null : cutName(name);
}

/** Control characters, unpaired surrogates, line separators, and marks that change the writing direction. */
const UNSEEN = /[\p{Cc}\p{Surrogate}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/gu;

/** Shortens a name before its extension, which identifies the type. */
function cutName(name: string): string {
  const dot = name.lastIndexOf('.');
  const extension = dot > 0 && name.length - dot <= MAX_EXTENSION ? name.slice(dot) : '';
  return (
    cutText(name.slice(0, name.length - extension.length), MAX_LENGTH - [...extension].length) + extension
  );
}

/** Returns the download name of a stored file. */
export const offeredName = ({ path, originalName }: Pick<FileInfo, 'path' | 'originalName'>): string =>
  originalName ?? baseName(path);

/** Returns the download name of a variant: that of its file, with the extension of the variant. */
export function offeredVariantName(originalName: string | null, variantPath: string): string {
  if (originalName === null) return baseName(variantPath);
  const extension = extensionOf(variantPath);
  const dot = originalName.lastIndexOf('.');
  if (extension === '' || originalName.slice(dot + 1).toLowerCase() === extension) return originalName;
  return `${dot > 0 ? originalName.slice(0, dot) : originalName}.${extension}`;
}
