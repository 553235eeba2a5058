import { readFile } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';

/** The modules of a browser: those that draw, and the client. */
const MODULE = /^\/(?:build(?:\/components|\/lib)?|generated\/client)\/[\w-]+\.js$/;

/** Answers a file, if the path is that of one. */
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
