import { lazy, useState, type ComponentType, type FunctionComponent, type ReactElement } from 'react';

/** Component whose module loads at the first rendering, or earlier through `load`. */
export interface Loadable extends FunctionComponent {
  load(): Promise<void>;
}

/**
 * Like `lazy`, but renders a loaded module immediately. A lazy component shows its fallback for at least 300 ms, which
 * would delay the requests of the screen.
 */
export function loadable(read: () => Promise<{ readonly default: ComponentType }>): Loadable {
  let loaded: ComponentType | undefined;
  const Lazy = lazy(read);
  function Part(): ReactElement {
    // The component must not change later, because another one would lose its state.
    const [Drawn] = useState(() => loaded ?? Lazy);
    return <Drawn />;
  }
  return Object.assign(Part, {
    async load() {
      // The rendering reports errors.
      loaded = await read().then(
        (module) => module.default,
        () => undefined,
      );
    },
  });
}
