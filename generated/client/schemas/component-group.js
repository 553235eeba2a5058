// Generated from schemas/ by `cms generate`, which overwrites this file.
import { inputSchema, patchSchema, validateComponentGroup } from '../rules.js';
const schema = {
    title: 'ComponentGroupInput',
    type: 'object',
    description: 'An ordered list of component positions in a layout, a page or a component.',
    required: ['reference', 'location'],
    properties: {
        reference: { type: ['string'] },
        location: { type: ['string'] },
        layouts: { type: 'array', items: { type: 'string', format: 'iri-reference' } },
        pages: { type: 'array', items: { type: 'string', format: 'iri-reference' } },
        components: { type: 'array', items: { type: 'string', format: 'iri-reference' } },
        componentPositions: { type: 'array', items: { type: 'string', format: 'iri-reference' } },
        allowedComponents: { type: ['array', 'null'], items: { type: 'string' } },
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
        { kind: 'scalar', name: 'location', type: 'string', accepts: ['string'], nullable: true, writable: true },
        { kind: 'to-many', name: 'layouts', writable: true },
        { kind: 'to-many', name: 'pages', writable: true },
        { kind: 'to-many', name: 'components', writable: true },
        {
            kind: 'scalar',
            name: 'allowedComponents',
            writable: true,
            type: 'json',
            accepts: ['array'],
            nullable: true,
        },
    ],
    check: validateComponentGroup,
    groups: { create: [], update: [] },
};
export const ComponentGroupInput = /* @__PURE__ */ inputSchema(schema, rules);
export const ComponentGroupPatch = /* @__PURE__ */ patchSchema('ComponentGroupPatch', schema, rules);
