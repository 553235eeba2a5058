// Generated from schemas/NestedPageData.json (fe1c8f11dc29) by `cms generate`, which overwrites this file.
import { inputSchema, patchSchema } from '../rules.js';
const schema = {
    title: 'NestedPageDataInput',
    type: 'object',
    description: 'A topic with chapters on separate pages.',
    properties: {
        title: { type: 'string' },
        metaDescription: { type: ['string', 'null'] },
        page: { type: 'string', format: 'iri-reference' },
        route: { type: ['string', 'null'], format: 'iri-reference' },
        isReachableWithoutRoute: {
            type: 'boolean',
            default: false,
            description: 'Whether a record without a route can be read by its IRI, as if it had a live route. Only administrators can set it.',
        },
        parentPage: { type: ['string', 'null'], format: 'iri-reference' },
        parentPageData: { type: ['string', 'null'], format: 'iri-reference' },
        introContent: {
            type: ['string', 'null'],
            format: 'iri-reference',
            description: 'Introduction of the topic.',
        },
    },
    required: ['page'],
};
const rules = {
    fields: [
        {
            kind: 'scalar',
            name: 'title',
            type: 'string',
            accepts: ['string'],
            nullable: false,
            writable: true,
            default: 'Unnamed Page',
        },
        {
            kind: 'scalar',
            name: 'metaDescription',
            type: 'text',
            accepts: ['string'],
            nullable: true,
            writable: true,
        },
        { kind: 'to-one', name: 'page', writable: true, nullable: false },
        { kind: 'to-one', name: 'route', writable: true, nullable: true },
        {
            kind: 'scalar',
            name: 'isReachableWithoutRoute',
            writable: true,
            type: 'boolean',
            accepts: ['bool'],
            nullable: false,
            default: false,
        },
        { kind: 'to-one', name: 'parentPage', writable: true, nullable: true },
        { kind: 'to-one', name: 'parentPageData', writable: true, nullable: true },
        { name: 'introContent', writable: true, kind: 'to-one', nullable: true },
    ],
    groups: { create: [], update: [] },
};
export const NestedPageDataInput = /* @__PURE__ */ inputSchema(schema, rules);
export const NestedPageDataPatch = /* @__PURE__ */ patchSchema('NestedPageDataPatch', schema, rules);
