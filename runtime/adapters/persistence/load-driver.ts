import { loadOptional } from '../../kernel/util/packages/optional-package.js';

const DATABASES = { libsql: 'an embedded database', mysql2: 'a MySQL or MariaDB server' } as const;

/** Loads a module that imports a database driver. @throws ConfigError if the project has not installed it */
export function loadDriver<Module>(
  driver: keyof typeof DATABASES,
  load: () => Promise<Module>,
): Promise<Module> {
  const setting = `refers to ${DATABASES[driver]}`;
  return loadOptional({ names: [driver], key: 'DATABASE_URL', setting }, load);
}
