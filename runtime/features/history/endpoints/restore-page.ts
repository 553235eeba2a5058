import { assertAdministrator } from '../../../kernel/endpoints/assert-administrator.js';
import type { Endpoint } from '../../../kernel/contract/http/http.js';
import { dateTime, worded } from '../../../kernel/endpoints/body-members.js';
import { asConditional, preconditionOf } from '../../../kernel/endpoints/conditional-writes.js';
import { defineEndpoint } from '../../../kernel/endpoints/define-endpoint.js';
import { jsonBody } from '../../../kernel/endpoints/json-body.js';
import { conditionalOn } from '../../../kernel/endpoints/resource-endpoints.js';
import type { Kernel } from '../../../kernel/kernel.js';
import type { RegisteredResource } from '../../../kernel/metadata/resource-registry.js';
import type { ResourceOperations } from '../../../kernel/resource-operations.js';
import { formatPreciseDateTime } from '../../../kernel/serializer/date-time.js';
import { historyErrors } from '../errors.js';
import type { RestorePage } from '../moment/restore-page.js';
import { subjectOf } from '../recorded-types.js';
import { badValue } from '../revision-parameters.js';
import { documentOf, PROBLEMS } from './schemas.js';
import { withReason } from './with-reason.js';

export interface RestorePageEndpointDeps extends Pick<Kernel, 'iris' | 'answers' | 'registry'> {
  readonly operations: ResourceOperations;
  readonly restorePage: RestorePage;
}

/** A time without a valid date is refused with 400. */
const PAGE_MOMENT = jsonBody(
  { at: worded(dateTime({ description: 'Time in the past.' }), 'a date') },
  { name: 'PageMoment' },
);

/** `POST {page iri}/restore`: restores a page to a moment; for administrators. */
export function createRestorePageEndpoint(
  resource: RegisteredResource,
  { iris, answers, registry, operations, restorePage }: RestorePageEndpointDeps,
): Endpoint {
  const conditional = conditionalOn(resource, { operations, answer: answers.item(resource) });
  return defineEndpoint({
    method: 'POST',
    pattern: `${resource.path}/{id}/restore`,
    summary: `Restores a ${resource.name} and its content to a given time.`,
    description:
      'Requires an administrator. Restores route, groups, positions and components atomically. Components that are now also used elsewhere are not changed and are listed in the response.',
    body: PAGE_MOMENT,
    responses: { 200: documentOf('The restored resources.', 'RestoredPage') },
    problems: {
      ...PROBLEMS,
      409: 'A resource has moved elsewhere since, is no longer in the history, or the caller is not allowed to write it.',
      412: '`If-Match` names another version.',
      415: 'The body is of another type than JSON.',
      422: 'The history does not reach back to the moment, or the page was not there.',
    },
    authorize: assertAdministrator,
    refuse: badValue,
    async handle(request, { body: { at } }) {
      const { context, parameters } = request;
      const { record } = await operations.readItem(resource, parameters.id ?? '', context);
      if (at > context.now) throw historyErrors.unknownMoment();
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
  });
}
