import { openProject, type OpenProject } from 'cms-api-components/internal/console/open-project.js';

/**
 * Opens the project in `BENCH_PROJECT` as production runs it: without the checks of development, such as the one of nested
 * transactions, which follows every promise. Keys and passwords are made up as in development.
 */
export async function openMeasuredProject(): Promise<OpenProject> {
  const opened = await openProject({ root: process.env.BENCH_PROJECT ?? '', logFormat: 'json' });
  return { ...opened, config: { ...opened.config, environment: 'production' } };
}
