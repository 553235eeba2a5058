// Generated from schemas/Teaser.json (26f0082dfbea) by `cms generate`, which overwrites this file.
import { all, collection, inputSchema, length, notNull, patchSchema, type, } from '../rules.js';
/** Validates the constraints of Teaser. */
export function validateTeaser(value, context) {
    const { groups, violations } = context;
    if (groups.has('Default')) {
        length({ violations, path: 'headline', value: value.headline }, { max: 80 });
    }
    if (Array.isArray(value.links)) {
        all({ violations, path: 'links', value: value.links }, {
            each: ({ violations, path, value: entry }) => {
                notNull({ violations, path, value: entry });
                validateTeaserLink({ violations, path, value: entry }, context);
            },
        });
    }
}
function validateTeaserLink({ violations, path, value }, context) {
    const { groups } = context;
    collection({ violations, path, value }, {
        fields: {
            label: {
                check: ({ violations, path, value: member }) => {
                    if (groups.has('Default')) {
                        notNull({ violations, path, value: member });
                    }
                    type({ violations, path, value: member }, { type: 'string' });
                },
            },
        },
    });
}
const schema = {
    title: 'TeaserInput',
    type: 'object',
    description: 'Rules and members that functions of the project work out.',
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
        headline: { type: ['string', 'null'], maxLength: 80 },
        text: { type: ['string', 'null'] },
        links: { type: ['array', 'null'], items: { $ref: '#/$defs/Link' } },
        releasedAt: { type: ['string', 'null'] },
    },
    $defs: {
        Link: {
            type: 'object',
            required: ['label'],
            properties: { label: { type: 'string' } },
            additionalProperties: false,
            title: 'TeaserLink',
        },
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
            name: 'releasedAt',
            writable: true,
            type: 'datetime',
            accepts: ['string'],
            nullable: true,
        },
        {
            name: 'headline',
            writable: true,
            kind: 'scalar',
            type: 'string',
            accepts: ['string'],
            nullable: true,
            length: 255,
        },
        { name: 'text', writable: true, kind: 'scalar', type: 'text', accepts: ['string'], nullable: true },
        { name: 'links', writable: true, kind: 'scalar', type: 'json', accepts: ['array'], nullable: true },
    ],
    check: validateTeaser,
    groups: { create: [], update: [] },
    publication: { field: 'releasedAt', groups: ['Teaser:published'] },
};
export const TeaserInput = /* @__PURE__ */ inputSchema(schema, rules);
export const TeaserPatch = /* @__PURE__ */ patchSchema('TeaserPatch', schema, rules);
