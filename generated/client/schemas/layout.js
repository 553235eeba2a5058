// Generated from schemas/ by `cms generate`, which overwrites this file.
import { inputSchema, patchSchema, validateLayout } from '../rules.js';
const schema = {
    title: 'LayoutInput',
    type: 'object',
    description: 'The frame that pages share. Its component groups contain shared content, such as a menu.',
    required: ['reference', 'uiComponent'],
    properties: {
        reference: { type: ['string'] },
        uiComponent: { type: ['string', 'null'] },
        uiClassNames: { type: ['string', 'array', 'null'], items: { type: 'string' } },
        componentGroups: { type: 'array', items: { type: 'string', format: 'iri-reference' } },
    },
};
const rules = {
    fields: [
        {
            kind: 'scalar',
            name: 'reference',
            type: 'string',
            accepts: ['string'],
            nullable: true,
            writable: true,
        },
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
    ],
    check: validateLayout,
    groups: { create: [], update: [] },
};
export const LayoutInput = /* @__PURE__ */ inputSchema(schema, rules);
export const LayoutPatch = /* @__PURE__ */ patchSchema('LayoutPatch', schema, rules);
