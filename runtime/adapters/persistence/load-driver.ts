import { loadOptional } from '../../kernel/util/optional-package.js';

const DATABASES = { libsql: 'the embedded database', mysql2: 'a MySQL or MariaDB' } as const;

/** Loads what imports a database driver. @throws ConfigError when the project has not installed it */
export function loadDriver<Module>(
  driver: keyof typeof DATABASES,
  load: () => Promise<Module>,
): Promise<Module> {
  const setting = `names ${DATABASES[driver]}`;
  return loadOptional({ names: [driver], key: 'DATABASE_URL', setting }, load);
}
