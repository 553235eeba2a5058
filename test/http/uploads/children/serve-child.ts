import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createApp } from '../../../../runtime/app.js';
import type { AppConfig } from '../../../../runtime/config/app-config.js';
import type { DeclaredFeature } from '../../../../runtime/kernel/contract/features/declared-feature.js';
import type { Manifest } from '../../../../runtime/kernel/contract/schema/manifest.js';
import { SILENT_LOGGER } from '../../../../runtime/kernel/ports/logger.js';

/**
 * Serves the database and files of a configuration (a JSON file without features) until it is killed.
 * Prints its port, then its memory for each line that it reads.
 */
export async function serveChild(
  manifest: Manifest,
  featuresOf: (config: AppConfig) => readonly DeclaredFeature[] = () => [],
): Promise<void> {
  const stored = JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8')) as AppConfig;
  const config = { ...stored, features: featuresOf(stored) };
  const app = await createApp({ config, manifest, openApi: { paths: {} }, log: SILENT_LOGGER });
  const server = createServer(app.express);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo; // listening on TCP
  await app.startServing();
  process.stdout.write(`${port}\n`);
  process.stdin.on('data', () => process.stdout.write(`${process.memoryUsage.rss()}\n`));
}
