// Generated from schemas/FancyWidget.json (f4ab8d5df30a) by `cms generate`, which overwrites this file.
import { inputSchema, length, patchSchema } from '../rules.js';
/** Validates the constraints of FancyWidget. */
export function validateFancyWidget(value, context) {
    const { groups, violations } = context;
    if (groups.has('Default')) {
        length({ violations, path: 'label', value: value.label }, { max: 80 });
        length({ violations, path: 'color', value: value.color }, { max: 255 });
    }
}
const schema = {
    title: 'FancyWidgetInput',
    type: 'object',
    description: 'A widget with a colour.',
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
        color: { type: ['string', 'null'] },
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
        {
            name: 'color',
            writable: true,
            kind: 'scalar',
            type: 'string',
            accepts: ['string'],
            nullable: true,
            length: 255,
        },
    ],
    check: validateFancyWidget,
    groups: { create: [], update: [] },
};
export const FancyWidgetInput = /* @__PURE__ */ inputSchema(schema, rules);
export const FancyWidgetPatch = /* @__PURE__ */ patchSchema('FancyWidgetPatch', schema, rules);
