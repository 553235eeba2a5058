// Generated from schemas/Pinned.json (99d4d9525cb0) by `cms generate`, which overwrites this file.
import { inputSchema, length, patchSchema } from '../rules.js';
/** Validates the constraints of Pinned. */
export function validatePinned(value, context) {
    const { groups, violations } = context;
    if (groups.has('Default')) {
        length({ violations, path: 'text', value: value.text }, { max: 255 });
    }
}
const schema = {
    title: 'PinnedInput',
    type: 'object',
    description: 'A component that a group must name before it may be placed there.',
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
        text: { type: ['string', 'null'] },
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
            name: 'text',
            writable: true,
            kind: 'scalar',
            type: 'string',
            accepts: ['string'],
            nullable: true,
            length: 255,
        },
    ],
    check: validatePinned,
    groups: { create: [], update: [] },
};
export const PinnedInput = /* @__PURE__ */ inputSchema(schema, rules);
export const PinnedPatch = /* @__PURE__ */ patchSchema('PinnedPatch', schema, rules);
