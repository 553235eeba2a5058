// Generated from schemas/Enquiry.json (0f315d961d20) by `cms generate`, which overwrites this file.
import { email, inputSchema, length, notNull, patchSchema } from '../rules.js';
/** Validates the constraints of Enquiry. */
export function validateEnquiry(value, context) {
    const { groups, violations } = context;
    if (groups.has('Default')) {
        notNull({ violations, path: 'email', value: value.email });
        email({ violations, path: 'email', value: value.email });
        length({ violations, path: 'email', value: value.email }, { max: 100 });
        length({ violations, path: 'subject', value: value.subject }, { max: 100 });
    }
}
const schema = {
    title: 'EnquiryInput',
    type: 'object',
    description: 'What visitors ask: a record, which is part of no page.',
    properties: {
        email: { type: 'string', format: 'email', maxLength: 100 },
        subject: { type: ['string', 'null'], maxLength: 100 },
        text: { type: ['string', 'null'] },
        about: { type: ['string', 'null'], format: 'iri-reference' },
        answers: { type: ['string', 'null'], format: 'iri-reference' },
    },
    required: ['email'],
};
const rules = {
    fields: [
        {
            name: 'email',
            writable: true,
            kind: 'scalar',
            type: 'string',
            accepts: ['string'],
            nullable: false,
            length: 255,
        },
        {
            name: 'subject',
            writable: true,
            kind: 'scalar',
            type: 'string',
            accepts: ['string'],
            nullable: true,
            length: 255,
        },
        { name: 'text', writable: true, kind: 'scalar', type: 'text', accepts: ['string'], nullable: true },
        { name: 'about', writable: true, kind: 'to-one', nullable: true },
        { name: 'answers', writable: true, kind: 'to-one', nullable: true },
    ],
    check: validateEnquiry,
    groups: { create: [], update: [] },
};
export const EnquiryInput = /* @__PURE__ */ inputSchema(schema, rules);
export const EnquiryPatch = /* @__PURE__ */ patchSchema('EnquiryPatch', schema, rules);
