// Generated from schemas/forms/ExampleChildType.json (3985c1e73ff0) by `cms generate`, which overwrites this file.
import { formSchema, notBlank, TEXT_TYPES } from '../rules.js';
function check({ violations, path, value }, context) {
    const { groups } = context;
    if (groups.has('Default')) {
        notBlank({ violations, path, value }, { message: 'Please enter the name of the child.' });
    }
}
export const ExampleChildType = { name: 'ExampleChildType', fields: [{ name: 'name', type: 'text', constraints: [check] }] };
const schema = {
    title: 'ExampleChildSubmission',
    type: 'object',
    properties: {
        example_child: { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] },
    },
    required: ['example_child'],
};
export const ExampleChildSubmission = /* @__PURE__ */ formSchema(schema, { definition: ExampleChildType, rootName: 'example_child', forms: [], fieldTypes: [TEXT_TYPES] });
