import type { RowLifetime } from '../contract/features/lifetimes.js';
import { throttleTable } from './table.js';

/** An hour longer than necessary, because clocks of machines differ. */
export const throttleLifetime: RowLifetime = {
  name: 'throttle-counts',
  what: 'Rate limit counters, after their interval',
  table: throttleTable,
  column: 'expires_at',
  keepSeconds: 3600,
};
