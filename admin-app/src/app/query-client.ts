import { QueryClient } from '@tanstack/react-query';

/** Creates a query client that does not refetch on focus, because forms must not change while users edit them. */
export const createQueryClient = (): QueryClient =>
  new QueryClient({ defaultOptions: { queries: { refetchOnWindowFocus: false, retry: false } } });
