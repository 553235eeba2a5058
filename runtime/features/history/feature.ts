import { AUDIT } from '../../kernel/contract/features/audit.js';
import { PREVIOUS_STATES } from '../../extension-points/previous-states.js';
import { provide } from '../../kernel/contract/features/feature-api.js';
import type { CreateFeature } from '../../kernel/feature-module.js';
import { CLEAN_VALUES } from '../html/public-api.js';
import { PLACEMENT, SUBMISSION_TYPES } from '../placement/public-api.js';
import { DRAFTS } from '../publishing/public-api.js';
import { RETAINED_FILES, UPLOADS } from '../uploads/public-api.js';
import { HISTORY_CONTEXTS, HISTORY_SCHEMAS } from './endpoints/schemas.js';
import { createRecordRevisions } from './endpoints/record-revisions.js';
import { createRestorePageEndpoint } from './endpoints/restore-page.js';
import { createRestoreRecord } from './endpoints/restore-record.js';
import { createRevisionRecords } from './endpoints/revision-records.js';
import { createSiteRevisions } from './endpoints/site-revisions.js';
import { createUndoEndpoint } from './endpoints/undo-revision.js';
import { createAuditEntries } from './audit-entries.js';
import { createHistoryChecks } from './consistency.js';
import { createHistoryCommands } from './commands.js';
import { createUndoRevision } from './undo-revision.js';
import { createRetainedFiles } from './files/retained-files.js';
import { createHistoryRetention } from './history-retention.js';
import { createRestorePage } from './moment/restore-page.js';
import { isPage } from './moment/tree.js';
import { createPreviousTexts } from './previous-texts.js';
import { createPrintRevisions } from './print-revisions.js';
import { createRecordHistory } from './record-history.js';
import { createRecordUnit } from './record-unit.js';
import { createIsRecorded } from './recorded-types.js';
import { createRefusalHooks } from './refusal-hooks.js';
import { HISTORY_SETTINGS } from './settings.js';
import type { Values } from './stored-state.js';
import { createStoredRevisions } from './stored-revisions.js';

export const apis = [AUDIT, PREVIOUS_STATES];

export const create: CreateFeature = async (kernel, apis) => {
  const { database, registry, command } = kernel;
  const { keep } = kernel.configOf(HISTORY_SETTINGS).history;
  const submitted = new Set((await apis.openAll(SUBMISSION_TYPES)).flatMap((types) => [...types]));
  const { publication } = await apis.open(DRAFTS);
  const { cascade } = await apis.open(PLACEMENT);
  const isRecorded = createIsRecorded(submitted);
  const [clean = (_type: string, values: Values) => values] = await apis.openAll(CLEAN_VALUES);
  const putBack = { ...kernel, cascade, clean, publication, uploads: () => apis.get(UPLOADS) };
  const record = createRecordUnit({ registry, database, isRecorded, command });
  const entries = createAuditEntries({ database, command });
  const stored = createStoredRevisions(database);
  const print = createPrintRevisions(
    () =>
      kernel.service().features.find(({ writes }) => writes?.nameAuthor !== undefined)?.writes?.nameAuthor,
  );
  return {
    ...(keep.days === 0
      ? {}
      : {
          unitOfWork: {
            beforeCommit: (...[changes, session, , context]) => record(changes, session, context),
          },
          representation: [createPreviousTexts({ ...kernel, isRecorded })],
          http: { hooks: createRefusalHooks(entries, kernel) },
        }),
    provides: [
      provide(RETAINED_FILES, createRetainedFiles()),
      ...(keep.days === 0 ? [] : [provide(AUDIT, entries), provide(PREVIOUS_STATES, stored)]),
    ],
    retention: [createHistoryRetention({ database, keep, files: () => apis.get(UPLOADS).files })],
    consistency: createHistoryChecks({ ...kernel, keep, uploads: () => apis.get(UPLOADS) }),
    endpoints: ({ operations }) => [
      createSiteRevisions({ ...kernel, operations, stored, print }),
      createRevisionRecords({ ...kernel, operations, stored, print }),
      createUndoEndpoint({ ...kernel, undo: createUndoRevision({ ...putBack, operations }) }),
      ...registry.all
        .filter((resource) => isPage(resource) && isRecorded(resource))
        .map((resource) => {
          const restorePage = createRestorePage({ ...putBack, operations, perRecord: keep.perRecord });
          return createRestorePageEndpoint(resource, { ...kernel, operations, restorePage });
        }),
      ...registry.all
        .filter((resource) => isRecorded(resource) && resource.operations.includes('read'))
        .flatMap((resource) => {
          const history = createRecordHistory(resource, { ...kernel, operations, publication, stored });
          const deps = { ...kernel, operations, history, print };
          const reads = createRecordRevisions(resource, deps);
          return resource.operations.includes('update')
            ? [...reads, createRestoreRecord(resource, deps)]
            : reads;
        }),
    ],
    commands: createHistoryCommands({ ...putBack, stored, print }),
    documentation: {
      tag: {
        name: 'History',
        description: 'Revisions of records and of the site: change, author, reason and previous state.',
      },
      schemas: HISTORY_SCHEMAS,
      contexts: HISTORY_CONTEXTS,
    },
  };
};
