// Generated from schemas/BlogArticleData.json (58e6f0dbe7c2) by `cms generate`, which overwrites this file.
import { inputSchema, patchSchema } from '../rules.js';
const schema = {
    title: 'BlogArticleDataInput',
    type: 'object',
    description: 'An article of the blog.',
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
        htmlContent: { type: ['string', 'null'], format: 'iri-reference', description: 'Text of the article.' },
        image: { type: ['string', 'null'], format: 'iri-reference', description: 'Picture of the article.' },
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
        { name: 'htmlContent', writable: true, kind: 'to-one', nullable: true },
        { name: 'image', writable: true, kind: 'to-one', nullable: true },
    ],
    groups: { create: [], update: [] },
};
export const BlogArticleDataInput = /* @__PURE__ */ inputSchema(schema, rules);
export const BlogArticleDataPatch = /* @__PURE__ */ patchSchema('BlogArticleDataPatch', schema, rules);
