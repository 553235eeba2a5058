import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { answerFile } from './files.js';
import { drawDocument, drawNotice } from './document.js';
import { addressOf } from './lib/address.js';
import { answerTo, headersOf, type Answer } from './lib/answer.js';
import { BadRequest } from './lib/failures.js';
import { MAX_FORM_BYTES } from './lib/forms.js';
import { descriptionOf, titleOf } from './lib/page.js';
import { apiUrl, visitorOf } from './lib/visitor.js';
import { drawLayout, drawPage } from './page.js';

const port = Number(process.env['SITE_PORT'] ?? 3000);
const host = process.env['SITE_HOST'] ?? 'localhost';

createServer((request, response) => {
  answer(request, response).catch((error: unknown) => {
    console.error(error);
    if (!response.headersSent) response.writeHead(500, { 'content-type': 'text/plain' });
    response.end('Something went wrong.');
  });
}).listen(port, host, () => console.log(`Site           http://${host}:${port}`));

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const url = urlOf(request);
  if (await answerFile(url.pathname, response)) return;
  const { cookie } = request.headers;
  const address = addressOf(url);
  const { client, cookies } = visitorOf({
    cookie,
    address: request.socket.remoteAddress,
    preview: address.preview,
    language: request.headers['accept-language'],
  });
  const fetchSite = request.headers['sec-fetch-site']?.toString();
  const requested = { method: request.method ?? 'GET', url, fetchSite, form: () => formOf(request) };
  const found = await answerTo(client, requested);
  response.writeHead(found.status, {
    'content-type': 'text/html; charset=utf-8',
    ...headersOf(apiUrl, address, cookie !== undefined),
    ...(found.kind === 'redirect' ? { location: found.location } : {}),
    ...(found.status === 405 ? { allow: 'GET, HEAD, POST' } : {}),
    ...(cookies.length === 0 ? {} : { 'set-cookie': [...cookies] }),
  });
  response.end(found.kind === 'redirect' ? undefined : draw(found));
}

function draw(found: Exclude<Answer, { readonly kind: 'redirect' }>): string {
  if (found.kind === 'notice') {
    const body = drawLayout(found.around, found.drawing, drawNotice(found.notice));
    return drawDocument(body, { title: found.notice.title, apiUrl });
  }
  const { tree, drawing } = found;
  const options = { title: titleOf(tree), description: descriptionOf(tree), apiUrl, isLive: true };
  return drawDocument(drawPage(tree, drawing), options);
}

/** Parses the URL. Resolves `//host/x` as a path. */
function urlOf({ url = '/' }: IncomingMessage): URL {
  const [path = '/', ...query] = url.split('?');
  const parsed = new URL('http://localhost');
  parsed.pathname = path;
  parsed.search = query.join('?');
  return parsed;
}

/** Parses the fields of a submitted form. */
async function formOf(request: IncomingMessage): Promise<FormData> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > MAX_FORM_BYTES) throw new BadRequest(413, 'The form is too large.');
    chunks.push(chunk);
  }
  const type = request.headers['content-type'] ?? '';
  return new Response(Buffer.concat(chunks), { headers: { 'content-type': type } }).formData();
}
