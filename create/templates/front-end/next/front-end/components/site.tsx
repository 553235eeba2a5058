'use client';

import { useRouter } from 'next/navigation';
import { useEffect, useState } from 'react';
import { createClient, type PageSnapshot } from '../../generated/client/index.js';
import { usePage } from '../../generated/client/react.js';
import { isNamed } from '../lib/page';
import { Group } from './group';
import { PageData } from './page-data';

interface Props {
  readonly apiUrl: string;
  readonly path: string;
  /** The page as the server has read it for the visitor. */
  readonly initial: PageSnapshot;
}

/** A page, drawn by the server, which the browser keeps at what is published. */
export function Site({ apiUrl, path, initial }: Props) {
  const router = useRouter();
  const [client] = useState(() => createClient({ baseUrl: apiUrl }));
  const { tree } = usePage(client, path, { initial });
  const moved = tree?.redirectPath;
  useEffect(() => {
    if (moved !== undefined) router.replace(moved);
  }, [moved, router]);
  if (tree === undefined) return null;
  const layoutGroups = tree.depths.flatMap(({ layoutGroups }) => layoutGroups);
  const named = (name: string) =>
    layoutGroups
      .filter((group) => isNamed(group, name))
      .map((group) => <Group key={group.group['@id']} group={group} path={path} />);
  return (
    <>
      <header>
        <nav>{named('navigation')}</nav>
      </header>
      <main>
        {tree.depths.map((depth, index) => (
          <div key={index}>
            <PageData depth={depth} />
            {depth.groups.map((group) => (
              <Group key={group.group['@id']} group={group} path={path} />
            ))}
          </div>
        ))}
      </main>
      <footer>{named('footer')}</footer>
    </>
  );
}
