import { readFileSync } from 'node:fs';
import { defineFeature } from 'cms-api-components';
import { createApp } from '../../../../runtime/app.js';
import { endServing } from '../../../../runtime/console/end-serving.js';
import { createJsonLogger } from '../../../../runtime/console/json-logger.js';
import { endAtOnce, untilStopped } from '../../../../runtime/console/serve-project.js';
import { KILL_AFTER_MS, startStopWatchdog } from '../../../../runtime/console/stop-watchdog.js';
import { createHttpServer } from '../../../../runtime/adapters/http/server.js';
import { superviseWorkers } from '../../../../runtime/adapters/workers/supervise-workers.js';
import { openWorkerLink, type WorkerLink } from '../../../../runtime/adapters/workers/worker-link.js';
import type { AppConfig } from '../../../../runtime/config/app-config.js';
import { uploadManifest } from '../../uploads/upload-manifest.js';

/**
 * `cms serve` with custom code that never ends: `GET /_/loop`.
 * The arguments are a configuration and a number of processes.
 */
const [, , file = '', count = '1', port = '0'] = process.argv;
const log = createJsonLogger('info');

const looping = defineFeature({
  name: 'looping',
  endpoints: () => [
    {
      method: 'GET',
      pattern: '/_/loop',
      handle: async () => {
        process.stdout.write('looping\n');
        for (;;);
      },
      documentation: { summary: 'Never answers.' },
    },
  ],
});

async function serve(link: WorkerLink | undefined): Promise<number> {
  const config = { ...(JSON.parse(readFileSync(file, 'utf8')) as AppConfig), features: [looping] };
  const app = await createApp({ config, manifest: uploadManifest, openApi: { paths: {} }, log });
  const server = createHttpServer({ listener: app.express, config, endStreams: () => app.endStreams() });
  await app.startServing();
  await link?.opened();
  const stopped = untilStopped();
  await startStopWatchdog({ killAfterMs: KILL_AFTER_MS });
  const listening = await server.listen(Number(port), '127.0.0.1');
  if (link === undefined) process.stdout.write(`${listening.port}\n`);
  else link.serving();
  await Promise.race([stopped, ...(link === undefined ? [] : [link.stopped])]);
  endAtOnce(log);
  return endServing({ server, application: app, log });
}

const link = openWorkerLink();
if (link !== undefined || count === '1') process.exit(await serve(link));
const stopped = untilStopped();
const onServing = (): void => void process.stdout.write(`${port}\n`);
process.exit(await superviseWorkers({ count: Number(count), stopped, onServing, log }));
