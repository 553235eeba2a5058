/** A place for one kind of value in a `State`; made once, where the value's only readers and writers are. */
export interface StateKey<Value> {
    readonly create: () => Value;
}
/**
 * State that lives as long as one transaction or one request. Each kind has a key of its own, so that only code with the
 * key sees or changes it.
 */
export interface State {
    /** The value of this key; made on first use. */
    of<Value>(key: StateKey<Value>): Value;
}
export declare function stateKey<Value>(create: () => Value): StateKey<Value>;
export declare function createState(): State;
