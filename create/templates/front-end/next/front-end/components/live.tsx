'use client';

import { useRouter } from 'next/navigation';
import { useEffect } from 'react';
import { createClient } from '../../generated/client/index.js';

/** Keeps an open page at what is published: the server draws it anew, and React replaces what differs. */
export function Live({ apiUrl, path }: { readonly apiUrl: string; readonly path: string }) {
  const router = useRouter();
  useEffect(() => {
    let isFirst = true;
    return createClient({ baseUrl: apiUrl }).watch(path, () => {
      if (!isFirst) router.refresh();
      isFirst = false;
    });
  }, [apiUrl, path, router]);
  return null;
}
