/** Defines a door. Features find it by this very object; the name is for messages about what is missing. */
export function defineDoor(name) {
    return { name };
}
/** Makes an entry for the `offers` of a feature, or of an application that embeds the service. */
export function offer(door, what) {
    return { door, offer: what };
}
//# sourceMappingURL=door.js.map