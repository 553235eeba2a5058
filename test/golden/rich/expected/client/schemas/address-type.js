// Generated from schemas/forms/AddressType.json (ce6af0ab6bf4) by `cms generate`, which overwrites this file.
import { formSchema, length, notBlank, TEXT_TYPES } from '../rules.js';
function check2({ violations, path, value }, context) {
    const { groups } = context;
    if (groups.has('Default')) {
        notBlank({ violations, path, value });
    }
}
function check3({ violations, path, value }, context) {
    const { groups } = context;
    if (groups.has('Default')) {
        length({ violations, path, value }, { max: 20 });
    }
}
export const AddressType = {
    name: 'AddressType',
    fields: [{ name: 'street', constraints: [check2] }, { name: 'city', constraints: [check3] }],
};
const schema = {
    title: 'AddressSubmission',
    type: 'object',
    properties: {
        address: {
            type: 'object',
            properties: { street: { type: 'string' }, city: { anyOf: [{ type: 'string' }, { type: 'null' }] } },
            required: ['street'],
        },
    },
    required: ['address'],
};
export const AddressSubmission = /* @__PURE__ */ formSchema(schema, { definition: AddressType, rootName: 'address', forms: [], fieldTypes: [TEXT_TYPES] });
