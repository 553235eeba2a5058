// Generated from schemas/Title.json (026e5540c975) by `cms generate`, which overwrites this file.
import { inputSchema, notBlank, patchSchema } from '../rules.js';
/** Validates the constraints of Title. */
export function validateTitle(value, context) {
    const { groups, violations } = context;
    if (groups.has('Title:published')) {
        notBlank({ violations, path: 'title', value: value.title }, { message: 'Please enter a title.' });
    }
}
const schema = {
    title: 'TitleInput',
    type: 'object',
    description: 'A heading.',
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
        title: { type: ['string', 'null'], description: 'Text of the heading.' },
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
        { name: 'title', writable: true, kind: 'scalar', type: 'text', accepts: ['string'], nullable: true },
    ],
    check: validateTitle,
    groups: { create: [], update: [] },
    publication: { field: 'publishedAt', groups: ['Title:published'] },
};
export const TitleInput = /* @__PURE__ */ inputSchema(schema, rules);
export const TitlePatch = /* @__PURE__ */ patchSchema('TitlePatch', schema, rules);
