import { defineDoor } from './door.js';

/** A revision whose texts a preview shows in place of the present ones. */
export interface FormerTexts {
  readonly revision: number;
  /** Whether whoever made the preview may read former states of a type. */
  mayShow(type: string): boolean;
}

/** What is kept of former states. */
export interface FormerStates {
  has(revision: number): Promise<boolean>;
}

/** The door at which a feature keeps them. */
export const FORMER_STATES = defineDoor<FormerStates>('former states');
