'use client';

import { useRouter } from 'next/navigation';
import { useEffect, useState } from 'react';
import { createClient, type PageSnapshot } from '../../generated/client/index.js';
import { usePage } from '../../generated/client/react.js';
import { readPathOf } from '../lib/address';
import type { Drawing } from '../lib/answer';
import { Frame } from './frame';
import { Group } from './group';
import { PageData } from './page-data';

interface Props {
  readonly apiUrl: string;
  readonly drawing: Drawing;
  /** Page as read by the server. */
  readonly initial: PageSnapshot;
}

/** Renders a page on the server, and updates it in the browser when its published content changes. */
export function Site({ apiUrl, drawing, initial }: Props) {
  const router = useRouter();
  const { address } = drawing;
  const { preview } = address;
  const [client] = useState(() => createClient({ baseUrl: apiUrl, ...(preview === undefined ? {} : { preview }) }));
  const { tree } = usePage(client, readPathOf(address), { initial });
  const moved = tree?.redirectPath;
  useEffect(() => {
    if (moved !== undefined) router.replace(moved);
  }, [moved, router]);
  if (tree === undefined) return null;
  return (
    <Frame tree={tree} drawing={drawing}>
      {tree.depths.map((depth, index) => (
        <div key={index}>
          <PageData depth={depth} />
          {depth.groups.map((group) => (
            <Group key={group.group['@id']} group={group} drawing={drawing} />
          ))}
        </div>
      ))}
    </Frame>
  );
}
