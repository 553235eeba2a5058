import { openScaffoldStore } from '../../runtime/console/open-application.js';
import { loadScaffold } from '../../runtime/scaffold/scaffold.js';
import type { LoadedScaffold } from '../../runtime/scaffold/scaffold.js';
import { SILENT_LOGGER } from '../../runtime/kernel/ports/logger.js';
import scaffold from '../../scaffold.js';
import type { TestApp } from './test-app.js';

/** Loads the scaffold of the sample site. Loading it again changes nothing. */
export async function loadSampleSite({ app }: Pick<TestApp, 'app'>): Promise<LoadedScaffold> {
  const store = await openScaffoldStore(app, SILENT_LOGGER);
  return loadScaffold(scaffold, { store, admin: app.config.admin });
}
