// Generated from schemas/Brochure.json (47adc0099431) by `cms generate`, which overwrites this file.
import { inputSchema, length, notBlank, notNull, patchSchema } from '../rules.js';
/** Validates the constraints of Brochure. */
export function validateBrochure(value, context) {
    const { groups, violations } = context;
    if (groups.has('Default')) {
        notNull({ violations, path: 'heading', value: value.heading });
        length({ violations, path: 'heading', value: value.heading }, { min: 3, max: 120 });
    }
    if (groups.has('legal')) {
        notBlank({ violations, path: 'legalNote', value: value.legalNote });
    }
}
const schema = {
    title: 'BrochureInput',
    type: 'object',
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
        heading: { type: 'string', minLength: 3, maxLength: 120 },
        legalNote: { type: ['string', 'null'] },
        document: { type: ['string', 'null'] },
        cover: { type: ['string', 'null'] },
        publishedAt: { type: ['string', 'null'] },
    },
    required: ['heading'],
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
        {
            name: 'heading',
            writable: true,
            kind: 'scalar',
            type: 'string',
            accepts: ['string'],
            nullable: false,
            length: 255,
        },
        { name: 'legalNote', writable: true, kind: 'scalar', type: 'text', accepts: ['string'], nullable: true },
    ],
    check: validateBrochure,
    groups: { create: [], update: [] },
    publication: { field: 'publishedAt', groups: ['Brochure:published', 'legal'] },
};
export const BrochureInput = /* @__PURE__ */ inputSchema(schema, rules);
export const BrochurePatch = /* @__PURE__ */ patchSchema('BrochurePatch', schema, rules);
