/** A one-time event to wait for. */
export interface Signal {
  readonly given: Promise<void>;
  give(): void;
}

export function createSignal(): Signal {
  let give = (): void => undefined;
  const given = new Promise<void>((resolve) => (give = resolve));
  return { given, give };
}
