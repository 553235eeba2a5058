import { QueryClient } from '@tanstack/react-query';

/**
 * Creates a query client that does not refetch on focus, because forms must not change while users edit them. Requests
 * without a connection fail at once instead of waiting, so that users see the reason.
 */
export const createQueryClient = (): QueryClient =>
  new QueryClient({
    defaultOptions: {
      queries: { refetchOnWindowFocus: false, retry: false, networkMode: 'always' },
      mutations: { networkMode: 'always' },
    },
  });
