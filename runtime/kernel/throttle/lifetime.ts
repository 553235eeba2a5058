import type { RowLifetime } from '../contract/features/lifetimes.js';
import { throttleTable } from './table.js';

/** An hour longer than necessary, because clocks of machines differ. */
export const throttleLifetime: RowLifetime = {
  name: 'throttle-counts',
  what: 'Counts of hits, since they ended',
  table: throttleTable,
  column: 'expires_at',
  keepSeconds: 3600,
};
