import type { App, AppOptions } from './app.js';

/**
 * Opens the database of a project and makes its service, which listens once `express` is given to a server and `startServing`
 * is called. The modules of the service are loaded here, because generated code and configuration files import the package for
 * much less, in commands that start no service too.
 * @throws ConfigError when parts of the project do not fit together, DatabaseUnavailable when the database cannot be reached.
 */
export async function createApp(options: AppOptions): Promise<App> {
  const service = await import('./app.js');
  return service.createApp(options);
}
