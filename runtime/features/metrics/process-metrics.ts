import { collectDefaultMetrics, Registry } from 'prom-client';
import { once } from '../../kernel/util/async/once.js';

/** Memory, processor, descriptors, garbage collection and the delay of the event loop: of the process, whatever services it has had. */
export const processMetrics = once((): Registry => {
  const register = new Registry();
  collectDefaultMetrics({ register });
  return register;
});
