// Generated from schemas/ by `cms generate`, which overwrites this file.
import { inputSchema, patchSchema, validateUserAccount } from '../rules.js';
const schema = {
    title: 'UserInput',
    type: 'object',
    description: 'A user account.',
    required: ['username', 'emailAddress', 'plainPassword'],
    properties: {
        username: { type: ['string'], maxLength: 255 },
        emailAddress: { type: ['string'], format: 'email', maxLength: 255 },
        roles: { type: ['array'], items: { type: 'string' }, default: ['ROLE_USER'] },
        enabled: { type: ['boolean'], default: true },
        plainPassword: { type: 'string', format: 'password' },
        oldPassword: { type: 'string', format: 'password' },
        newEmailAddress: { type: ['string', 'null'], format: 'email', maxLength: 255 },
    },
};
const rules = {
    fields: [
        {
            kind: 'scalar',
            name: 'username',
            type: 'string',
            accepts: ['string'],
            nullable: true,
            writable: true,
            length: 255,
        },
        {
            kind: 'scalar',
            name: 'emailAddress',
            type: 'string',
            accepts: ['string'],
            nullable: true,
            writable: true,
            length: 255,
        },
        {
            kind: 'scalar',
            name: 'roles',
            writable: true,
            type: 'json',
            accepts: ['array'],
            nullable: true,
            default: ['ROLE_USER'],
        },
        {
            kind: 'scalar',
            name: 'enabled',
            writable: true,
            type: 'boolean',
            accepts: ['bool'],
            nullable: true,
            default: true,
        },
        {
            kind: 'scalar',
            name: 'newEmailAddress',
            type: 'string',
            accepts: ['string'],
            nullable: true,
            writable: true,
            length: 255,
        },
        {
            kind: 'scalar',
            name: 'plainPassword',
            type: 'string',
            accepts: ['string'],
            nullable: true,
            writable: true,
        },
        {
            kind: 'scalar',
            name: 'oldPassword',
            type: 'string',
            accepts: ['string'],
            nullable: true,
            writable: true,
        },
    ],
    check: validateUserAccount,
    groups: { create: ['User:password:create'], update: [] },
};
export const UserInput = /* @__PURE__ */ inputSchema(schema, rules);
export const UserPatch = /* @__PURE__ */ patchSchema('UserPatch', schema, rules);
