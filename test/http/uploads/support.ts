import { randomUUID } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import type { JsonObject } from '../../../runtime/kernel/contract/json.js';
import type { LogEntry, Logger } from '../../../runtime/kernel/ports/logger.js';
import { SILENT_LOGGER } from '../../../runtime/kernel/ports/logger.js';
import { startTestApp } from '../../support/test-app.js';
import type { TestApp, TestAppOptions } from '../../support/test-app.js';
import type { TestResponse } from '../../support/test-client.js';
import { uploadManifest } from './upload-manifest.js';
import { ACCOUNTS } from '../../../runtime/features/accounts/public-api.js';

export { brochure, plainType, uploadField, uploadManifest } from './upload-manifest.js';

/** `origin` is that of another process on the same database. */
export type RawInit = RequestInit & { readonly origin?: string };

export interface UploadsApp extends TestApp {
  /** Folders of the two filesystems. */
  readonly folders: { readonly public: string; readonly private: string };
  /** Returns every file of a filesystem, sorted, with variants only on request. */
  files(alias: 'public' | 'private', variants?: 'variants'): Promise<string[]>;
  /** Sends a form as an administrator. */
  upload(path: string, form: FormData, headers?: Record<string, string>): Promise<TestResponse>;
  /** Sends any body as an administrator. */
  raw(path: string, init: RawInit): Promise<Response>;
  /** Returns the `Authorization` header of an account, by default an administrator. */
  bearer(role?: string): Promise<string>;
  /** Fetches a URL of a document at the port of this server. */
  fetchUrl(url: string, init?: RequestInit): Promise<Response>;
}

export async function startUploadsApp(options: TestAppOptions = {}): Promise<UploadsApp> {
  const root = await mkdtemp(join(tmpdir(), 'cms-uploads-'));
  const folders = { public: join(root, 'public'), private: join(root, 'private') };
  const app = await startTestApp({
    manifest: uploadManifest,
    ...options,
    config: {
      filesystems: {
        public: { driver: 'local', root: folders.public, public_url: '/uploads' },
        private: { driver: 'local', root: folders.private },
      },
      image_filters: {
        thumbnail: { width: 500, height: 500, mode: 'inset' },
        square: { width: 80, height: 80, mode: 'outbound', format: 'webp' },
      },
      // A history retains files of previous states: `test/http/history/files.test.ts`.
      history: { keep: { days: 0 } },
      ...options.config,
    },
  });
  const tokens = new Map<string, Promise<string>>();
  async function bearer(role = 'ROLE_ADMIN'): Promise<string> {
    const token = tokens.get(role) ?? signIn(app, role);
    tokens.set(role, token);
    return `Bearer ${await token}`;
  }
  async function raw(path: string, { origin = app.origin, ...init }: RawInit): Promise<Response> {
    const url = origin + (path.startsWith(`${app.config.apiPrefix}/`) ? '' : app.config.apiPrefix) + path;
    const headers = { authorization: await bearer(), ...(init.headers as Record<string, string>) };
    return fetch(url, { ...init, headers });
  }
  return {
    ...app,
    folders,
    raw,
    bearer,
    async files(alias, variants) {
      const entries = await readdir(folders[alias], { recursive: true, withFileTypes: true }).catch(() => []);
      return entries
        .filter((entry) => entry.isFile())
        .map((entry) => join(entry.parentPath, entry.name).slice(folders[alias].length + 1))
        .filter((path) => variants === 'variants' || !path.startsWith(`${app.config.imageCachePrefix}/`))
        .sort();
    },
    async upload(path, form, headers = {}) {
      const response = await raw(path, { method: 'POST', body: form, headers });
      return toTestResponse(response);
    },
    fetchUrl: (url, init) => fetch(app.origin + new URL(url).pathname + new URL(url).search, init),
    async close() {
      await app.close();
      await rm(root, { recursive: true, force: true });
    },
  };
}

export async function toTestResponse(response: Response): Promise<TestResponse> {
  const text = await response.text();
  const isJson = /json/.test(response.headers.get('content-type') ?? '');
  return { status: response.status, headers: response.headers, text, body: isJson ? JSON.parse(text) : text };
}

async function signIn(app: TestApp, role: string): Promise<string> {
  const username = `uploader-${randomUUID()}`;
  const password = 'correct horse battery';
  await app.app.get(ACCOUNTS).createAccount({
    username,
    emailAddress: `${username}@example.com`,
    password,
    role,
    enabled: true,
    overwrite: false,
  });
  const response = await fetch(`${app.origin}${app.config.apiPrefix}/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username, password }),
  });
  return /api_component=([^;]+)/.exec(response.headers.getSetCookie().join('\n'))?.[1] ?? '';
}

/** A logger that records errors. */
export function errorLog(): { readonly log: Logger; readonly errors: LogEntry[] } {
  const errors: LogEntry[] = [];
  return { log: { ...SILENT_LOGGER, error: (entry) => void errors.push(entry) }, errors };
}

export function picture(
  width: number,
  height: number,
  format: 'png' | 'jpeg' | 'webp' = 'png',
): Promise<Buffer> {
  const noise = { type: 'gaussian', mean: 128, sigma: 30 } as const;
  return sharp({ create: { width, height, channels: 3, background: '#336699', noise } })
    .toFormat(format)
    .toBuffer();
}

export function form(
  parts: Readonly<Record<string, readonly [bytes: Uint8Array | string, name: string]>>,
): FormData {
  const data = new FormData();
  for (const [field, [bytes, name]] of Object.entries(parts)) data.append(field, new Blob([bytes]), name);
  return data;
}

export interface MediaObject extends JsonObject {
  readonly contentUrl: string;
}

/** Returns the media objects of a field; none if the document has no such key. */
export function mediaObjects(document: JsonObject, field = 'file'): readonly MediaObject[] {
  const metadata = document['_metadata'] as { mediaObjects?: Record<string, MediaObject[]> };
  return metadata.mediaObjects?.[field] ?? [];
}

export const dataUri = (type: string, bytes: Buffer | string): string =>
  `data:${type};base64,${Buffer.from(bytes).toString('base64')}`;
