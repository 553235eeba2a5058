import type { RecordedAnswer } from './messages.js';
import { serveChild } from './serve-child.js';

/** node:http answering the same bytes again and again: what is left when there is neither framework nor database. */
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
