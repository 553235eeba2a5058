// Generated from schemas/HtmlContent.json (fbbf6e2f7fd8) by `cms generate`, which overwrites this file.
import { inputSchema, notBlank, patchSchema } from '../rules.js';
/** Validates the constraints of HtmlContent. */
export function validateHtmlContent(value, context) {
    const { groups, violations } = context;
    if (groups.has('HtmlContent:published')) {
        notBlank({ violations, path: 'html', value: value.html }, { message: 'Please enter some content.' });
    }
}
const schema = {
    title: 'HtmlContentInput',
    type: 'object',
    description: 'A block of formatted text.',
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
        html: { type: ['string', 'null'], description: 'The text as HTML.' },
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
        { name: 'html', writable: true, kind: 'scalar', type: 'text', accepts: ['string'], nullable: true },
    ],
    check: validateHtmlContent,
    groups: { create: [], update: [] },
    publication: { field: 'publishedAt', groups: ['HtmlContent:published'] },
};
export const HtmlContentInput = /* @__PURE__ */ inputSchema(schema, rules);
export const HtmlContentPatch = /* @__PURE__ */ patchSchema('HtmlContentPatch', schema, rules);
