import { headers } from 'next/headers';
import type { ReactNode } from 'react';
import { visitorOf } from '../lib/visitor';
import { Frame } from './frame';

/** Renders an error page with the menus of the home page, if the visitor can see it. */
export async function Refused({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  const { client } = visitorOf({ cookie: (await headers()).get('cookie') });
  const home = await client.page('/').catch(() => undefined);
  return (
    <Frame snapshot={home?.snapshot} drawing={{ address: { path: '', query: '' } }}>
      <h1>{title}</h1>
      <p>{children}</p>
      <p>
        <a href="/">Go to the home page</a>
      </p>
    </Frame>
  );
}
