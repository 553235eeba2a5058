import type { ComponentType } from 'react';
import type { AdminModel } from '../api/model.js';

/** Where the menu shows a screen. */
export type ScreenGroup = 'pages' | 'administration' | 'extensions';

/** A screen that is not the list of a type. */
export interface Screen {
  /** Below the address of the admin; what stands behind it belongs to the screen: `page-tree`. */
  readonly path: string;
  /** What the menu calls it: a key of the words. */
  readonly label: string;
  readonly group: ScreenGroup;
  /** Whether there is anything in it for whoever signed in, as the model says. */
  isFor(model: AdminModel): boolean;
  /** The type whose list the menu leaves out for it. */
  readonly insteadOf?: string;
  /** Loaded with the first visit. */
  readonly Page: ComponentType;
}
