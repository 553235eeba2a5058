// Generated from schemas/User.json (f06e3332c760) by `cms generate`, which overwrites this file.
import { collection, country, inputSchema, length, notNull, patchSchema, type, validateUserAccount, } from '../rules.js';
/** Validates the constraints of User. */
export function validateUser(value, context) {
    const { groups, violations } = context;
    if (groups.has('Default')) {
        length({ violations, path: 'displayName', value: value.displayName }, { max: 80 });
    }
    validateUserAddress({ violations, path: 'address', value: value.address }, context);
}
function validateUserAddress({ violations, path, value }, context) {
    const { groups } = context;
    collection({ violations, path, value }, {
        fields: {
            street: {
                check: ({ violations, path, value: member }) => {
                    if (groups.has('Default')) {
                        notNull({ violations, path, value: member });
                    }
                    type({ violations, path, value: member }, { type: 'string' });
                    if (typeof member === 'string' && groups.has('Default')) {
                        length({ violations, path, value: member }, { min: 1, max: 200 });
                    }
                },
            },
            town: {
                check: ({ violations, path, value: member }) => {
                    if (groups.has('Default')) {
                        notNull({ violations, path, value: member });
                    }
                    type({ violations, path, value: member }, { type: 'string' });
                },
            },
            country: {
                check: ({ violations, path, value: member }) => {
                    type({ violations, path, value: member }, { type: 'string' });
                    if (typeof member === 'string' && groups.has('Default')) {
                        country({ violations, path, value: member });
                    }
                },
                optional: true,
            },
        },
    });
}
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
        displayName: { type: ['string', 'null'], description: 'Shown beside comments.', maxLength: 80 },
        newsletter: { type: 'boolean', default: false },
        address: { type: ['object', 'null'], $ref: '#/$defs/Address' },
    },
    $defs: {
        Address: {
            type: 'object',
            title: 'UserAddress',
            description: 'Where post arrives.',
            required: ['street', 'town'],
            properties: {
                street: { type: 'string', minLength: 1, maxLength: 200 },
                town: { type: 'string' },
                country: { type: ['string', 'null'] },
            },
            additionalProperties: false,
        },
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
            name: 'displayName',
            writable: true,
            kind: 'scalar',
            type: 'string',
            accepts: ['string'],
            nullable: true,
            length: 255,
        },
        {
            name: 'newsletter',
            writable: true,
            kind: 'scalar',
            type: 'boolean',
            accepts: ['bool'],
            nullable: true,
            default: false,
        },
        { name: 'address', writable: true, kind: 'scalar', type: 'json', accepts: ['object'], nullable: true },
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
    check: (value, context) => { validateUserAccount(value, context); validateUser(value, context); },
    groups: { create: ['User:password:create'], update: [] },
};
export const UserInput = /* @__PURE__ */ inputSchema(schema, rules);
export const UserPatch = /* @__PURE__ */ patchSchema('UserPatch', schema, rules);
