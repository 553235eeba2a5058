import { ROLE_ADMIN } from '../../kernel/authorization/role-hierarchy.js';
import type { Actor } from '../../kernel/contract/context.js';
import type { CommandWork } from '../../kernel/feature.js';
import type { Kernel } from '../../kernel/kernel.js';
import { textTable } from '../../kernel/util/text/text-table.js';
import { contextWithoutRequest } from '../../kernel/util/http/context-without-request.js';
import { historyErrors } from './errors.js';
import type { PrintRevisions } from './print-revisions.js';
import { subjectOf } from './recorded-types.js';
import type { PutBackDeps } from './put-back.js';
import { revisionPage, revisionNumber } from './revision-parameters.js';
import type { StoredRevision, StoredRevisions } from './stored-revisions.js';
import { createUndoRevision } from './undo-revision.js';

export interface HistoryCommandsDeps
  extends Kernel, Pick<PutBackDeps, 'cascade' | 'clean' | 'uploads' | 'publication'> {
  readonly stored: StoredRevisions;
  readonly print: PrintRevisions;
}

/** The actor of console commands. Operators may see the authors of changes. */
const OPERATOR: Actor = { user: null, roles: new Set([ROLE_ADMIN]) };

/** The commands `cms history` and `cms history:undo`. */
export function createHistoryCommands(deps: HistoryCommandsDeps): readonly CommandWork[] {
  const { stored, print: printed, iris, reader, registry, database } = deps;
  const page = revisionPage();

  /** @throws AppError 404 if the IRI does not identify a record */
  async function subjectAt(iri: string): Promise<string> {
    const target = iris.parse(iri);
    const named =
      target?.kind === 'item' ? await reader.resolve(database, target.resource, target.key) : undefined;
    const record = named && (await reader.find(database, named));
    if (record === undefined) throw historyErrors.noRevision();
    return subjectOf(registry.require(record.type), record);
  }

  return [
    {
      name: 'history',
      async run(_service, { args: [iri], print }) {
        const revisions: readonly StoredRevision[] =
          iri === undefined ? await stored.all({}, page) : await stored.ofSubject(await subjectAt(iri), page);
        const scope = { session: database, context: contextWithoutRequest(OPERATOR, deps) };
        const rows = (await printed(revisions, scope)).map(
          ({ number, madeAt, author, reason, useCase }, index) => {
            const { kind, account, details, changes } = revisions[index] ?? {};
            const what = kind == null ? String(changes) : [kind, account, details].join(' ').trim();
            return [number, madeAt, author, reason ?? useCase, what].map((cell) => String(cell ?? ''));
          },
        );
        for (const line of textTable([
          ['Revision', 'Time', 'Author', 'Reason', 'Changes or details'],
          ...rows,
        ]))
          print(line);
      },
    },
    {
      name: 'history:undo',
      async run({ operations }, { args: [number], print }) {
        const undo = createUndoRevision({ ...deps, operations, isCommand: true });
        const { records, leftOut } = await undo(
          revisionNumber(number),
          contextWithoutRequest(OPERATOR, deps),
        );
        for (const { type, id } of records) print(iris.item(registry.require(type), id));
        if (leftOut.length > 0) print(`Not restored: ${leftOut.join(', ')}`);
      },
    },
  ];
}
