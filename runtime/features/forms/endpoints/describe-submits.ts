import type { FormFieldDefinition } from '../../../extension-points/forms/form-definition.js';
import type { JsonObject } from '../../../kernel/contract/json.js';
import { JSON_LD, MERGE_PATCH, MULTIPART } from '../../../kernel/contract/http/media-types.js';
import { WRITE_TYPES } from '../../../kernel/endpoints/resource-endpoints.js';
import type { RegisteredFormType } from '../form-types.js';
import { FORM } from '../is-form.js';
import { isSubmitted, submissionSchemaName } from '../submission-schemas.js';

const SUBMITS = {
  PATCH: {
    summary: 'Validates a partial submission.',
    description: 'Validates only the sent fields and stores nothing.',
    types: [MERGE_PATCH],
    success: '200',
    answer: 'The values are valid. The response is the form with the submitted values.',
  },
  POST: {
    summary: 'Submits the form.',
    description: 'Missing fields count as empty.',
    types: [...WRITE_TYPES, MULTIPART],
    success: '201',
    answer:
      'The submission is valid. The response is the form with the submitted values, or the result of its form type.',
  },
} as const;

const FORM_SCHEMA = reference('schemas', `${FORM}.jsonld`);
const FORM_CONTENT = { [JSON_LD]: { schema: FORM_SCHEMA } };
const FORM_OR_RESULT = { [JSON_LD]: { schema: { anyOf: [FORM_SCHEMA, { type: 'object' }] } } };

/** Describes the operation that reads a virtual form. */
export function describeVirtualForm(name: string): JsonObject {
  return {
    summary: `Retrieves the form ${name}.`,
    description: 'A built-in form, which is not part of a page.',
    tags: [FORM],
    security: [],
    responses: {
      '200': { description: 'The form.', content: FORM_CONTENT },
      '400': reference('responses', 'BadRequest'),
    },
  };
}

/** Describes the operation that submits one of the form types. */
export function describeSubmit(
  method: keyof typeof SUBMITS,
  types: readonly RegisteredFormType[],
): JsonObject {
  const { summary, description, types: mediaTypes, success, answer } = SUBMITS[method];
  const open = byInterest(types.filter(isSubmitted));
  const bodies = open.map(({ name }) => reference('schemas', submissionSchemaName(name)));
  const [only = { type: 'object' }] = bodies;
  const schema: JsonObject = bodies.length > 1 ? { oneOf: bodies } : only;
  const problem = (name: string): JsonObject => reference('responses', name);
  return {
    summary,
    description,
    tags: [FORM],
    security: [],
    parameters: [reference('parameters', 'IfMatch')],
    requestBody: {
      required: true,
      description: 'The values by field name, nested under the name of the form.',
      content: Object.fromEntries(mediaTypes.map((type) => [type, { schema }])),
    },
    responses: {
      [success]: { description: answer, content: method === 'POST' ? FORM_OR_RESULT : FORM_CONTENT },
      '400': problem('BadRequest'),
      '401': problem('Unauthorized'),
      '403': problem('Forbidden'),
      '404': problem('NotFound'),
      '412': problem('PreconditionFailed'),
      '413': problem('ContentTooLarge'),
      '415': problem('UnsupportedMediaType'),
      '422': {
        description: 'The form with its errors, or a problem document if the body does not contain the form.',
        content: {
          ...FORM_CONTENT,
          'application/problem+json': { schema: reference('schemas', 'Error') },
        },
      },
      '428': problem('PreconditionRequired'),
      '429': problem('TooManyRequests'),
      '503': problem('ServiceUnavailable'),
    },
  };
}

/**
 * Sorts form types, because documentation shows the first body as an example. Forms of the project come before built-in
 * ones, and forms nested in others come last.
 */
function byInterest(types: readonly RegisteredFormType[]): readonly RegisteredFormType[] {
  const used = new Set(types.flatMap(({ definition }) => definition.fields.flatMap(usedTypes)));
  const rank = ({ name, source }: RegisteredFormType): number =>
    used.has(name) ? 2 : source === 'package' ? 1 : 0;
  return types.toSorted((left, right) => rank(left) - rank(right));
}

function usedTypes(field: Omit<FormFieldDefinition, 'name'>): readonly string[] {
  const { type, entry_type: entryType, entry_options: entry, fields = [] } = field;
  const names = [type, entryType].flatMap((name) => (name === undefined ? [] : [lastSegment(name)]));
  return [...names, ...(entry === undefined ? [] : usedTypes(entry)), ...fields.flatMap(usedTypes)];
}

const lastSegment = (name: string): string => name.slice(name.lastIndexOf('\\') + 1);

function reference(kind: 'schemas' | 'parameters' | 'responses', name: string): JsonObject {
  return { $ref: `#/components/${kind}/${name}` };
}
