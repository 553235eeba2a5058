import type { RecordedAnswer } from './messages.js';
import { serveChild } from './serve-child.js';

/** Runs node:http with a constant response, as a baseline without framework and database. */
let usual: RecordedAnswer = { status: 503, headers: {}, body: '' };
const answers = new Map<string | undefined, RecordedAnswer>();

await serveChild(
  (request, response) => {
    request.resume().once('end', () => {
      const answer = answers.get(request.url) ?? usual;
      response.writeHead(answer.status, answer.headers);
      response.end(answer.body);
    });
  },
  (message) => {
    if (message.kind !== 'repeat') return;
    if (message.url === undefined) usual = message.answer;
    else answers.set(message.url, message.answer);
  },
);
