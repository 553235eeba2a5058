import { readFile } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';

/** Browser modules: the rendering functions and the client. */
const MODULE = /^\/(?:build(?:\/components|\/lib)?|generated\/client)\/[\w-]+\.js$/;

/** Serves a file if the path matches one. */
export async function answerFile(path: string, response: ServerResponse): Promise<boolean> {
  const isStyle = path === '/style.css';
  if (!isStyle && !MODULE.test(path)) return false;
  const file = new URL(isStyle ? '../front-end/style.css' : `..${path}`, import.meta.url);
  const bytes = await readFile(file).catch(() => undefined);
  if (bytes === undefined) return false;
  response.setHeader('content-type', isStyle ? 'text/css' : 'text/javascript');
  response.end(bytes);
  return true;
}
