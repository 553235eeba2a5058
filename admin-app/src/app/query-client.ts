import { QueryClient } from '@tanstack/react-query';

/** What is on a screen stays as it was read: a form must not change under whoever fills it in. */
export const createQueryClient = (): QueryClient =>
  new QueryClient({ defaultOptions: { queries: { refetchOnWindowFocus: false, retry: false } } });
