import { lazy, useState, type ComponentType, type FunctionComponent, type ReactElement } from 'react';

/** A component whose module is loaded when it is first drawn, or by `load` before. */
export interface Loadable extends FunctionComponent {
  load(): Promise<void>;
}

/**
 * `lazy`, except that a module that is there already is drawn at once: what stands in for a lazy one stays for 300 ms at least, in which
 * nothing of the screen is asked for.
 */
export function loadable(read: () => Promise<{ readonly default: ComponentType }>): Loadable {
  let loaded: ComponentType | undefined;
  const Lazy = lazy(read);
  function Part(): ReactElement {
    // It stays what it was, as another component would begin anew.
    const [Drawn] = useState(() => loaded ?? Lazy);
    return <Drawn />;
  }
  return Object.assign(Part, {
    async load() {
      // Drawing it tells of what fails.
      loaded = await read().then(
        (module) => module.default,
        () => undefined,
      );
    },
  });
}
