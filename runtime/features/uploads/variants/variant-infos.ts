import type { FileInfo } from '../storage/file-info.js';
import type { VariantOutcome } from './image-variants.js';

/**
 * Returns the rows of a file's variants. An impossible filter is recorded, so that it is not retried. An interrupted
 * one has no row, so that the next read requests it.
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
