import { assertAdministrator } from '../../../kernel/endpoints/assert-administrator.js';
import type { Endpoint } from '../../../kernel/contract/http/http.js';
import { defineEndpoint } from '../../../kernel/endpoints/define-endpoint.js';
import type { IriConverter } from '../../../kernel/metadata/iri-converter.js';
import type { ResourceRegistry } from '../../../kernel/metadata/resource-registry.js';
import { revisionNumber } from '../revision-parameters.js';
import type { UndoRevision } from '../undo-revision.js';
import { withReason } from './with-reason.js';
import { documentOf, PROBLEMS } from './schemas.js';

export interface UndoEndpointDeps {
  readonly iris: Pick<IriConverter, 'prefix' | 'item'>;
  readonly registry: Pick<ResourceRegistry, 'require'>;
  readonly undo: UndoRevision;
}

/** `POST /_/revisions/{n}/undo`: undoes a whole revision; for administrators. */
export function createUndoEndpoint({ iris, registry, undo }: UndoEndpointDeps): Endpoint {
  return defineEndpoint({
    method: 'POST',
    pattern: '/_/revisions/{number}/undo',
    summary: 'Undoes a revision.',
    description:
      'Requires an administrator. The request is atomic. If a record was changed since, nothing is overwritten, and the response lists the conflicts.',
    responses: { 200: documentOf('The affected records.', 'UndoneRevision') },
    problems: {
      ...PROBLEMS,
      409: 'A record was changed since, is no longer in the history, or the caller is not allowed to write it.',
      422: 'What it removed cannot be there again: another record has a value that is unique.',
    },
    authorize: assertAdministrator,
    async handle({ parameters, context }) {
      const number = revisionNumber(parameters.number);
      const { records, leftOut } = await undo(number, withReason(context, `undo ${number}`));
      const body = {
        '@context': `${iris.prefix}/contexts/UndoneRevision`,
        '@id': `${iris.prefix}/_/revisions/${number}/undo`,
        '@type': 'UndoneRevision',
        number,
        records: records.map(({ type, id }) => iris.item(registry.require(type), id)),
        leftOut: [...leftOut],
      };
      return { status: 200, body, cache: 'private' };
    },
  });
}
