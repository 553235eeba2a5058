import { lazy, type ReactElement } from 'react';
import { Route, Routes } from 'react-router-dom';
import { TreePage } from './tree-page.js';

const PageScreen = lazy(() => import('./page-screen.js'));

/** Routes of the page tree and the page editor. */
export default function Pages(): ReactElement {
  return (
    <Routes>
      <Route index element={<TreePage />} />
      <Route path=":type/:id" element={<PageScreen />} />
    </Routes>
  );
}
