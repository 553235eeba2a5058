import { cutText } from '../../../kernel/util/text/cut-text.js';
import type { FileInfo } from '../storage/file-info.js';
import { baseName, extensionOf } from '../storage/stored-name.js';

/** Characters of the column. */
const MAX_LENGTH = 255;
/** Longest extension that is kept whole. */
const MAX_EXTENSION = 32;

/**
 * Cleans the name that a file was sent under: one segment, without characters that no file name has or that change how it reads.
 * Null when nothing is left.
 */
export function originalNameOf(sent: string | undefined): string | null {
  const name = baseName(sent ?? '')
    .replace(UNSEEN, '')
    .normalize('NFC')
    .trim();
  return /^\.*$/.test(name) ? null : cutName(name);
}

/** Control characters, halves of characters, line separators, and marks that turn the direction of what follows. */
const UNSEEN = /[\p{Cc}\p{Surrogate}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/gu;

/** Cut before the extension, which tells people and programs what it is. */
function cutName(name: string): string {
  const dot = name.lastIndexOf('.');
  const extension = dot > 0 && name.length - dot <= MAX_EXTENSION ? name.slice(dot) : '';
  return (
    cutText(name.slice(0, name.length - extension.length), MAX_LENGTH - [...extension].length) + extension
  );
}

/** The name under which a stored file is offered. */
export const offeredName = ({ path, originalName }: Pick<FileInfo, 'path' | 'originalName'>): string =>
  originalName ?? baseName(path);

/** The name under which a variant is offered: that of its file, with the extension of the variant. */
export function offeredVariantName(originalName: string | null, variantPath: string): string {
  if (originalName === null) return baseName(variantPath);
  const extension = extensionOf(variantPath);
  const dot = originalName.lastIndexOf('.');
  if (extension === '' || originalName.slice(dot + 1).toLowerCase() === extension) return originalName;
  return `${dot > 0 ? originalName.slice(0, dot) : originalName}.${extension}`;
}
