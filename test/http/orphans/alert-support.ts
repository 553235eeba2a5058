import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import PostalMime, { type Email } from 'postal-mime';
import type { JsonObject } from '../../../runtime/kernel/contract/json.js';
import { runCommand } from '../../support/run-command.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';

/** An application that writes its mails into a folder. */
export interface AlertSite {
  readonly app: TestApp;
  readonly folder: string;
  /** Returns the output of `cms scan-orphaned`. */
  scan(...args: readonly string[]): Promise<readonly string[]>;
  mails(): Promise<readonly Email[]>;
  close(): Promise<void>;
}

/** Starts it with these settings of `orphaned_resources.notify`. */
export async function startAlertSite(
  notify: JsonObject,
  {
    websiteName = 'Ours',
    origin = 'https://www.example.com',
  }: { websiteName?: string; origin?: string | null } = {},
): Promise<AlertSite> {
  const folder = await mkdtemp(join(tmpdir(), 'cms-mails-'));
  const app = await startTestApp({
    env: { MAILER_DSN: `file:${folder}` },
    config: {
      ...{ routable_security: null, route_security: [], website_name: websiteName },
      orphaned_resources: { notify },
      user: { class_name: 'User', email_verification: false, email_links: { default_origin: origin } },
    },
  });
  return {
    ...{ app, folder },
    scan: (...args) => runCommand(app, 'scan-orphaned', args),
    async mails() {
      const files = (await readdir(folder)).sort();
      return Promise.all(files.map(async (file) => PostalMime.parse(await readFile(join(folder, file)))));
    },
    async close() {
      await app.close();
      await rm(folder, { recursive: true });
    },
  };
}
