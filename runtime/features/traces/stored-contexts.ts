import { AsyncLocalStorage } from 'node:async_hooks';
import { ROOT_CONTEXT, type Context, type ContextManager } from '@opentelemetry/api';

/** OpenTelemetry contexts in a store that channels can bind, so that project code finds the current span. */
export interface StoredContexts extends ContextManager {
  readonly store: AsyncLocalStorage<unknown>;
}

export function createStoredContexts(): StoredContexts {
  const store = new AsyncLocalStorage<unknown>();
  const contexts: StoredContexts = {
    store,
    active: () => contextIn(store),
    with: (context, work, ...[self, ...args]) => store.run(context, () => work.call(self, ...args)),
    bind(context, target) {
      if (typeof target !== 'function') return target;
      const bound = (...args: unknown[]): unknown =>
        store.run(context, () => Reflect.apply(target, undefined, args));
      return bound as typeof target; // same parameters and result as the target
    },
    enable: () => contexts,
    disable() {
      store.disable();
      return contexts;
    },
  };
  return contexts;
}

/** Returns the current context. Only channels and this file write to the store. */
export const contextIn = (store: AsyncLocalStorage<unknown>): Context =>
  (store.getStore() as Context | undefined) ?? ROOT_CONTEXT;
