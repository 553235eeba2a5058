import type { CreateFeature } from '../../kernel/feature-module.js';
import { CLEAN_VALUES } from '../html/public-api.js';
import { PLACEMENT, SUBMISSION_TYPES } from '../placement/public-api.js';
import { UPLOADS } from '../uploads/public-api.js';

type Values = Readonly<Record<string, unknown>>;

export const create: CreateFeature = async (kernel, apis) => {
  const submitted = new Set((await apis.openAll(SUBMISSION_TYPES)).flatMap((types) => [...types]));
  const isOfVisitors = (name: string): boolean => submitted.has(name);
  const [clean = (_type: string, values: Values) => values] = await apis.openAll(CLEAN_VALUES);
  const deps = {
    ...kernel,
    uploads: await apis.open(UPLOADS),
    cascade: (await apis.open(PLACEMENT)).cascade,
    isOfVisitors,
    clean,
    apis,
  };
  return {
    // Loaded by the commands only, because servers never need it.
    commands: [
      {
        name: 'export',
        run: async (service, io) => (await import('./export/run-export.js')).runExport(service, io, deps),
      },
      {
        name: 'import',
        run: async (service, io) =>
          (await import('./run-import-command.js')).runImportCommand(service, io, deps),
      },
    ],
  };
};
