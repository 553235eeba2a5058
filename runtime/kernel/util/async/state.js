export function stateKey(create) {
    return Object.freeze({ create });
}
export function createState() {
    const values = new Map();
    return {
        of(key) {
            if (!values.has(key))
                values.set(key, key.create());
            return values.get(key); // made by this very key
        },
    };
}
//# sourceMappingURL=state.js.map