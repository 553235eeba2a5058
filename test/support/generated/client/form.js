// Generated from schemas/ by `cms generate`, which overwrites this file.

/**
 * The fields of a form by name and kind, from the `formView` of a Form: one of `get` or of a page, what `submit` answered, or
 * the `body` of the error of a refused submission, which has the messages at their fields.
 * @returns undefined where there is no view: in lists, and in what handlers answer.
 */
export function formTreeOf(_type, form) {
    const { formView } = form;
    // The types say what the API shows: the generator made them of the files that made the form.
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
/** Prefixes lead from the general to the special; what is no kind is a name of the project's own. */
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
