import { isGranted, ROLE_ADMIN } from '../../../kernel/authorization/role-hierarchy.js';
import type { ApiRequest, Endpoint } from '../../../kernel/contract/http/http.js';
import { asConditional, preconditionOf } from '../../../kernel/endpoints/conditional-writes.js';
import { conditionalOn } from '../../../kernel/endpoints/resource-endpoints.js';
import { denied } from '../../../kernel/errors/catalog.js';
import type { Kernel } from '../../../kernel/kernel.js';
import type { RegisteredResource } from '../../../kernel/metadata/resource-registry.js';
import type { ResourceOperations } from '../../../kernel/resource-operations.js';
import { formatPreciseDateTime } from '../../../kernel/serializer/date-time.js';
import { parseDateTime } from '../../../kernel/util/dates/parse-date-time.js';
import { historyErrors } from '../errors.js';
import type { RestorePage } from '../moment/restore-page.js';
import { subjectOf } from '../recorded-types.js';
import { problem } from '../../../kernel/serializer/operation-parts.js';
import { documented, REFUSALS } from './documentation.js';
import { withReason } from './with-reason.js';

export interface RestorePageEndpointDeps extends Pick<Kernel, 'iris' | 'answers' | 'registry'> {
  readonly operations: ResourceOperations;
  readonly restorePage: RestorePage;
}

/** `POST {page iri}/restore`: restores a page to a moment; for administrators. */
export function createRestorePageEndpoint(
  resource: RegisteredResource,
  { iris, answers, registry, operations, restorePage }: RestorePageEndpointDeps,
): Endpoint {
  const conditional = conditionalOn(resource, { operations, answer: answers.item(resource) });
  return {
    method: 'POST',
    pattern: `${resource.path}/{id}/restore`,
    accepts: ['application/ld+json', 'application/json'],
    documentation: {
      summary: `Restores a ${resource.name} and its content to a given time.`,
      description:
        'Requires an administrator. Restores route, groups, positions and components atomically. Components that are now also used elsewhere are not changed and are listed in the response.',
      requestBody: {
        required: true,
        content: { 'application/ld+json': { schema: { $ref: '#/components/schemas/PageMoment' } } },
      },
      responses: {
        '200': { description: 'The restored resources.', ...documented('RestoredPage') },
        ...REFUSALS,
        '409': problem(
          'A resource has moved elsewhere since, is no longer in the history, or the caller is not allowed to write it.',
        ),
        '412': problem('`If-Match` names another version.'),
        '415': problem('The body is of another type than JSON.'),
        '422': problem('The history does not reach back to the moment, or the page was not there.'),
      },
    },
    async handle(request) {
      const { context, parameters } = request;
      if (!isGranted(context.actor, ROLE_ADMIN)) throw denied(context.actor);
      const { record } = await operations.readItem(resource, parameters.id ?? '', context);
      const at = await momentIn(request);
      const page = { type: resource.name, id: subjectOf(resource, record) };
      const precondition = preconditionOf(request, answers.requireIfMatch);
      const reason = `restore ${formatPreciseDateTime(at)}`;
      const restored = await asConditional(request, conditional, () =>
        restorePage({ page, at, precondition }, withReason(context, reason)),
      );
      const iriOf = ({ type, id }: { readonly type: string; readonly id: string }): string =>
        iris.item(registry.require(type), id);
      const body = {
        '@context': `${iris.prefix}/contexts/RestoredPage`,
        '@id': `${iriOf(page)}/restore`,
        '@type': 'RestoredPage',
        at: formatPreciseDateTime(at),
        records: restored.records.map(iriOf),
        shared: restored.shared.map(iriOf),
        leftOut: [...restored.leftOut],
      };
      return { status: 200, body, cache: 'private' };
    },
  };
}

/** @throws AppError 400 if the body contains no date, 422 if it is in the future */
async function momentIn(request: ApiRequest): Promise<Date> {
  const { at } = await request.json();
  const moment = typeof at === 'string' ? parseDateTime(at, request.context.now) : undefined;
  if (moment === undefined) throw historyErrors.badParameter('at', 'a date');
  if (moment > request.context.now) throw historyErrors.unknownMoment();
  return moment;
}
