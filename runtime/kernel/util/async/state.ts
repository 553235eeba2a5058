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

export function stateKey<Value>(create: () => Value): StateKey<Value> {
  return Object.freeze({ create });
}

export function createState(): State {
  const values = new Map<object, unknown>();
  return {
    of<Value>(key: StateKey<Value>): Value {
      if (!values.has(key)) values.set(key, key.create());
      return values.get(key) as Value; // made by this very key
    },
  };
}
