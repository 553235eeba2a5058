import type { RecordedAnswer } from './messages.js';
import { serveChild } from './serve-child.js';

/** node:http answering the same bytes to everything: what is left when there is neither framework nor database. */
let answer: RecordedAnswer = { status: 503, headers: {}, body: '' };

await serveChild(
  (request, response) => {
    request.resume().once('end', () => {
      response.writeHead(answer.status, answer.headers);
      response.end(answer.body);
    });
  },
  (message) => {
    if (message.kind === 'repeat') answer = message.answer;
  },
);
