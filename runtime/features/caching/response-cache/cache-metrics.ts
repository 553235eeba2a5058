import type { Metric } from '../../../kernel/contract/features/metrics.js';

/** Counters of the response cache. */
export interface CacheTally {
  /** Requests served from the cache. */
  hits: number;
  /** Cacheable requests whose responses were computed. */
  misses: number;
  /** Memory usage of cached responses in bytes. */
  bytes: () => number;
}

export const createCacheTally = (): CacheTally => ({ hits: 0, misses: 0, bytes: () => 0 });

/** Returns the response cache metrics of this process. */
export function cacheMetrics(
  tally: CacheTally,
  { maxBytes, drops }: { readonly maxBytes: number; readonly drops: () => number },
): readonly Metric[] {
  const measure = (
    name: string,
    kind: Metric['kind'],
    { help, value }: { readonly help: string; readonly value: () => number },
  ): Metric => ({ name, kind, help, read: () => [{ value: value() }] });
  return [
    measure('response_cache_hits_total', 'counter', {
      help: 'Requests that were served from the response cache.',
      value: () => tally.hits,
    }),
    measure('response_cache_misses_total', 'counter', {
      help: 'Anonymous requests that were not in the response cache.',
      value: () => tally.misses,
    }),
    measure('response_cache_bytes', 'gauge', {
      help: 'Bytes used by cached responses.',
      value: () => tally.bytes(),
    }),
    measure('response_cache_limit_bytes', 'gauge', {
      help: 'Maximum bytes for cached responses: http_cache.response_cache.max_bytes.',
      value: () => maxBytes,
    }),
    measure('response_cache_drops_total', 'counter', {
      help: 'Changes by any process that invalidated cached responses.',
      value: drops,
    }),
  ];
}
