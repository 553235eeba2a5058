import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { ApiError } from '../generated/client/index.js';
import { answerFile } from './files.js';
import { drawDocument, drawNotice, drawSignIn } from './document.js';
import { html } from './html.js';
import { submitForm } from './lib/forms.js';
import { descriptionOf, localPath, titleOf } from './lib/page.js';
import { apiUrl, visitorOf, type Visitor } from './lib/visitor.js';
import { drawPage, type Drawing } from './page.js';

const port = Number(process.env['SITE_PORT'] ?? 3000);
// The admin of the API shows pages in a frame; no other site may.
const framing = `frame-ancestors 'self' ${new URL(apiUrl).origin}`;

/** What a request is answered with. */
interface Answer {
  readonly status: number;
  readonly body?: string;
  readonly location?: string;
}

createServer((request, response) => {
  answer(request, response).catch((error: unknown) => {
    console.error(error);
    if (!response.headersSent) response.writeHead(500, { 'content-type': 'text/plain' });
    response.end('Something went wrong.');
  });
}).listen(port, 'localhost', () => console.log(`Site           http://localhost:${port}`));

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost');
  if (await answerFile(pathname, response)) return;
  const preview = searchParams.get('preview');
  const visitor = visitorOf(request.headers.cookie, request.socket.remoteAddress, preview);
  const { status, body, location } = await route(request, pathname, searchParams, visitor).catch(
    (error: unknown) => refusal(error, pathname, preview !== null),
  );
  response.writeHead(status, {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': framing,
    // What an editor or a preview shows is for nobody else.
    'cache-control':
      request.headers.cookie === undefined && preview === null ? 'no-cache' : 'private, no-store',
    ...(preview === null ? {} : { 'x-robots-tag': 'noindex', 'referrer-policy': 'no-referrer' }),
    ...(location === undefined ? {} : { location }),
    ...(visitor.cookies.length === 0 ? {} : { 'set-cookie': [...visitor.cookies] }),
  });
  response.end(body);
}

async function route(
  request: IncomingMessage,
  path: string,
  query: URLSearchParams,
  visitor: Visitor,
): Promise<Answer> {
  const isPost = request.method === 'POST';
  if (path === '/sign-in') {
    if (isPost) return signIn(await formOf(request), visitor);
    return page(drawDocument(drawSignIn(localPath(query.get('to'))), { title: 'Sign in', apiUrl }));
  }
  if (path === '/sign-out' && isPost) {
    await visitor.client.logout();
    return { status: 303, location: '/' };
  }
  if (!isPost) return show(path, visitor, { path, isSent: query.has('sent'), isPreview: query.has('preview') });
  const submission = await submitForm(visitor.client, await formOf(request));
  if (submission.kind === 'sent') return { status: 303, location: `${path}?sent` };
  return show(path, visitor, { path, isSent: false, refused: submission.form });
}

async function show(path: string, { client }: Visitor, drawing: Drawing): Promise<Answer> {
  const tree = await client.page(path);
  if (tree.redirectPath !== undefined) return { status: 302, location: tree.redirectPath };
  // What somebody is just typing, or has just sent, must not be replaced, and a preview not by what is public.
  const isLive = drawing.refused === undefined && !drawing.isSent && !drawing.isPreview;
  const options = { title: titleOf(tree), description: descriptionOf(tree), apiUrl, isLive };
  return page(drawDocument(drawPage(tree, drawing), options), drawing.refused === undefined ? 200 : 422);
}

const page = (body: string, status = 200): Answer => ({ status, body });

async function signIn(form: FormData, { client }: Visitor): Promise<Answer> {
  const to = localPath(String(form.get('to')));
  try {
    await client.login(String(form.get('username')), String(form.get('password')));
    return { status: 303, location: to };
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 401) throw error;
    const body = drawSignIn(to, 'This name and this password do not belong together.');
    return page(drawDocument(body, { title: 'Sign in', apiUrl }), 401);
  }
}

/** What is shown in place of a page: the way in, a word about why not, or that there is nothing. */
function refusal(error: unknown, path: string, isPreview: boolean): Answer {
  if (!(error instanceof ApiError)) throw error;
  const { status } = error;
  if (status === 401 && isPreview) {
    const text = html`<p>This link shows nothing any more.</p>`;
    return page(drawDocument(drawNotice('Preview', text), { title: 'Preview', apiUrl }), 404);
  }
  if (status === 401) return { status: 303, location: `/sign-in?to=${encodeURIComponent(path)}` };
  const [title, text] =
    status === 404
      ? ['Not found', html`<p>There is no page at this address.</p>`]
      : ['Not for you', html`<p>${error.message}</p>`];
  return page(drawDocument(drawNotice(title, text), { title, apiUrl }), status);
}

/** The fields of a form that a browser has sent. */
async function formOf(request: IncomingMessage): Promise<FormData> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > MAX_BODY) throw new ApiError(413, { detail: 'This is too much at once.' });
    chunks.push(chunk);
  }
  const type = request.headers['content-type'] ?? '';
  return new Response(Buffer.concat(chunks), { headers: { 'content-type': type } }).formData();
}

const MAX_BODY = 1024 * 1024;
