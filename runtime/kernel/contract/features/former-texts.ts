import { defineDoor } from './door.js';

/** A revision whose texts a preview shows instead of the current ones. */
export interface FormerTexts {
  readonly revision: number;
  /** Returns whether the creator of the preview may read previous states of a type. */
  mayShow(type: string): boolean;
}

/** The stored revisions. */
export interface FormerStates {
  has(revision: number): Promise<boolean>;
}

/** Extension point for the feature that stores revisions. */
export const FORMER_STATES = defineDoor<FormerStates>('former states');
