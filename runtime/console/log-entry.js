const SECRET_MEMBERS = new Set([
    'authorization',
    'cookie',
    'cookies',
    'set-cookie',
    'password',
    'plainPassword',
    'oldPassword',
    'secret',
    'token',
    'jwt',
]);
const BLANK = '[redacted]';
/** The entry with secrets under the usual names blanked, wherever it holds them. */
export function withoutSecrets(entry) {
    // Most entries have nothing to look into, such as the line of each request.
    return mayHoldSecret(entry) ? { ...blanked(entry), msg: entry.msg } : entry;
}
function mayHoldSecret(entry) {
    for (const name of Object.keys(entry))
        if (SECRET_MEMBERS.has(name) || isPlainObject(entry[name]))
            return true;
    return false;
}
function blanked(members) {
    return Object.fromEntries(Object.entries(members).map(([name, value]) => [
        name,
        SECRET_MEMBERS.has(name) ? BLANK : isPlainObject(value) ? blanked(value) : value,
    ]));
}
/** Errors and the like are for the log to describe; entries are made here and hold no circles. */
function isPlainObject(value) {
    return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;
}
//# sourceMappingURL=log-entry.js.map