import type { ReactElement } from 'react';
import { Route, Routes } from 'react-router-dom';
import { FormList } from './form-list.js';
import { SubmissionScreen } from './submission.js';
import { SubmissionListScreen } from './submission-list.js';

/** The forms of the site, what was sent by each, and one of those. */
export default function SubmissionRoutes(): ReactElement {
  return (
    <Routes>
      <Route index element={<FormList />} />
      <Route path=":type" element={<SubmissionListScreen />} />
      <Route path=":type/:id" element={<SubmissionScreen />} />
    </Routes>
  );
}
