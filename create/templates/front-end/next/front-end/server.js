/** Runs `next start` with a 404 response to malformed percent-encoding, for which Next responds with 500. */
import { createServer } from 'node:http';
import next from 'next';

const { HOST: hostname = 'localhost', PORT: port = '3000' } = process.env;
const app = next({ dir: import.meta.dirname, hostname, port: Number(port) });
await app.prepare();
const handle = app.getRequestHandler();

createServer((request, response) => {
  request.url = encoded(request.url ?? '/');
  void handle(request, response);
}).listen(Number(port), hostname, () => console.log(`Site           http://${hostname}:${port}`));

function encoded(url) {
  const [path, ...query] = url.split('?');
  try {
    decodeURIComponent(path);
    return url;
  } catch {
    return [path.replaceAll('%', '%25'), ...query].join('?');
  }
}
