// Generated from schemas/Image.json (eea0145b78aa) by `cms generate`, which overwrites this file.
import { inputSchema, patchSchema } from '../rules.js';
const schema = {
    title: 'ImageInput',
    type: 'object',
    description: 'A picture.',
    properties: {
        uiComponent: { type: ['string', 'null'] },
        uiClassNames: { type: ['string', 'array', 'null'], items: { type: 'string' } },
        componentGroups: { type: 'array', items: { type: 'string', format: 'iri-reference' } },
        componentPositions: {
            type: 'array',
            items: {
                anyOf: [
                    { type: 'string', format: 'iri-reference' },
                    {
                        type: 'object',
                        required: ['componentGroup'],
                        properties: {
                            componentGroup: { type: 'string', format: 'iri-reference' },
                            sortValue: { type: 'integer' },
                        },
                        additionalProperties: false,
                    },
                ],
            },
        },
        file: { type: ['string', 'null'], description: 'The picture, as a data URI or base64.' },
        publishedAt: { type: ['string', 'null'] },
    },
};
const rules = {
    fields: [
        {
            kind: 'scalar',
            name: 'uiComponent',
            type: 'string',
            accepts: ['string'],
            nullable: true,
            writable: true,
        },
        {
            kind: 'scalar',
            name: 'uiClassNames',
            writable: true,
            type: 'json',
            accepts: ['string', 'array'],
            nullable: true,
        },
        { kind: 'to-many', name: 'componentGroups', writable: true },
        {
            kind: 'scalar',
            name: 'publishedAt',
            writable: true,
            type: 'datetime',
            accepts: ['string'],
            nullable: true,
        },
    ],
    groups: { create: [], update: [] },
    publication: { field: 'publishedAt', groups: ['Image:published'] },
};
export const ImageInput = /* @__PURE__ */ inputSchema(schema, rules);
export const ImagePatch = /* @__PURE__ */ patchSchema('ImagePatch', schema, rules);
