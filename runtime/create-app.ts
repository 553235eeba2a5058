import type { App, AppOptions } from './app.js';

/**
 * Opens the database of a project and creates its service. Pass `express` to a server and call `startServing` to
 * serve requests. Service modules are loaded here, because generated code and configuration files import this package
 * without starting a service.
 * @throws ConfigError if parts of the project do not fit together, DatabaseUnavailable if the database cannot be
 * reached
 *
 * @example
 * const serve = async (options: AppOptions): Promise<App> => {
 *   const app = await createApp(options);
 *   await app.startServing();
 *   return app;
 * };
 */
export async function createApp(options: AppOptions): Promise<App> {
  const service = await import('./app.js');
  return service.createApp(options);
}
