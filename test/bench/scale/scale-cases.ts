import { idOf } from '../content/content-ids.js';
import type { ContentPlan } from '../content/content-rows.js';
import { requestBytes } from '../http/scenario.js';

/** A kind of request with the same response on a site of any size. */
export interface ScaleCase {
  readonly title: string;
  readonly isList: boolean;
  readonly next: () => Buffer;
  /** Sends one of its requests, like a client. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
}

const PREFIX = '/_api';
const KEYS = 100;

/** Reads of records that are distributed over the whole site, on pages that are never hidden. */
export function createScaleCases({ pages, textsPerPage }: ContentPlan, token: string): readonly ScaleCase[] {
  const numbers = Array.from({ length: KEYS }, (_, key) => 2 * (Math.floor((key * pages) / 2 / KEYS) + 1));
  const anonymous = { accept: 'application/ld+json' };
  const administrator = { ...anonymous, authorization: `Bearer ${token}` };
  const list = ['/component/titles?perPage=20'];
  return [
    scaleCase(
      'item',
      numbers.map((page) => `/component/titles/${idOf('text', (page - 1) * textsPerPage + 7)}`),
      anonymous,
    ),
    scaleCase(
      'route',
      numbers.map((page) => `/_/routes//page-${page}`),
      anonymous,
    ),
    scaleCase(
      'manifest of a page',
      numbers.map((page) => `/_/resource_manifest//page-${page}`),
      anonymous,
    ),
    { ...scaleCase('list of 20', list, anonymous), isList: true },
    { ...scaleCase('list of 20, administrator', list, administrator), isList: true },
  ];
}

function scaleCase(title: string, paths: readonly string[], headers: ScaleCase['headers']): ScaleCase {
  const requests = paths.map((path) => requestBytes({ method: 'GET', path: PREFIX + path, headers }));
  let sent = 0;
  return {
    ...{ title, isList: false, headers, path: PREFIX + (paths[0] ?? '') },
    next() {
      const request = requests[sent % requests.length];
      sent += 1;
      if (request === undefined) throw new Error(`${title} has no request`);
      return request;
    },
  };
}
