import { createHash } from 'node:crypto';
import type { KnownClaims } from './claims.js';

/** Enough for every signed-in browser of a busy site; what falls out is verified again. */
const CAPACITY = 2000;

export interface KnownTokens {
  /** Claims of a token that was verified before and has not expired. */
  find(token: string, now: Date): KnownClaims | undefined;
  /** Keeps the claims of a token whose signature is good. */
  keep(token: string, claims: KnownClaims): void;
}

/**
 * Remembers verified tokens until they expire, so that a browser's next request costs no signature check. Only digests
 * are kept. Whether the session lives and what its user may do is read on each request all the same.
 */
export function createKnownTokens(): KnownTokens {
  const claimsByDigest = new Map<string, KnownClaims>();
  return {
    find(token, now) {
      const digest = digestOf(token);
      const claims = claimsByDigest.get(digest);
      if (claims === undefined) return undefined;
      claimsByDigest.delete(digest);
      if (claims.exp <= Math.floor(now.getTime() / 1000)) return undefined;
      // Back to the end: the first entry is the one that was used longest ago.
      claimsByDigest.set(digest, claims);
      return claims;
    },
    keep(token, claims) {
      const oldest = claimsByDigest.size < CAPACITY ? undefined : claimsByDigest.keys().next().value;
      if (oldest !== undefined) claimsByDigest.delete(oldest);
      claimsByDigest.set(digestOf(token), claims);
    },
  };
}

function digestOf(token: string): string {
  return createHash('sha256').update(token).digest('base64');
}
