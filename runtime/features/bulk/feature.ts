import type { CreateFeature } from '../../kernel/feature-module.js';
import { CLEAN_VALUES } from '../html/door.js';
import { PLACEMENT, SUBMISSION_TYPES } from '../placement/door.js';
import { UPLOADS } from '../uploads/door.js';

type Values = Readonly<Record<string, unknown>>;

export const create: CreateFeature = async (kernel, doors) => {
  const submitted = new Set((await doors.openAll(SUBMISSION_TYPES)).flatMap((types) => [...types]));
  const isOfVisitors = (name: string): boolean => submitted.has(name);
  const [clean = (_type: string, values: Values) => values] = await doors.openAll(CLEAN_VALUES);
  const deps = {
    ...kernel,
    uploads: await doors.open(UPLOADS),
    cascade: (await doors.open(PLACEMENT)).cascade,
    isOfVisitors,
    clean,
    doors,
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
