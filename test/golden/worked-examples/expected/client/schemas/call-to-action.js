// Generated from schemas/CallToAction.json (761dc6fc7c37) by `cms generate`, which overwrites this file.
import { choice, inputSchema, length, notBlank, patchSchema, url } from '../rules.js';
/** Validates the constraints of CallToAction. */
export function validateCallToAction(value, context) {
    const { groups, violations } = context;
    if (groups.has('Default')) {
        length({ violations, path: 'label', value: value.label }, { max: 80 });
        length({ violations, path: 'tone', value: value.tone }, { max: 255 });
        choice({ violations, path: 'tone', value: value.tone }, { choices: ['primary', 'quiet', 'danger'] });
        url({ violations, path: 'externalUrl', value: value.externalUrl });
    }
    if (groups.has('CallToAction:published')) {
        notBlank({ violations, path: 'label', value: value.label });
    }
}
const schema = {
    title: 'CallToActionInput',
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
        label: { type: ['string', 'null'], maxLength: 80 },
        tone: { type: 'string', enum: ['primary', 'quiet', 'danger'], default: 'primary' },
        target: { type: ['string', 'null'], format: 'iri-reference' },
        externalUrl: { type: ['string', 'null'], format: 'uri' },
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
        {
            name: 'label',
            writable: true,
            kind: 'scalar',
            type: 'string',
            accepts: ['string'],
            nullable: true,
            length: 255,
        },
        {
            name: 'tone',
            writable: true,
            kind: 'scalar',
            type: 'string',
            accepts: ['string'],
            nullable: false,
            default: 'primary',
            length: 255,
        },
        { name: 'target', writable: true, kind: 'to-one', nullable: true },
        {
            name: 'externalUrl',
            writable: true,
            kind: 'scalar',
            type: 'text',
            accepts: ['string'],
            nullable: true,
        },
    ],
    check: validateCallToAction,
    groups: { create: [], update: [] },
    publication: { field: 'publishedAt', groups: ['CallToAction:published'] },
};
export const CallToActionInput = /* @__PURE__ */ inputSchema(schema, rules);
export const CallToActionPatch = /* @__PURE__ */ patchSchema('CallToActionPatch', schema, rules);
