// Generated from schemas/ by `cms generate`, which overwrites this file.

/**
 * Returns the fields of a form by name and kind, from the `formView` of a Form. The Form comes from `get`, a page, the
 * result of `submit`, or the `body` of the error of a rejected submission, which includes the messages.
 * @returns undefined without a view: in lists, and for results of handlers
 */
export function formTreeOf(_type, form) {
    const { formView } = form;
    // The types match the form tree, because both are generated from the same files.
    return formView === undefined ? undefined : nodeOf(formView);
}
function nodeOf({ vars, children, prototype }) {
    const fields = children.map(nodeOf);
    return {
        name: vars.name,
        kind: kindOf(vars.block_prefixes),
        vars,
        fields,
        ...(prototype === undefined ? {} : { prototype: nodeOf(prototype) }),
        field(name) {
            const found = fields.find((field) => field.name === name);
            if (found === undefined)
                throw new Error(`The form has no field "${name}".`);
            return found;
        },
    };
}
/** Prefixes go from general to specific; those that are not kinds are names of the project. */
function kindOf(prefixes) {
    const own = prefixes.filter((prefix) => prefix !== 'collection_entry');
    const end = own.findIndex((prefix) => !KINDS.includes(prefix));
    return own[end - 1] ?? 'form';
}
const KINDS = [
    ...['form', 'collection', 'repeated', 'file', 'checkbox', 'radio', 'submit', 'reset', 'button'],
    ...['choice', 'enum', 'country', 'language', 'locale', 'currency', 'timezone'],
    ...['date', 'birthday', 'datetime', 'time', 'week', 'dateinterval'],
    ...['text', 'textarea', 'email', 'password', 'search', 'tel', 'url', 'color', 'range', 'hidden'],
    ...['uuid', 'ulid', 'integer', 'number', 'money', 'percent'],
];
