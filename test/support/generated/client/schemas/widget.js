// Generated from schemas/Widget.json (2c4c418a232b) by `cms generate`, which overwrites this file.
import { inputSchema, length, patchSchema } from '../rules.js';
/** Validates the constraints of Widget. */
export function validateWidget(value, context) {
    const { groups, violations } = context;
    if (groups.has('Default')) {
        length({ violations, path: 'label', value: value.label }, { max: 80 });
    }
}
const schema = {
    title: 'WidgetInput',
    type: 'object',
    description: 'A plain component.',
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
            name: 'label',
            writable: true,
            kind: 'scalar',
            type: 'string',
            accepts: ['string'],
            nullable: true,
            length: 255,
        },
    ],
    check: validateWidget,
    groups: { create: [], update: [] },
};
export const WidgetInput = /* @__PURE__ */ inputSchema(schema, rules);
export const WidgetPatch = /* @__PURE__ */ patchSchema('WidgetPatch', schema, rules);
