import type { ResponseMessages } from '../contract/message.js';

/** Headers of a response whose body has translated messages (RFC 9110 sections 8.5 and 12.5.5). */
export function languageHeaders(messages: ResponseMessages | undefined): Readonly<Record<string, string>> {
  return messages?.isUsed === true
    ? { 'Content-Language': canonicalTag(messages.language), Vary: 'Accept-Language' }
    : {};
}

/** Returns the canonical form of a tag: `pt-BR` for `pt-br`. */
const canonicalTag = (tag: string): string => Intl.getCanonicalLocales(tag)[0] ?? tag;
