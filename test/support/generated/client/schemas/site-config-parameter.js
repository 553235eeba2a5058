// Generated from schemas/ by `cms generate`, which overwrites this file.
import { inputSchema, patchSchema, validateSiteConfigParameter } from '../rules.js';
const schema = {
    title: 'SiteConfigParameterInput',
    type: 'object',
    description: 'A setting of the site for front ends, identified by its key.',
    required: ['key'],
    properties: {
        key: { type: ['string'] },
        value: { type: ['string', 'array', 'object', 'null'], items: {} },
    },
};
const rules = {
    fields: [
        { kind: 'scalar', name: 'key', type: 'string', accepts: ['string'], nullable: true, writable: true },
        {
            kind: 'scalar',
            name: 'value',
            writable: true,
            type: 'json',
            accepts: ['string', 'array', 'object'],
            nullable: true,
        },
    ],
    check: validateSiteConfigParameter,
    groups: { create: [], update: [] },
};
export const SiteConfigParameterInput = /* @__PURE__ */ inputSchema(schema, rules);
export const SiteConfigParameterPatch = /* @__PURE__ */ patchSchema('SiteConfigParameterPatch', schema, rules);
