import { AsyncLocalStorage } from 'node:async_hooks';
import { ROOT_CONTEXT, type Context, type ContextManager } from '@opentelemetry/api';

/** The contexts of OpenTelemetry in a store that channels can bind, so that code of a project finds the span that it runs in. */
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
      return bound as typeof target; // it takes and answers what the target does
    },
    enable: () => contexts,
    disable() {
      store.disable();
      return contexts;
    },
  };
  return contexts;
}

/** The context that the caller runs in; channels and this file alone store something. */
export const contextIn = (store: AsyncLocalStorage<unknown>): Context =>
  (store.getStore() as Context | undefined) ?? ROOT_CONTEXT;
