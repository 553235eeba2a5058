import type { RowRetention } from '../contract/features/retention.js';
import { throttleTable } from './table.js';

/** An hour longer than necessary, because clocks of machines differ. */
export const throttleRetention: RowRetention = {
  name: 'throttle-counts',
  what: 'Rate limit counters, after their interval',
  table: throttleTable,
  column: 'expires_at',
  keepSeconds: 3600,
};
