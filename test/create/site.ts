import type { Browser, Page } from 'playwright-core';
import { expect } from 'vitest';
import type { FrontEndName } from '../../create/choices.js';
import { signIn } from '../support/sign-in.js';
import type { ApiProxy } from './api-proxy.js';

/** A running site with company content and its front end. */
export interface TriedSite {
  readonly url: string;
  readonly frontEnd: FrontEndName;
  /** The API itself. The front end uses the proxy. */
  readonly apiUrl: string;
  readonly proxy: Pick<ApiProxy, 'state'>;
  /** The project. */
  readonly cwd: string;
  readonly browser: Browser;
}

export interface Document {
  readonly '@id': string;
  readonly [member: string]: unknown;
}

/** Sends a request as the administrator: `PATCH /users/1`. */
export async function call(site: TriedSite, request: string, body?: object): Promise<Document> {
  const [method = '', path = ''] = request.split(' ');
  const type = method === 'PATCH' ? 'application/merge-patch+json' : 'application/ld+json';
  const headers = { cookie: await signIn(site.apiUrl, 'admin', 'admin'), 'content-type': type };
  const address = path.startsWith('/api/') ? new URL(path, site.apiUrl) : site.apiUrl + path;
  const answer = await fetch(address, { method, headers, body: JSON.stringify(body) ?? null });
  const text = await answer.text();
  expect(answer.ok, `${request}: ${text}`).toBe(true);
  return (text === '' ? {} : JSON.parse(text)) as Document;
}

export async function find(
  site: TriedSite,
  path: string,
  [member, value]: [string, string],
): Promise<Document> {
  const list = (await call(site, `GET ${path}?perPage=100`)) as unknown as { member: Document[] };
  const found = list.member.find((one) => String(one[member]).startsWith(value));
  if (found === undefined) throw new Error(`There is no ${value} in ${path}.`);
  return found;
}

export async function openTab({ browser }: TriedSite, hasScripts = true): Promise<Page> {
  return (await browser.newContext({ javaScriptEnabled: hasScripts })).newPage();
}

export async function close(tab: Page): Promise<void> {
  await tab.context().close();
}

export const THANKS = 'We have received your message.';

/** A request without a browser. */
export const ask = (site: TriedSite, path: string, init: RequestInit = {}): Promise<Response> =>
  fetch(site.url + path, { redirect: 'manual', ...init });

/** Adds a component to the page with the contact form and returns its path. */
export async function addToContactPage(site: TriedSite, path: string, body: object): Promise<string> {
  const page = await find(site, '/_/pages', ['reference', 'contact']);
  const groups = (await call(site, 'GET /_/component_groups?perPage=100')) as unknown as {
    member: Document[];
  };
  const group = groups.member.find(({ reference }) => String(reference).includes(page['@id']));
  const { '@id': component } = await call(site, `POST ${path}`, body);
  const position = { component, componentGroup: group?.['@id'], sortValue: 15 };
  await call(site, 'POST /_/component_positions', position);
  return component;
}
