/** Key of one kind of value in a `State`, created once in the module that uses it. */
export interface StateKey<Value> {
  readonly create: () => Value;
}

/** State of one transaction or request. Only code that has a key can access its value. */
export interface State {
  /** Returns the value of a key, created on first use. */
  of<Value>(key: StateKey<Value>): Value;
}
