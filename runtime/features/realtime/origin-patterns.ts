import type { KernelConfig } from '../../kernel/settings/config.js';

export type OriginConfig = Pick<KernelConfig, 'apiPrefix' | 'server'>;

/**
 * End of a pattern that matches plain topics alone. Without a query part a pattern matches those of drafts too, and an
 * unescaped question mark is a modifier (realtime.md section 1.4).
 */
export const PUBLISHED = '\\?';
export const DRAFT = '\\?draft=1';

/** Start of the topics of this service in a URL pattern, with what means something there escaped. */
export function patternBase({ apiPrefix, server }: OriginConfig): string {
  return server.publicUrl + literal(apiPrefix);
}

/** A path as a URL pattern that matches nothing else. */
export function literal(path: string): string {
  return path.replace(/[\\:*+?(){}[\]]/g, '\\$&');
}
