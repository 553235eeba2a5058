import {
  CoreAdminContext,
  CoreAdminUI,
  CustomRoutes,
  localStorageStore,
  Resource,
  type I18nProvider,
} from 'ra-core';
import { useMemo, useRef, useState, type ReactElement } from 'react';
import { createBrowserRouter, Route, RouterProvider } from 'react-router-dom';
import type { AdminType } from '../api/model.js';
import { createDataProvider } from '../api/data-provider.js';
import { labelOf, type AdminRecord } from '../api/records.js';
import { BASE } from '../api/page-settings.js';
import { CreatePage, EditPage, ListPage } from './extensions/type-pages.js';
import { allScreens } from './extensions/extension-screens.js';
import { createAuthProvider } from '../session/auth-provider.js';
import { Home } from './home.js';
import { Layout } from './layout.js';
import { loadScreen } from './load-screen.js';
import { NotFound } from '../ui/not-found.js';
import { useSession } from '../session/session.js';
import { SessionGate } from './session-gate.js';
import { Themed } from '../ui/theme.js';
import { Loading } from '../ui/loading.js';
import { createQueryClient } from './query-client.js';

const store = localStorageStore();

/** The admin application. */
export function App({ i18nProvider }: { readonly i18nProvider: I18nProvider }): ReactElement {
  // Only a data router can block navigation away from a form with unsaved changes.
  const [router] = useState(() =>
    createBrowserRouter([{ path: '*', element: <Everything i18nProvider={i18nProvider} /> }], {
      basename: BASE.replace(/\/$/, ''),
    }),
  );
  return <RouterProvider router={router} />;
}

function Everything({ i18nProvider }: { readonly i18nProvider: I18nProvider }): ReactElement {
  return (
    <CoreAdminContext i18nProvider={i18nProvider} store={store}>
      <Themed>
        <SessionGate loadScreen={loadScreen}>
          <Screens i18nProvider={i18nProvider} />
        </SessionGate>
      </Themed>
    </CoreAdminContext>
  );
}

/** Screens of the types in the model. */
function Screens({ i18nProvider }: { readonly i18nProvider: I18nProvider }): ReactElement {
  const session = useSession();
  const { model } = session;
  // The model may change while screens are open. They keep their data and unsaved changes.
  const current = useRef(session);
  current.current = session;
  const dataProvider = useMemo(() => createDataProvider((name) => current.current.typeOf(name)), []);
  const authProvider = useMemo(
    () => createAuthProvider(model, () => current.current.end()),
    [JSON.stringify(model.me)],
  );
  const [queryClient] = useState(createQueryClient);
  return (
    <CoreAdminContext {...{ authProvider, dataProvider, queryClient, store, i18nProvider }}>
      <CoreAdminUI
        disableTelemetry
        layout={Layout}
        catchAll={NotFound}
        dashboard={Home}
        loading={Loading}
        ready={NotFound}
      >
        {model.types.filter(({ may }) => may.list).map(resourceElement)}
        <CustomRoutes>
          {allScreens()
            .filter(({ isFor }) => isFor(model))
            .map(({ path, Page }) => (
              <Route key={path} path={`/${path}/*`} element={<Page />} />
            ))}
        </CustomRoutes>
      </CoreAdminUI>
    </CoreAdminContext>
  );
}

const resourceElement = (type: AdminType): ReactElement => (
  <Resource
    key={type.name}
    name={type.name}
    list={ListPage}
    {...(type.may.read ? { edit: EditPage } : {})}
    {...(type.may.create ? { create: CreatePage } : {})}
    recordRepresentation={(record: AdminRecord) => labelOf(type, record)}
  />
);
