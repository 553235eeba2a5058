// Generated from schemas/ by `cms generate`, which overwrites this file.
import { inputSchema, patchSchema, validateComponentPosition } from '../rules.js';
const schema = {
    title: 'ComponentPositionInput',
    type: 'object',
    description: 'The assignment of a component, or of a slot of page data, to a component group.',
    required: ['componentGroup'],
    properties: {
        componentGroup: { type: ['string', 'null'], format: 'iri-reference' },
        component: { type: ['string', 'null'], format: 'iri-reference' },
        pageDataProperty: { type: ['string', 'null'] },
        pageDataClass: { type: ['string', 'null'] },
        sortValue: { type: ['integer'] },
    },
};
const rules = {
    fields: [
        { kind: 'to-one', name: 'componentGroup', writable: true, nullable: true },
        { kind: 'to-one', name: 'component', writable: true, nullable: true },
        {
            kind: 'scalar',
            name: 'pageDataProperty',
            type: 'string',
            accepts: ['string'],
            nullable: true,
            writable: true,
        },
        {
            kind: 'scalar',
            name: 'pageDataClass',
            type: 'string',
            accepts: ['string'],
            nullable: true,
            writable: true,
        },
        { kind: 'scalar', name: 'sortValue', writable: true, type: 'integer', accepts: ['int'], nullable: true },
    ],
    check: validateComponentPosition,
    groups: { create: [], update: [] },
};
export const ComponentPositionInput = /* @__PURE__ */ inputSchema(schema, rules);
export const ComponentPositionPatch = /* @__PURE__ */ patchSchema('ComponentPositionPatch', schema, rules);
