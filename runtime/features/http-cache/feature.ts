import type { CreateFeature } from '../../kernel/feature-module.js';
import { createPurgeCommands } from './commands.js';
import { createPurgeEndpoints } from './endpoints/purge.js';
import { createPurging } from './purging.js';
import { HTTP_CACHE_SETTINGS } from './settings.js';

export const create: CreateFeature = (kernel) => {
  const purging = createPurging({ ...kernel, config: kernel.configOf(HTTP_CACHE_SETTINGS) });
  return {
    unitOfWork:
      purging.channels.length === 0
        ? {}
        : { beforeCommit: async (_changes, session, fanOut) => purging.append(await fanOut(), session) },
    channels: () => purging.channels,
    endpoints: () => createPurgeEndpoints(purging),
    commands: createPurgeCommands(purging),
  };
};
