import type { ComponentType } from 'react';
import type { AdminModel } from '../api/model.js';

/** Menu group of a screen. */
export type ScreenGroup = 'pages' | 'administration' | 'extensions';

/** Screen that is not the list of a type. */
export interface Screen {
  /** Path below the base path of the admin: `page-tree`. Paths below it belong to the screen too. */
  readonly path: string;
  /** Message key of the menu item. */
  readonly label: string;
  readonly group: ScreenGroup;
  /** Returns whether the screen is useful for the user, according to the model. */
  isFor(model: AdminModel): boolean;
  /** Type whose list the menu omits, because this screen replaces it. */
  readonly insteadOf?: string;
  /** Component of the screen, loaded at the first visit. */
  readonly Page: ComponentType;
}
