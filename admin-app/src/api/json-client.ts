import { client } from './client.js';

/** The client for endpoints that answer JSON and no JSON-LD. */
export const jsonRequest = <Answer>(method: string, target: string, body?: object): Promise<Answer> =>
  client.request<Answer>(method, target, {
    headers: { accept: 'application/json' },
    ...(body === undefined ? {} : { body }),
  });
