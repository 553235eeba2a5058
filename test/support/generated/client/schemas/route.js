// Generated from schemas/ by `cms generate`, which overwrites this file.
import { inputSchema, patchSchema, validateRoute } from '../rules.js';
const schema = {
    title: 'RouteInput',
    type: 'object',
    description: 'A path of the site that leads to a page, to page data, or to another route.',
    required: ['path', 'name'],
    properties: {
        path: { type: ['string'], default: '' },
        name: { type: ['string'] },
        redirect: { type: ['string', 'null'], format: 'iri-reference' },
        page: { type: ['string', 'null'], format: 'iri-reference' },
        pageData: { type: ['string', 'null'], format: 'iri-reference' },
        liveAt: { type: ['string', 'null'], format: 'date-time' },
        expiresAt: { type: ['string', 'null'], format: 'date-time' },
    },
};
const rules = {
    fields: [
        {
            kind: 'scalar',
            name: 'path',
            type: 'string',
            accepts: ['string'],
            nullable: true,
            writable: true,
            default: '',
        },
        { kind: 'scalar', name: 'name', type: 'string', accepts: ['string'], nullable: true, writable: true },
        { kind: 'to-one', name: 'redirect', writable: true, nullable: true },
        { kind: 'inverse-one', name: 'page', writable: true },
        { kind: 'inverse-one', name: 'pageData', writable: true },
        { kind: 'scalar', name: 'liveAt', writable: true, type: 'datetime', accepts: ['string'], nullable: true },
        {
            kind: 'scalar',
            name: 'expiresAt',
            writable: true,
            type: 'datetime',
            accepts: ['string'],
            nullable: true,
        },
    ],
    check: validateRoute,
    groups: { create: [], update: [] },
};
export const RouteInput = /* @__PURE__ */ inputSchema(schema, rules);
export const RoutePatch = /* @__PURE__ */ patchSchema('RoutePatch', schema, rules);
