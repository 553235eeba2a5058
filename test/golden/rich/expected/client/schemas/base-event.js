// Generated from schemas/BaseEvent.json (f83722456a46) by `cms generate`, which overwrites this file.
import { dateTime, inputSchema, length, patchSchema } from '../rules.js';
/** Validates the constraints of BaseEvent. */
export function validateBaseEvent(value, context) {
    const { groups, violations } = context;
    if (groups.has('Default')) {
        length({ violations, path: 'headline', value: value.headline }, { max: 120 });
        dateTime({ violations, path: 'startsAt', value: value.startsAt });
    }
}
const schema = {
    title: 'BaseEventInput',
    type: 'object',
    description: 'What every event has.',
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
        headline: { type: ['string', 'null'], description: 'Shown in lists.', maxLength: 120 },
        startsAt: { type: ['string', 'null'], format: 'date-time' },
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
            name: 'headline',
            writable: true,
            kind: 'scalar',
            type: 'string',
            accepts: ['string'],
            nullable: true,
            length: 255,
        },
        {
            name: 'startsAt',
            writable: true,
            kind: 'scalar',
            type: 'datetime',
            accepts: ['string'],
            nullable: true,
        },
    ],
    check: validateBaseEvent,
    groups: { create: [], update: [] },
};
export const BaseEventInput = /* @__PURE__ */ inputSchema(schema, rules);
export const BaseEventPatch = /* @__PURE__ */ patchSchema('BaseEventPatch', schema, rules);
