/** The parameters of a caller who asks for nothing in particular. */
export const NOTHING_ASKED = Object.freeze({
    version: 'newest',
    validatePublished: false,
    list: Object.freeze({}),
});
//# sourceMappingURL=asked.js.map