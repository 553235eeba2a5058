import type { FileInfo } from '../storage/file-info.js';
import type { VariantOutcome } from './image-variants.js';

/**
 * Rows of the variants of a file. A filter that cannot be applied is remembered as such, so that nobody tries again; one
 * whose work broke off has no row, so that the next read asks for it.
 */
export function variantInfos(
  path: string,
  outcomes: ReadonlyMap<string, VariantOutcome>,
): readonly FileInfo[] {
  return [...outcomes].flatMap(([filter, outcome]): FileInfo[] => {
    if (outcome === 'broken off') return [];
    const variant = outcome === 'impossible' ? IMPOSSIBLE : outcome;
    return [{ path, filter, originalName: null, ...variant }];
  });
}

const IMPOSSIBLE = { mediaType: '', size: -1, width: null, height: null, variantExtension: null };
