// Generated from schemas/NavigationLink.json (909784a43155) by `cms generate`, which overwrites this file.
import { inputSchema, notBlank, patchSchema } from '../rules.js';
/** Validates the constraints of NavigationLink. */
export function validateNavigationLink(value, context) {
    const { groups, violations } = context;
    if (groups.has('NavigationLink:published')) {
        notBlank({ violations, path: 'label', value: value.label }, { message: 'Please enter a label.' });
    }
}
const schema = {
    title: 'NavigationLinkInput',
    type: 'object',
    description: 'A menu link to a page of the site or to any URL.',
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
        label: { type: ['string', 'null'], description: 'Text of the link.' },
        route: { type: ['string', 'null'], format: 'iri-reference', description: 'Route of the target page.' },
        rawPath: {
            type: ['string', 'null'],
            description: 'Path or external URL. It takes precedence over the route.',
        },
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
        { name: 'label', writable: true, kind: 'scalar', type: 'text', accepts: ['string'], nullable: true },
        { name: 'route', writable: true, kind: 'to-one', nullable: true },
        { name: 'rawPath', writable: true, kind: 'scalar', type: 'text', accepts: ['string'], nullable: true },
    ],
    check: validateNavigationLink,
    groups: { create: [], update: [] },
    publication: { field: 'publishedAt', groups: ['NavigationLink:published'] },
};
export const NavigationLinkInput = /* @__PURE__ */ inputSchema(schema, rules);
export const NavigationLinkPatch = /* @__PURE__ */ patchSchema('NavigationLinkPatch', schema, rules);
