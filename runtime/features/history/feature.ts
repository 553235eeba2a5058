import type { CreateFeature } from '../../kernel/feature-module.js';
import { SUBMISSION_TYPES } from '../placement/door.js';
import { createHistoryLifetime } from './history-lifetime.js';
import { createRecordUnit } from './record-unit.js';
import { createIsRecorded } from './recorded-types.js';
import { HISTORY_SETTINGS } from './settings.js';

export const create: CreateFeature = async (kernel, doors) => {
  const { database, registry, command } = kernel;
  const { keep } = kernel.configOf(HISTORY_SETTINGS).history;
  const submitted = new Set((await doors.openAll(SUBMISSION_TYPES)).flatMap((types) => [...types]));
  const isRecorded = createIsRecorded(submitted);
  const record = createRecordUnit({ registry, database, isRecorded, command });
  return {
    unitOfWork:
      keep.days === 0
        ? {}
        : {
            beforeCommit: (...[changes, session, , context]) => record(changes, session, context),
          },
    lifetimes: [createHistoryLifetime(database, keep)],
  };
};
