import type { KernelConfig } from '../../kernel/settings/config.js';

export type OriginConfig = Pick<KernelConfig, 'apiPrefix' | 'server'>;

/**
 * End of a pattern that matches only published topics. Without a query part a pattern also matches drafts, and an
 * unescaped question mark is a modifier (realtime.md section 1.4).
 */
export const PUBLISHED = '\\?';
export const DRAFT = '\\?draft=1';

/** Returns the start of this service's topics as a URL pattern, with special characters escaped. */
export function patternBase({ apiPrefix, server }: OriginConfig): string {
  return server.publicUrl + literal(apiPrefix);
}

/** Escapes a path for a URL pattern. */
export function literal(path: string): string {
  return path.replace(/[\\:*+?(){}[\]]/g, '\\$&');
}
