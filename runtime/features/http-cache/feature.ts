import type { Feature } from '../../kernel/feature.js';
import type { Kernel } from '../../kernel/kernel.js';
import { createPurgeCommands } from './commands.js';
import { createPurgeEndpoints } from './endpoints/purge.js';
import { createPurging } from './purging.js';

/** Shared caches drop what a write makes stale (core.md sections 1.7 and 1.8). */
export function createHttpCacheFeature(kernel: Kernel): Feature {
  const purging = createPurging(kernel);
  return {
    name: 'http-cache',
    unitOfWork:
      purging.channels.length === 0
        ? {}
        : { beforeCommit: async (_changes, session, fanOut) => purging.append(await fanOut(), session) },
    channels: () => purging.channels,
    endpoints: () => createPurgeEndpoints(purging),
    commands: createPurgeCommands(purging),
  };
}
