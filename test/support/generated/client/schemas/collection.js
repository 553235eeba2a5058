// Generated from schemas/ by `cms generate`, which overwrites this file.
import { inputSchema, patchSchema, validateCollection } from '../rules.js';
const schema = {
    title: 'CollectionInput',
    type: 'object',
    description: 'A component that displays a list of resources.',
    required: ['resourceIri'],
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
        resourceIri: { type: ['string', 'null'] },
        perPage: { type: ['integer', 'null'] },
        defaultQueryParameters: { type: ['object', 'null'] },
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
            name: 'resourceIri',
            type: 'string',
            accepts: ['string'],
            nullable: true,
            writable: true,
        },
        { kind: 'scalar', name: 'perPage', writable: true, type: 'integer', accepts: ['int'], nullable: true },
        {
            kind: 'scalar',
            name: 'defaultQueryParameters',
            writable: true,
            type: 'json',
            accepts: ['object'],
            nullable: true,
        },
    ],
    check: validateCollection,
    groups: { create: [], update: [] },
};
export const CollectionInput = /* @__PURE__ */ inputSchema(schema, rules);
export const CollectionPatch = /* @__PURE__ */ patchSchema('CollectionPatch', schema, rules);
