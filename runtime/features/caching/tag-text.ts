import { createHash } from 'node:crypto';

/**
 * Encodes a tag for a header: route paths can contain any character, but headers cannot, and tags cannot contain
 * separators.
 */
export const printableTag = (tag: string): string =>
  PRINTABLE.test(tag)
    ? tag
    : tag.replace(/[^\x21-\x2b\x2d-\x7e]/gu, (character) =>
        encodeURIComponent(character.replace(/\p{Surrogate}/u, '')),
      );

const PRINTABLE = /^[\x21-\x2b\x2d-\x7e]*$/;

/** Shortens a cache tag to 66 bits of its hash, identical in every response and purge (core.md section 1.7). */
export const shortTag = (tag: string): string =>
  createHash('sha256').update(tag).digest('base64url').slice(0, 11);
