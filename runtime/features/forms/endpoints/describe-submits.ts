import type { FormFieldDefinition } from '../../../kernel/contract/forms.js';
import type { JsonObject } from '../../../kernel/contract/json.js';
import { JSON_LD, MULTIPART } from '../../../kernel/contract/media-types.js';
import { WRITE_TYPES } from '../../../kernel/endpoints/resource-endpoints.js';
import type { RegisteredFormType } from '../form-types.js';
import { FORM } from '../is-form.js';
import { submissionSchemaName } from '../submission-schemas.js';

const SUBMITS = {
  PATCH: {
    summary: 'Checks what was filled in so far.',
    description: 'Only the fields that are sent are judged, and nothing is done with them.',
    types: ['application/merge-patch+json'],
    success: '200',
  },
  POST: {
    summary: 'Sends the form off.',
    description: 'Fields that are not sent are empty.',
    types: [...WRITE_TYPES, MULTIPART],
    success: '201',
  },
} as const;

/** The OpenAPI operation of a submit of one of some form types. */
export function describeSubmit(
  method: keyof typeof SUBMITS,
  types: readonly RegisteredFormType[],
): JsonObject {
  const { summary, description, types: mediaTypes, success } = SUBMITS[method];
  const open = partsLast(types.filter(({ definition }) => definition.api_disabled !== true));
  const bodies = open.map(({ name }) => reference('schemas', submissionSchemaName(name)));
  const schema: JsonObject = bodies.length === 0 ? { type: 'object' } : { oneOf: bodies };
  const form = { [JSON_LD]: { schema: reference('schemas', `${FORM}.jsonld`) } };
  const problem = (name: string): JsonObject => reference('responses', name);
  return {
    summary,
    description,
    tags: [FORM],
    security: [],
    requestBody: {
      required: true,
      description: 'The fields by name, under the name of the form.',
      content: Object.fromEntries(mediaTypes.map((type) => [type, { schema }])),
    },
    responses: {
      [success]: { description: 'Nothing is wrong: the form as it was sent.', content: form },
      '400': problem('BadRequest'),
      '401': problem('Unauthorized'),
      '403': problem('Forbidden'),
      '404': problem('NotFound'),
      '413': problem('ContentTooLarge'),
      '415': problem('UnsupportedMediaType'),
      '422': {
        description: 'The form with its errors, or a problem where the body does not hold the form.',
        content: {
          ...form,
          'application/problem+json': { schema: reference('schemas', 'Error') },
        },
      },
      '429': problem('TooManyRequests'),
      '503': problem('ServiceUnavailable'),
    },
  };
}

/** Documents show the first body as their example: forms that are parts of others are rarely submitted alone. */
function partsLast(types: readonly RegisteredFormType[]): readonly RegisteredFormType[] {
  const used = new Set(types.flatMap(({ definition }) => definition.fields.flatMap(usedTypes)));
  const isPart = ({ name }: RegisteredFormType): boolean => used.has(name);
  return [...types.filter((type) => !isPart(type)), ...types.filter(isPart)];
}

function usedTypes(field: Omit<FormFieldDefinition, 'name'>): readonly string[] {
  const { type, entry_type: entryType, entry_options: entry, fields = [] } = field;
  const names = [type, entryType].flatMap((name) => (name === undefined ? [] : [lastSegment(name)]));
  return [...names, ...(entry === undefined ? [] : usedTypes(entry)), ...fields.flatMap(usedTypes)];
}

const lastSegment = (name: string): string => name.slice(name.lastIndexOf('\\') + 1);

const reference = (kind: 'schemas' | 'responses', name: string): JsonObject => ({
  $ref: `#/components/${kind}/${name}`,
});
