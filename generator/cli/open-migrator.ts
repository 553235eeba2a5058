import type { OpenProject } from '../../runtime/adapters/console/open-project.js';
import type { Migrator } from '../../runtime/adapters/persistence/migrations/migrator.js';

/** Opens the project in `root` and the migrator of its database, which may change it. */
export async function openProjectMigrator(options: {
  readonly root: string;
  readonly verbose: boolean;
}): Promise<{ readonly opened: OpenProject; readonly migrator: Migrator }> {
  const { openMigrator, openProject } = await import('../../runtime/adapters/console/open-project.js');
  const { schemaStates } = await import('../migrate/schema-states.js');
  const opened = await openProject({ ...options, use: 'database' });
  return { opened, migrator: await openMigrator(opened, schemaStates) };
}
