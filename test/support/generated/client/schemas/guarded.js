// Generated from schemas/Guarded.json (c4430cf3afe8) by `cms generate`, which overwrites this file.
import { inputSchema, patchSchema } from '../rules.js';
const schema = {
    title: 'GuardedInput',
    type: 'object',
    description: 'A component with rules of its own about who may do what.',
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
        open: { type: 'boolean', default: false },
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
            name: 'open',
            writable: true,
            kind: 'scalar',
            type: 'boolean',
            accepts: ['bool'],
            nullable: false,
            default: false,
        },
    ],
    groups: { create: [], update: [] },
};
export const GuardedInput = /* @__PURE__ */ inputSchema(schema, rules);
export const GuardedPatch = /* @__PURE__ */ patchSchema('GuardedPatch', schema, rules);
