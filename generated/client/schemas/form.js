// Generated from schemas/ by `cms generate`, which overwrites this file.
import { inputSchema, patchSchema } from '../rules.js';
const schema = {
    title: 'FormInput',
    type: 'object',
    description: 'A component that displays a form.',
    required: ['formType'],
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
        formType: { type: ['string'], description: 'Class identifier of a form type.' },
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
        { kind: 'scalar', name: 'formType', type: 'string', accepts: ['string'], nullable: true, writable: true },
    ],
    groups: { create: [], update: [] },
};
export const FormInput = /* @__PURE__ */ inputSchema(schema, rules);
export const FormPatch = /* @__PURE__ */ patchSchema('FormPatch', schema, rules);
