import type { App, AppOptions } from './app.js';

/**
 * Starts the service of a project. What it is made of is loaded here: generated code and configuration files import the
 * package for much less, in commands that start no service too.
 */
export async function createApp(options: AppOptions): Promise<App> {
  const service = await import('./app.js');
  return service.createApp(options);
}
