import type { JsonObject } from '../contract/json.js';
import { answerOf, bodyOf, collectionOf, refusals } from '../serializer/operation-parts.js';
import type { OperationText, SystemOperation, SystemResource } from './define-system-resource.js';
import type { SystemMembers } from './system-members.js';

const CURSOR: JsonObject = {
  name: 'before',
  in: 'query',
  description: 'Cursor from `next` of the previous page.',
  schema: { type: 'string' },
};

const REFUSED = refusals('BadRequest', 'Unauthorized', 'Forbidden');
const REFUSED_ITEM: JsonObject = { ...REFUSED, ...refusals('NotFound') };
const REFUSED_BODY = refusals('UnsupportedMediaType', 'UnprocessableContent');

/** Returns the OpenAPI schema of the documents of a resource, by name. */
export function schemasOf({
  name,
  description,
  hasNoIri,
  members,
}: SystemResource<SystemMembers>): Readonly<Record<string, JsonObject>> {
  const shown = Object.entries(members).filter(
    ([, member]) => member.kind === 'computed' || member.omitted !== 'always',
  );
  const required = shown.flatMap(([member, one]) =>
    one.kind === 'computed' || one.omitted !== undefined || one.readIf !== undefined ? [] : [member],
  );
  const envelope: JsonObject = {
    ...(hasNoIri === true ? {} : { '@id': { type: 'string', format: 'iri-reference' } }),
    '@type': { type: 'string', enum: [name] },
    id: { type: 'string', format: 'uuid' },
  };
  return {
    [name]: {
      type: 'object',
      description,
      required: [...(hasNoIri === true ? ['@type'] : Object.keys(envelope)), ...required],
      properties: { ...envelope, ...schemasIn(shown) },
    },
  };
}

const schemasIn = (members: readonly (readonly [string, { readonly schema: JsonObject }])[]): JsonObject =>
  Object.fromEntries(members.map(([name, { schema }]) => [name, schema]));

/** Returns the OpenAPI operation of an endpoint. */
export function documentOperation(
  { name, members, required = [] }: SystemResource<SystemMembers>,
  operation: SystemOperation,
  text: OperationText,
): JsonObject {
  const { summary, description, example = {}, success } = text;
  const about: JsonObject = { summary, ...(description === undefined ? {} : { description }) };
  const record: JsonObject = { $ref: `#/components/schemas/${name}` };
  const propertiesOf = (isSent: (sent: string) => boolean): JsonObject =>
    schemasIn(Object.entries(members).filter(([, { sent }]) => isSent(sent)));
  switch (operation) {
    case 'list': {
      const page = collectionOf(record, { next: { type: 'string', format: 'iri-reference' } });
      return { ...about, parameters: [CURSOR], responses: { '200': answerOf(success, page), ...REFUSED } };
    }
    case 'create':
      return {
        ...about,
        requestBody: bodyOf(
          'application/ld+json',
          {
            type: 'object',
            ...(required.length === 0 ? {} : { required: [...required] }),
            properties: propertiesOf((sent) => sent !== 'never'),
          },
          example,
        ),
        responses: { '201': answerOf(success, record), ...REFUSED, ...REFUSED_BODY },
      };
    case 'read':
      return { ...about, responses: { '200': answerOf(success, record), ...REFUSED_ITEM } };
    case 'change':
      return {
        ...about,
        requestBody: bodyOf(
          'application/merge-patch+json',
          { type: 'object', properties: propertiesOf((sent) => sent === 'always') },
          example,
        ),
        responses: { '200': answerOf(success, record), ...REFUSED_ITEM, ...REFUSED_BODY },
      };
    case 'remove':
      return { ...about, responses: { '204': { description: success }, ...REFUSED_ITEM } };
  }
}
