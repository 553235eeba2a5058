import { openProject, type OpenProject } from 'cms-api-components/internal/console/open-project.js';

/**
 * Opens the project in `BENCH_PROJECT` as in production, without development checks. The check for nested
 * transactions, for example, tracks every promise. Keys and passwords are generated as in development.
 */
export async function openMeasuredProject(): Promise<OpenProject> {
  const opened = await openProject({ root: process.env.BENCH_PROJECT ?? '', logFormat: 'json' });
  return { ...opened, config: { ...opened.config, environment: 'production' } };
}
