import type { ReactElement } from 'react';
import { Route, Routes } from 'react-router-dom';
import { FormList } from './form-list.js';
import { SubmissionScreen } from './submission.js';
import { SubmissionListScreen } from './submission-list.js';

/** Routes of the forms, their submissions and a single submission. */
export default function SubmissionRoutes(): ReactElement {
  return (
    <Routes>
      <Route index element={<FormList />} />
      <Route path=":type" element={<SubmissionListScreen />} />
      <Route path=":type/:id" element={<SubmissionScreen />} />
    </Routes>
  );
}
