import type { ReactElement } from 'react';
import { Navigate } from 'react-router-dom';
import { NotFound } from '../ui/not-found.js';
import { SCREENS } from './screens.js';
import { useSession } from '../session/session.js';

/** Redirects to the first item of the menu. */
export function Home(): ReactElement {
  const { model } = useSession();
  const screen = SCREENS.find(({ isFor }) => isFor(model));
  const first = screen?.path ?? model.types.find(({ may }) => may.list)?.name;
  return first === undefined ? <NotFound /> : <Navigate to={`/${first}`} replace />;
}
