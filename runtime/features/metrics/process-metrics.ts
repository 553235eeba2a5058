import { collectDefaultMetrics, Registry } from 'prom-client';
import { once } from '../../kernel/util/async/once.js';

/**
 * Metrics of the process itself: memory, CPU, file descriptors, garbage collection and event loop delay. They continue
 * across services in the same process.
 */
export const processMetrics = once((): Registry => {
  const register = new Registry();
  collectDefaultMetrics({ register });
  return register;
});
