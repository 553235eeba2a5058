import type { State, StateKey } from '../../contract/state.js';

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
