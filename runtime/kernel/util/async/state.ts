/** Key of one kind of value in a `State`, created once in the module that uses it. */
export interface StateKey<Value> {
  readonly create: () => Value;
}

/** State of one transaction or request. Only code that has a key can access its value. */
export interface State {
  /** Returns the value of a key, created on first use. */
  of<Value>(key: StateKey<Value>): Value;
}

export function stateKey<Value>(create: () => Value): StateKey<Value> {
  return Object.freeze({ create });
}

export function createState(): State {
  const values = new Map<object, unknown>();
  return {
    of<Value>(key: StateKey<Value>): Value {
      if (!values.has(key)) values.set(key, key.create());
      return values.get(key) as Value; // The key's `create` made the value.
    },
  };
}
